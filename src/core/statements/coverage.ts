import { FRESH_MS, type StatedCoverage } from '#shared/domain/statement.ts';
import { COVERAGE_CONDITIONS, type CoverageCondition } from '#shared/domain/statementComparison.ts';

import { put } from './grouping.ts';
import type { Matching, OurRow, TheirRow } from './matching.ts';
import { keysOfCell, keysOfOrder, shownPrecisions, trimmedOrder } from './orderKeys.ts';

const FEWEST_FOUND = 20;
/** In thousandths. */
const LEAST_SHARE = 995;
const NEIGHBOURS = 10;
const MOST_MEDIAN_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Why it may not be said of an unknown that the provider does not have it: the conditions that fail, none where it may be said.
 * `ours`: every request of the merchant from one margin before the stated period to one margin after it, and those that rows name.
 */
export function createCoverage(
  stated: StatedCoverage,
  ours: readonly OurRow[],
  matching: Matching,
): (unknown: OurRow) => readonly CoverageCondition[] {
  const marginMs = stated.marginMin * MINUTE_MS;
  const madeMs = Date.parse(stated.madeAt);
  const fromMs = Date.parse(stated.from);
  // A file says nothing about what came after it was made, whatever period was asked for.
  const statedMs = Date.parse(stated.to);
  const toMs = Math.min(statedMs, madeMs);
  const exact = foundByOrder(matching);
  // Beyond the margin only those are known that a row names: they are no neighbours.
  const near = ours.filter(({ atMs }) => fromMs - marginMs <= atMs && atMs <= statedMs + marginMs);
  const groups = groupsOf(near, exact, fromMs, Math.min(toMs, madeMs - FRESH_MS));
  const isSuspected = createSuspects(matching, marginMs);

  return (unknown) => {
    const { atMs } = unknown;
    const group = groups.get(groupKey(unknown)) ?? NO_GROUP;
    const holds: Readonly<Record<CoverageCondition, boolean>> = {
      lists_all: stated.lists === 'all',
      period: fromMs <= atMs - marginMs && atMs + marginMs <= toMs,
      made_late: madeMs >= atMs + FRESH_MS,
      enough_found: group.found >= FEWEST_FOUND,
      share_found: group.found * 1000 >= group.listed * LEAST_SHARE && group.listed > 0,
      neighbours: hasNeighbours(group.accepted, unknown, exact),
      times: group.medianMs !== null,
      clock: group.medianMs === null || group.medianMs <= MOST_MEDIAN_MS,
      no_suspect: !isSuspected(unknown),
      not_heard: !unknown.isHeard,
    };
    return COVERAGE_CONDITIONS.filter((condition) => !holds[condition]);
  };
}

/**
 * By the request's own order id, byte for byte. A remote id alone proves nothing about unknowns, which have none; another remote
 * id than ours is another list.
 */
function foundByOrder({ pairs }: Matching): ReadonlyMap<string, TheirRow> {
  const found = new Map<string, TheirRow>();
  for (const { ours, rows } of pairs) {
    const row = rows.find(
      ({ orderId, remoteId }) => orderId === ours.orderId && isNoOther(remoteId, ours.remoteId),
    );
    if (row !== undefined) found.set(ours.intentId, row);
  }
  return found;
}

function isNoOther(theirs: string | null, ours: string | null): boolean {
  return theirs === null || ours === null || theirs.toLowerCase() === ours.toLowerCase();
}

/** Accepted requests of one flow and currency. `listed`: those that the file must have; `found`: those that it has. */
type Group = {
  readonly accepted: readonly OurRow[];
  readonly listed: number;
  readonly found: number;
  /** Null: too few rows have a time. */
  readonly medianMs: number | null;
};
const NO_GROUP: Group = { accepted: [], listed: 0, found: 0, medianMs: null };

function groupKey({ flow, currency }: OurRow): string {
  return `${flow} ${currency}`;
}

