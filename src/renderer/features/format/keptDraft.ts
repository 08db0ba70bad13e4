import { z } from 'zod';

import { type Dialect, dialectSchema } from '#shared/dialect/schema.ts';
import { CREATE_FIELD_ORDER, flowSchema } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { type FormatChanges, onlyKeys } from './draft.ts';
import type { LabSample } from './lab/labSample.ts';

/** What was typed off the provider's document and is not saved. No secret is in it: a format has none. */
export type KeptDraft = {
  readonly changes: FormatChanges;
  readonly sample: LabSample | null;
  readonly expected: string;
};
export const NOTHING_KEPT: KeptDraft = { changes: {}, sample: null, expected: '' };

const sampleSchema = z.strictObject({
  flow: flowSchema,
  fields: z.partialRecord(z.enum(CREATE_FIELD_ORDER), z.string()),
});
const keptSchema = z.object({
  changes: z.record(z.string(), z.unknown()),
  sample: sampleSchema.nullable(),
  expected: z.string(),
});

type DraftOf = Pick<Profile, 'id' | 'dialect'>;

const storageKey = (profileId: ProfileId): string => `format:${profileId}`;

/** For a reload: half an hour of knobs must not hang on one key. A knob that was just being typed wrongly starts anew. */
export function loadDraft(storage: Storage, { id, dialect }: DraftOf): KeptDraft {
  const kept = storage.getItem(storageKey(id));
  if (kept === null) return NOTHING_KEPT;
  try {
    const { changes, sample, expected } = keptSchema.parse(JSON.parse(kept));
    return { changes: usableIn(changes, dialect), sample, expected };
  } catch {
    // Not as it was written: nothing in it is worth guessing at.
    return NOTHING_KEPT;
  }
}

function usableIn(changes: Readonly<Record<string, unknown>>, saved: Dialect): FormatChanges {
  const usable = Object.entries(changes).filter(
    ([key, value]) => dialectSchema.safeParse({ ...saved, [key]: value }).success,
  );
  const read = dialectSchema.parse({ ...saved, ...Object.fromEntries(usable) });
  return onlyKeys(read, new Set(usable.map(([key]) => key)));
}

export function saveDraft(storage: Storage, { id }: DraftOf, draft: KeptDraft): void {
  const isEmpty =
    Object.keys(draft.changes).length === 0 && draft.sample === null && draft.expected === '';
  if (isEmpty) storage.removeItem(storageKey(id));
  else storage.setItem(storageKey(id), JSON.stringify(draft));
}
