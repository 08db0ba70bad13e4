import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { flowSchema } from '#shared/domain/deposit.ts';
import { type IntentId, type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import { type SavedDraft, savedDraftSchema } from '#shared/domain/draft.ts';

import type { JsonFiles } from '../files/jsonFile.ts';
import type { Chance, Clock } from '../ports.ts';
import { createDurableFile } from '../files/durableFile.ts';

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;
/** Of more forms than any desk has open; the newest stay. */
const MOST_DRAFTS = 40;

/** Which form: of which page and person, for which profile, on which tab. */
export type FormKey = {
  readonly pageId: string;
  /** Null: the desk has no people. What one person typed is not shown to the next one at the same page. */
  readonly personId: string | null;
  readonly profileId: ProfileId;
  readonly flow: z.infer<typeof flowSchema>;
};

export type Drafts = {
  /** Resolves when it is on the disk. Null: there is nothing to keep any more. */
  readonly keep: (form: FormKey, draft: SavedDraft | null) => Promise<void>;
  readonly adopt: (form: FormKey) => Promise<SavedDraft | null>;
};

export type DraftsDeps = {
  readonly dataDir: string;
  readonly files: JsonFiles;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Whether the profile may still issue. */
  readonly isInUse: (profileId: ProfileId) => boolean;
  /** Whether a request was recorded under this intent: then its draft has done what it was for. */
  readonly isRecorded: (intentId: IntentId) => Promise<boolean>;
};

const keptSchema = z.strictObject({
  pageId: z.uuid(),
  /** Not there: kept by a desk without people. */
  personId: z.uuid().optional(),
  profileId: profileIdSchema,
  flow: flowSchema,
  /** Of the desk that kept it: a page of a run that is over does not come back for it by itself. */
  run: z.uuid(),
  at: z.iso.datetime(),
  draft: savedDraftSchema,
});
type Kept = Readonly<z.infer<typeof keptSchema>>;
const fileSchema = z.strictObject({
  version: z.literal(1),
  drafts: z.array(keptSchema).readonly(),
});

export function createDrafts(deps: DraftsDeps): Drafts {
  const { clock } = deps;
  const path = join(deps.dataDir, 'drafts.json');
  const file = createDurableFile(path);
  const run = deps.chance.uuid();
  /** Newest last. */
  let drafts: readonly Kept[] = deps.files.read(path, fileSchema)?.drafts ?? [];

  const unseen = createUnseen(deps.chance);
  /** How often they changed, and up to which change they are on the disk. */
  let changes = 0;
  let durable = 0;

  const current = (): readonly Kept[] => {
    const oldest = clock.now().getTime() - KEPT_FOR_MS;
    return drafts
      .filter(({ profileId, at }) => Date.parse(at) >= oldest && deps.isInUse(profileId))
      .slice(-MOST_DRAFTS);
  };
  async function put(next: readonly Kept[]): Promise<void> {
    drafts = next;
    drafts = current();
    changes += 1;
    const change = changes;
    await file.write(() => ({ version: 1, drafts }));
    durable = Math.max(durable, change);
  }
  /** Whose it is by now is known here, too: a disk that is full must not keep a draft from its form. */
  const putIfPossible = (next: readonly Kept[]): Promise<void> => put(next).catch(() => undefined);
  const without = (gone: Kept | undefined): readonly Kept[] =>
    drafts.filter((kept) => kept !== gone);

  async function adopt(form: FormKey): Promise<SavedDraft | null> {
    const known = current();
    const found =
      known.find((kept) => isOf(kept, form)) ??
      known.findLast((kept) => isLeftBehind(kept, form, run));
    if (found === undefined) {
      // Dropped drafts must leave the disk now, not at the next keystroke.
      if (known.length < drafts.length) await putIfPossible(known);
      return null;
    }
    const own: Kept = { ...found, ...keyOf(form), run };
    if (found.run !== run) unseen.gave(own);
    // Before anything is waited for: of two pages that ask at once only one may have it.
    if (!isDeepStrictEqual(own, found)) await putIfPossible([...without(found), own]);
    if (!(await deps.isRecorded(own.draft.intentId))) return own.draft;
    await putIfPossible(drafts.filter((kept) => kept.draft.intentId !== own.draft.intentId));
    return adopt(form);
  }

  return {
    async keep(form, draft) {
      const own = drafts.find((kept) => isOf(kept, form));
      const others = [...without(own), ...unseen.leftBy(own, draft)];
      if (draft === null) return own === undefined ? undefined : put(others);
      const isKept = own?.run === run && isDeepStrictEqual(own.draft, draft);
      if (isKept && durable === changes) return undefined;
      return put([...others, { ...keyOf(form), run, at: clock.now().toISOString(), draft }]);
    },
    adopt,
  };
}

type Unseen = {
  readonly gave: (own: Kept) => void;
  /** What is to stay when a form keeps this in the place of that. */
  readonly leftBy: (own: Kept | undefined, draft: SavedDraft | null) => readonly Kept[];
};

/**
 * Drafts given to a page that has not kept them since: it may have gone, or begun something else, before the answer came. What
 * it keeps then replaces no draft that an operator has seen: that draft waits for the next page that asks.
 */
function createUnseen(chance: Chance): Unseen {
  const given = new Set<IntentId>();
  return {
    gave: ({ draft }) => void given.add(draft.intentId),
    leftBy(own, draft) {
      if (own === undefined || !given.delete(own.draft.intentId)) return [];
      if (own.draft.intentId === draft?.intentId) return [];
      return [{ ...own, pageId: chance.uuid(), run: chance.uuid() }];
    },
  };
}

function isOf(kept: Kept, form: FormKey): boolean {
  return kept.pageId === form.pageId && isSameForm(kept, form);
}

/** A draft from before the desk had people is for the first person who asks. */
function isSameForm(kept: Kept, { personId, profileId, flow }: FormKey): boolean {
  const isOwn = kept.personId === undefined || kept.personId === personId;
  return isOwn && kept.profileId === profileId && kept.flow === flow;
}

/** As it is kept. */
function keyOf({ personId, ...form }: FormKey) {
  return { ...form, ...(personId === null ? {} : { personId }) };
}

function isLeftBehind(kept: Kept, form: FormKey, run: string): boolean {
  return kept.run !== run && isSameForm(kept, form);
}