function groupsOf(
  ours: readonly OurRow[],
  exact: ReadonlyMap<string, TheirRow>,
  fromMs: number,
  toMs: number,
): ReadonlyMap<string, Group> {
  const accepted = new Map<string, OurRow[]>();
  for (const one of ours) if (one.outcome === 'accepted') put(accepted, groupKey(one), one);
  return new Map(Array.from(accepted, ([key, all]) => [key, groupOf(all, exact, fromMs, toMs)]));
}

function groupOf(
  all: readonly OurRow[],
  exact: ReadonlyMap<string, TheirRow>,
  fromMs: number,
  toMs: number,
): Group {
  const listed = all.filter(({ atMs }) => fromMs <= atMs && atMs <= toMs);
  const found = listed.filter(({ intentId }) => exact.has(intentId));
  const apart = found.flatMap(({ intentId, atMs }) => {
    const theirs = exact.get(intentId)?.atMs ?? null;
    return theirs === null ? [] : Math.abs(theirs - atMs);
  });
  return {
    accepted: all.toSorted(inTime),
    listed: listed.length,
    found: found.length,
    medianMs: apart.length < FEWEST_FOUND ? null : upperMedian(apart),
  };
}

function inTime(a: OurRow, b: OurRow): number {
  return a.atMs === b.atMs ? a.seq - b.seq : a.atMs - b.atMs;
}

/** Of an even number the greater one of the two in the middle. */
function upperMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >>> 1] ?? Number.POSITIVE_INFINITY;
}

function hasNeighbours(
  accepted: readonly OurRow[],
  unknown: OurRow,
  exact: ReadonlyMap<string, TheirRow>,
): boolean {
  let [from, to] = [0, accepted.length];
  while (from < to) {
    const half = (from + to) >>> 1;
    const one = accepted[half];
    if (one !== undefined && inTime(one, unknown) < 0) from = half + 1;
    else to = half;
  }
  const before = accepted.slice(Math.max(0, from - NEIGHBOURS), from);
  const after = accepted.slice(from, from + NEIGHBOURS);
  return (
    before.length === NEIGHBOURS &&
    after.length === NEIGHBOURS &&
    [...before, ...after].every(({ intentId }) => exact.has(intentId))
  );
}

/**
 * Rows that belong to no request for certain. One may be the unknown where it has the unknown's order id in any spelling, or its
 * amount and currency within the margin. What a row does not say, it may be.
 */
function createSuspects(
  { lonelyRows, notCompared }: Matching,
  marginMs: number,
): (unknown: OurRow) => boolean {
  const refunds = notCompared.filter(({ row, ours }) => row.kind === 'refund' && ours === null);
  // A refund comes after its deposit, however long.
  const untimed = refunds.map(({ row }) => ({ ...row, cents: -(row.cents ?? 0), atMs: null }));
  const rows: readonly TheirRow[] = [...lonelyRows, ...untimed];
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const spellings = new Set(orderIds.flatMap((id) => [`t ${trimmedOrder(id)}`, ...keysOfCell(id)]));
  const precisions = shownPrecisions(orderIds);
  const [vague, plain] = [rows.filter(isVague), rows.filter((row) => !isVague(row))];
  const byAmount = new Map<string, TheirRow[]>();
  for (const row of plain) put(byAmount, `${row.cents} ${row.currency}`, row);
  return ({ orderId, cents, currency, atMs }) => {
    const isNear = (row: TheirRow): boolean =>
      row.atMs === null || Math.abs(row.atMs - atMs) <= marginMs;
    const keys = [`t ${trimmedOrder(orderId)}`, ...keysOfOrder(orderId, precisions)];
    if (keys.some((key) => spellings.has(key))) return true;
    if (byAmount.get(`${cents} ${currency}`)?.some(isNear) === true) return true;
    return vague.some(
      (row) =>
        (row.cents ?? cents) === cents && (row.currency ?? currency) === currency && isNear(row),
    );
  };
}

function isVague({ cents, currency }: TheirRow): boolean {
  return cents === null || currency === null;
}
