import { type ListenerState, callbackUrlFor, filledInBy } from '#shared/domain/callback.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type {
  CurrentImport,
  ImportCheck,
  ImportChoices,
  ImportProgress,
  ImportReading,
  Mapping,
  SameBefore,
} from '#shared/domain/importing.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { StatementMapping } from '#shared/domain/statement.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { LimitsService } from '../limits/service.ts';
import { type Owner, isOwn } from '../people/owner.ts';
import type { Actor } from '../people/people.ts';
import type { Clock } from '../ports.ts';
import { type AskLogDeps, findBefore, tellOfCustomers, tellOfOrders } from './askLog.ts';
import type { ImporterCalls } from './importerCalls.ts';
import type { CheckAsked } from './importerThread.ts';
import { type ReadyRows, checkDigest } from './imports.ts';
import { refusal } from './reading/refusal.ts';
import type { Remembered, RememberedMappings } from './rememberedMappings.ts';
import type { OpenStatement } from './statements/steps.ts';

export type ImporterDeps = AskLogDeps & {
  readonly limits: Pick<LimitsService, 'read'>;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly clock: Clock;
  readonly findInUse: (profileId: ProfileId) => Result<Profile, Failure>;
  /** Left out: the desk has none. */
  readonly listenerOf?: (profileId: ProfileId) => ListenerState;
  readonly mappings: RememberedMappings;
  readonly statementMappings: Remembered<ProfileId, StatementMapping>;
  readonly dataDir: string;
  readonly logWorkerUrl: URL;
  readonly onThreadLate?: (() => void) | undefined;
};

/** Who began it, and at which page: a reload of that page goes on with it. */
export type PageOwner = Owner & Pick<Actor, 'pageId'>;

/** A file that a page has begun to import. Its rows are in the importer's thread. */
export type Open = Pick<ReadyRows, 'profileId' | 'file'> & {
  /** Null: a statement. */
  readonly flow: ReadyRows['flow'] | null;
  /** What the page said that the file has; null: pasted rows. */
  readonly bytes: number | null;
  readonly owner: PageOwner;
  choices: ImportChoices;
  reading: ImportReading | null;
  /** Of the last check; null: as read. */
  mapping: Mapping | null;
  checked: {
    readonly profile: Profile;
    readonly limits: LimitsSnapshot | null;
    sameBefore: SameBefore | null;
    isSameAccepted: boolean;
    /** Batches that are like this file and were there at the check, or were found since. */
    similar: readonly string[];
  } | null;
  statement: OpenStatement | null;
  stopping: AbortController;
  /** When its page asked for it last, or heard of a step of it: by the monotonic clock. */
  usedAtMs: number;
};

export type Checked = NonNullable<Open['checked']>;

/** The rows become requests. */
export type OpenBatch = Open & Pick<ReadyRows, 'flow'>;

export function isBatch(own: Open | null | undefined): own is OpenBatch {
  return own !== null && own !== undefined && own.flow !== null;
}

export type Parts = {
  readonly deps: ImporterDeps;
  readonly calls: ImporterCalls;
  readonly open: Map<string, Open>;
};

export const GONE = err(refusal('gone'));

/** Null where there is none, or where it is another person's. Being asked for is being used. */
export function ownImport({ open }: Parts, importId: string, by: Owner): Open | null {
  const found = open.get(importId);
  if (found === undefined || !isOwn(found.owner, by)) return null;
  found.usedAtMs = performance.now();
  return found;
}

/** Its owner's pages alone hear of it. */
export function tellProgress({ deps, open }: Parts, progress: ImportProgress): void {
  const running = open.get(progress.importId);
  if (running !== undefined) running.usedAtMs = performance.now();
  const owner = running?.owner.personId ?? null;
  deps.events.emit({ name: 'import.progress', owner, progress });
}

