import type { Failure } from '#shared/domain/failure.ts';
import type { SameBefore } from '#shared/domain/importing.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogPort } from '../log/port.ts';
import type { ImporterCalls } from './importerCalls.ts';
import { refusal } from './reading/refusal.ts';

/** An earlier batch with the same file, or with at least half of these rows, not counting rows that were rejected or not sent. */
export type FindSimilarBatch = (
  sha256: string,
  rowDigests: readonly string[],
) => Promise<SameBefore | null>;

export type AskLogDeps = {
  readonly log: Pick<LogPort, 'ordersInUse' | 'unansweredRequests' | 'recentRequests'>;
  /** Left out: no batch is known. */
  readonly findSimilar?: FindSimilarBatch;
};

const ORDERS_AT_ONCE = 500;
const DIGESTS_AT_ONCE = 5000;

type Asking = {
  readonly deps: AskLogDeps;
  readonly ask: ImporterCalls['ask'];
  readonly importId: string;
  /** Left out: it is not cancelled. */
  readonly signal?: AbortSignal;
};

/** Tells the importer whom the profile has asked for the same amount lately, and whose request has no answer. */
export async function tellOfCustomers(
  { deps: { log }, ask, importId, signal }: Asking,
  { id, duplicateWindowMin }: Pick<Profile, 'id' | 'duplicateWindowMin'>,
  nowMs: number,
): Promise<Result<null, Failure>> {
  const since = new Date(nowMs - duplicateWindowMin * 60_000).toISOString();
  const tellRest = async (before: number | null): Promise<Result<null, Failure>> => {
    const { requests: lately, next } = await log.recentRequests(id, since, before);
    const told = await ask('knowCustomers', importId, false, { lately, unanswered: [] });
    if (!told.ok || next === null) return told;
    return signal?.aborted === true ? err(refusal('cancelled')) : tellRest(next);
  };
  const unanswered = await log.unansweredRequests(id);
  const told = await ask('knowCustomers', importId, true, { lately: [], unanswered });
  return told.ok && duplicateWindowMin > 0 ? tellRest(null) : told;
}

/** Tells the importer which order ids of the file the log knows: those it was not asked for yet, some hundred at a time. */
export async function tellOfOrders(
  asking: Asking,
  profile: Pick<Profile, 'merchant'>,
): Promise<Result<null, Failure>> {
  const { deps, ask, importId, signal } = asking;
  if (signal?.aborted === true) return err(refusal('cancelled'));
  const orders = await ask('ordersToAsk', importId, ORDERS_AT_ONCE);
  if (!orders.ok) return orders;
  if (orders.value.length === 0) return ok(null);
  const used = await deps.log.ordersInUse(profile.merchant, orders.value);
  const found = used.map(({ orderId, intentId }) => [orderId, intentId] as const);
  const known = await ask('know', importId, found);
  return known.ok ? tellOfOrders(asking, profile) : known;
}

/** Null where there is no such batch. */
export async function findBefore(
  { deps: { findSimilar }, ask, importId }: Asking,
  sha256: string,
): Promise<Result<SameBefore | null, Failure>> {
  if (findSimilar === undefined) return ok(null);
  const read = async (from: number): Promise<Result<readonly string[], Failure>> => {
    const piece = await ask('digests', importId, from, DIGESTS_AT_ONCE);
    if (!piece.ok || piece.value.length < DIGESTS_AT_ONCE) return piece;
    const rest = await read(from + DIGESTS_AT_ONCE);
    return rest.ok ? ok([...piece.value, ...rest.value]) : rest;
  };
  const digests = await read(0);
  return digests.ok ? ok(await findSimilar(sha256, digests.value)) : digests;
}
