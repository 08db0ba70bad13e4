import type { Failure } from '#shared/domain/failure.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { ImportCheck, ImportReading, Mapping, SameBefore } from '#shared/domain/importing.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { StatementMapping } from '#shared/domain/statement.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { LimitsService } from '../limits/service.ts';
import type { Clock } from '../ports.ts';
import { type AskLogDeps, findBefore, tellOfCustomers, tellOfOrders } from './askLog.ts';
import type { ImporterCalls } from './importerCalls.ts';
import type { CheckAsked } from './importerThread.ts';
import type { ReadyRows } from './imports.ts';
import { refusal } from './reading/refusal.ts';
import type { Remembered, RememberedMappings } from './rememberedMappings.ts';
import type { OpenStatement } from './statements/steps.ts';

export type ImporterDeps = AskLogDeps & {
  readonly limits: Pick<LimitsService, 'read'>;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly clock: Clock;
  readonly findInUse: (profileId: ProfileId) => Result<Profile, Failure>;
  readonly mappings: RememberedMappings;
  readonly statementMappings: Remembered<ProfileId, StatementMapping>;
  readonly dataDir: string;
  readonly logWorkerUrl: URL;
  readonly onThreadLate?: (() => void) | undefined;
};

/** A file that a page has begun to import. Its rows are in the importer's thread. */
export type Open = Pick<ReadyRows, 'profileId' | 'file'> & {
  /** Null: a statement. */
  readonly flow: ReadyRows['flow'] | null;
  /** What the page said that the file has; null: pasted rows. */
  readonly bytes: number | null;
  reading: ImportReading | null;
  checked: {
    readonly profile: Profile;
    readonly limits: LimitsSnapshot | null;
    readonly sameBefore: SameBefore | null;
    isSameAccepted: boolean;
  } | null;
  statement: OpenStatement | null;
  stopping: AbortController;
};

/** The rows become requests. */
export type OpenBatch = Open & Pick<ReadyRows, 'flow'>;

export function isBatch(own: Open | undefined): own is OpenBatch {
  return own !== undefined && own.flow !== null;
}

export type Parts = {
  readonly deps: ImporterDeps;
  readonly calls: ImporterCalls;
  readonly open: Map<string, Open>;
};

export const GONE = err(refusal('gone'));

/** Limits are read once, and hold for every row. */
export async function checkAll(
  { deps, calls }: Parts,
  importId: string,
  own: OpenBatch,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<Result<NonNullable<Open['checked']>, Failure>> {
  const found = deps.findInUse(own.profileId);
  if (!found.ok) return found;
  const profile = found.value;
  const { snapshot } = await deps.limits.read(profile, true);
  const nowMs = deps.clock.now().getTime();
  const asking = { deps, ask: calls.ask, importId, signal };
  const customers = await tellOfCustomers(asking, profile, nowMs);
  if (!customers.ok) return customers;
  if (signal.aborted) return err(refusal('cancelled'));
  const question = asked(own, mapping, profile, snapshot, nowMs);
  const checked = await calls.ask('check', importId, question);
  if (!checked.ok) return checked;
  const orders = await tellOfOrders(asking, profile);
  if (!orders.ok) return orders;
  const before = await findBefore(asking, own.reading?.sha256 ?? '');
  if (!before.ok) return before;
  return ok({ profile, limits: snapshot, sameBefore: before.value, isSameAccepted: false });
}

export function asked(
  { flow }: OpenBatch,
  mapping: Mapping,
  { merchant, limitsPolicy, confirmAbove, defaultUrls }: Profile,
  snapshot: LimitsSnapshot | null,
  nowMs: number,
): CheckAsked {
  const profile = { merchant, limitsPolicy, confirmAbove, defaultUrls };
  // The answer's own text may be long, and no rule asks for it.
  const limits = snapshot === null ? null : { ...snapshot, raw: '' };
  return { flow, mapping, profile, limits, nowMs };
}

export async function summary(
  { calls, open }: Parts,
  importId: string,
): Promise<Result<ImportCheck, Failure>> {
  const counts = await calls.ask('summarise', importId);
  const checked = open.get(importId)?.checked ?? null;
  if (!counts.ok) return counts;
  if (checked === null) return GONE;
  const { limits, sameBefore, isSameAccepted } = checked;
  const ofLimits = { limitsSnapshotId: limits?.id ?? null, limitsAt: limits?.readAt ?? null };
  return ok({ ...counts.value, ...ofLimits, sameBefore, isSameAccepted });
}

/** For the batch: the rows that are ready now, whatever is changed afterwards. */
export async function readyRows(
  { calls, open }: Parts,
  importId: string,
): Promise<Result<ReadyRows, Failure>> {
  const own = open.get(importId);
  const reading = own?.reading ?? null;
  const checked = own?.checked ?? null;
  if (!isBatch(own) || reading === null || checked === null) return GONE;
  const frozen = await calls.ask('freeze', importId);
  if (!frozen.ok) return frozen;
  const { profileId, flow, file } = own;
  const { sha256, headers } = reading;
  const about = {
    profileId,
    flow,
    file,
    sha256,
    headers,
    limitsSnapshotId: checked.limits?.id ?? null,
  };
  // The operator has not decided about the earlier batch: nothing may be issued.
  if (checked.sameBefore !== null && !checked.isSameAccepted) {
    return ok({ ...about, count: 0, totals: [], read: async () => [] });
  }
  return ok({
    ...about,
    count: frozen.value.ready,
    totals: frozen.value.totals,
    async read(from, count) {
      const rows = await calls.ask('readyRows', importId, from, count);
      if (!rows.ok) throw new Error(`The import is ${JSON.stringify(rows.error)}.`);
      return rows.value;
    },
  });
}
