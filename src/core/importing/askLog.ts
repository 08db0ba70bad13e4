import type { Failure } from '#shared/domain/failure.ts';
import type { SameBefore } from '#shared/domain/importing.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type MerchantMode, repeatsSince } from '#shared/domain/orderUse.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { ImporterCalls } from './importerCalls.ts';
import { refusal } from './reading/refusal.ts';
import type { LogPort } from '../log/openLog.ts';

/** Earlier batches with the same file, or with at least half of these rows, not counting rows that were rejected or not sent. */
export type FindSimilarBatches = (
  sha256: string,
  rowDigests: readonly string[],
) => Promise<readonly SameBefore[]>;

export type AskLogDeps = {
  readonly log: Pick<
    LogPort,
    'ordersInUse' | 'unansweredRequests' | 'recentRequests' | 'unstoppedBatches' | 'waitingRows'
  >;
  /** Left out: no batch is known. */
  readonly findSimilar?: FindSimilarBatches;
};

const ORDERS_AT_ONCE = 500;
const DIGESTS_AT_ONCE = 5000;
const ROWS_AT_ONCE = 500;

type Asking = {
  readonly deps: AskLogDeps;
  readonly ask: ImporterCalls['ask'];
  readonly importId: string;
  /** Left out: it is not cancelled. */
  readonly signal?: AbortSignal;
};

/** Tells the importer who was asked for the same amount lately or is about to be, and whose request has no answer. */
export async function tellOfCustomers(
  asking: Asking,
  { merchant, mode, duplicateWindowMin }: MerchantMode & Pick<Profile, 'duplicateWindowMin'>,
  nowMs: number,
): Promise<Result<null, Failure>> {
  const { deps, ask, importId, signal } = asking;
  const { log } = deps;
  const whose = { merchant, mode };
  const since = repeatsSince(duplicateWindowMin, nowMs);
  const tellRest = async (after: string, before: number | null): Promise<Result<null, Failure>> => {
    const { requests: lately, next } = await log.recentRequests(whose, after, before);
    const told = await ask('knowCustomers', importId, false, { lately, unanswered: [] });
    if (!told.ok || next === null) return told;
    return signal?.aborted === true ? err(refusal('cancelled')) : tellRest(after, next);
  };
  const unanswered = await log.unansweredRequests(whose);
  const told = await ask('knowCustomers', importId, true, { lately: [], unanswered });
  if (!told.ok || since === null) return told;
  // First: a row that is sent meanwhile is a request by the time that those are read.
  const planned = await tellOfPlans(asking, await log.unstoppedBatches(whose));
  return planned.ok ? tellRest(since, null) : planned;
}

/** Whom other batches are still to issue for. */
async function tellOfPlans(
  asking: Asking,
  [batchId, ...others]: readonly string[],
  after = 0,
): Promise<Result<null, Failure>> {
  if (batchId === undefined) return ok(null);
  const { deps, ask, importId, signal } = asking;
  if (signal?.aborted === true) return err(refusal('cancelled'));
  const rows = await deps.log.waitingRows(batchId, after, ROWS_AT_ONCE);
  const lately = rows.flatMap(({ draft: { fields } }) => {
    const { customer, currency, cents } = fields;
    return cents === null ? [] : [{ otherBatchId: batchId, customer, currency, cents }];
  });
  const found = { lately, unanswered: [] };
  const told = rows.length === 0 ? ok(null) : await ask('knowCustomers', importId, false, found);
  if (!told.ok) return told;
  const last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  if (last === undefined) return tellOfPlans(asking, others);
  return tellOfPlans(asking, [batchId, ...others], last.row);
}

/** Tells the importer which order ids of the file the log knows: those it was not asked for yet, some hundred at a time. */
export async function tellOfOrders(
  asking: Asking,
  { merchant, mode }: MerchantMode,
): Promise<Result<null, Failure>> {
  const { deps, ask, importId, signal } = asking;
  if (signal?.aborted === true) return err(refusal('cancelled'));
  const orders = await ask('ordersToAsk', importId, ORDERS_AT_ONCE);
  if (!orders.ok) return orders;
  if (orders.value.length === 0) return ok(null);
  const used = await deps.log.ordersInUse({ merchant, mode }, orders.value);
  const found = used.map(({ orderId, ...holder }) => [orderId, holder] as const);
  const known = await ask('know', importId, found);
  return known.ok ? tellOfOrders(asking, { merchant, mode }) : known;
}

/** The most alike first. */
export async function findBefore(
  { deps: { findSimilar }, ask, importId }: Asking,
  sha256: string,
): Promise<Result<readonly SameBefore[], Failure>> {
  if (findSimilar === undefined) return ok([]);
  const read = async (from: number): Promise<Result<readonly string[], Failure>> => {
    const piece = await ask('digests', importId, from, DIGESTS_AT_ONCE);
    if (!piece.ok || piece.value.length < DIGESTS_AT_ONCE) return piece;
    const rest = await read(from + DIGESTS_AT_ONCE);
    return rest.ok ? ok([...piece.value, ...rest.value]) : rest;
  };
  const digests = await read(0);
  return digests.ok ? ok(await findSimilar(sha256, digests.value)) : digests;
}