/** Limits are read once, and hold for every row. */
export async function checkAll(
  { deps, calls }: Parts,
  importId: string,
  own: OpenBatch,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<Result<Checked, Failure>> {
  const found = deps.findInUse(own.profileId);
  if (!found.ok) return found;
  const profile = found.value;
  const { snapshot } = await deps.limits.read(profile, true);
  const nowMs = deps.clock.now().getTime();
  const asking = { deps, ask: calls.ask, importId, signal };
  const customers = await tellOfCustomers(asking, profile, nowMs);
  if (!customers.ok) return customers;
  if (signal.aborted) return err(refusal('cancelled'));
  const question = asked(deps, own, mapping, profile, snapshot, nowMs);
  const checked = await calls.ask('check', importId, question);
  if (!checked.ok) return checked;
  const orders = await tellOfOrders(asking, profile);
  if (!orders.ok) return orders;
  const before = await findBefore(asking, own.reading?.sha256 ?? '');
  if (!before.ok) return before;
  const similar = before.value.map(({ batchId }) => batchId);
  const [sameBefore = null] = before.value;
  return ok({ profile, limits: snapshot, sameBefore, isSameAccepted: false, similar });
}

export function asked(
  { listenerOf }: Pick<ImporterDeps, 'listenerOf'>,
  { flow }: OpenBatch,
  mapping: Mapping,
  of: Profile,
  snapshot: LimitsSnapshot | null,
  nowMs: number,
): CheckAsked {
  const { merchant, limitsPolicy, confirmAbove } = of;
  const profile = { merchant, limitsPolicy, confirmAbove };
  const filledIn = filledInBy(of, callbackUrlFor(of, listenerOf?.(of.id)));
  // The answer's own text may be long, and no rule asks for it.
  const limits = snapshot === null ? null : { ...snapshot, raw: '' };
  return { flow, mapping, profile, filledIn, limits, nowMs };
}

export async function summary(
  { calls, open }: Parts,
  importId: string,
): Promise<Result<ImportCheck, Failure>> {
  const summarised = await calls.ask('summarise', importId);
  const own = open.get(importId);
  if (!summarised.ok) return summarised;
  if (!isBatch(own) || own.checked === null) return GONE;
  const { profile, limits, sameBefore, isSameAccepted } = own.checked;
  const { rowsDigest, ...counts } = summarised.value;
  const ofLimits = { limitsSnapshotId: limits?.id ?? null, limitsAt: limits?.readAt ?? null };
  const digest = checkDigest(profile, own.flow, {
    rowsDigest,
    undecided: undecidedOf(own.checked),
  });
  return ok({ ...counts, ...ofLimits, sameBefore, isSameAccepted, digest });
}

/** The earlier batch that the operator has not decided about: nothing may be issued. */
export function undecidedOf({ sameBefore, isSameAccepted }: Checked): string | null {
  return isSameAccepted ? null : (sameBefore?.batchId ?? null);
}

/** Of the imports that were begun at the page. */
export function newestHere(
  { open }: Parts,
  by: PageOwner,
  is: (one: Open) => boolean,
): readonly [importId: string, Open] | null {
  const isHere = ({ owner }: Open): boolean => isOwn(owner, by) && owner.pageId === by.pageId;
  return [...open].findLast(([, one]) => isHere(one) && is(one)) ?? null;
}

/** The newest file of requests that was begun at the page and has been read. */
export async function currentImport(
  parts: Parts,
  by: PageOwner,
): Promise<Result<CurrentImport | null, Failure>> {
  const found = newestHere(parts, by, (one) => isBatch(one) && one.reading !== null);
  if (found === null) return ok(null);
  const [importId, own] = found;
  const { reading, profileId, file, choices } = own;
  if (!isBatch(own) || reading === null) return ok(null);
  const check = own.checked === null ? null : await summary(parts, importId);
  if (check?.ok === false) return check;
  const mapping = own.mapping ?? reading.mapping;
  const { flow } = own;
  return ok({
    importId,
    profileId,
    flow,
    file,
    choices,
    reading,
    mapping,
    check: check?.value ?? null,
  });
}
