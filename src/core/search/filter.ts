import { ATTENTION_REASONS, type AttentionReason } from '#shared/domain/logSearch.ts';

import { EXPIRED_BIT, bitOf, isExpired } from './attention.ts';
import { BLOCK_PLACES, BLOCK_SHIFT, type Block, type Columns, KINDS, partsOf } from './columns.ts';
import { type ResolvedQuery, isFiltering } from './query.ts';
import { answerCode, callbackCode } from './times.ts';
import type { WordKind, Words } from './words.ts';

/** Whether the row `at` of a block is wanted. */
type Wanted = (block: Block, at: number) => boolean;

export type Sieve = {
  /** Of these places, those that are wanted, in the same order. */
  readonly of: (places: Uint32Array) => Uint32Array;
  /** Every wanted place of a block below `end`, descending. */
  readonly ofBlock: (at: number, end: number) => Uint32Array;
};

/** Null: everything is wanted. */
export function sieveOf(query: ResolvedQuery, columns: Columns, words: Words): Sieve | null {
  if (query.fromMs === null && query.toMs === null && !isFiltering(query.filter)) return null;
  const wanted = all(testsOf(query, words));
  const found = new Uint32Array(BLOCK_PLACES);
  return {
    of(places) {
      const kept = new Uint32Array(places.length);
      let count = 0;
      for (const place of places) {
        if (!wanted(columns.block(place >>> BLOCK_SHIFT), place & (BLOCK_PLACES - 1))) continue;
        kept[count] = place;
        count += 1;
      }
      return kept.subarray(0, count);
    },
    ofBlock(at, end) {
      const block = columns.block(at);
      const first = at << BLOCK_SHIFT;
      let count = 0;
      for (let row = Math.min(BLOCK_PLACES, end - first) - 1; row >= 0; row -= 1) {
        if (!wanted(block, row)) continue;
        found[count] = first + row;
        count += 1;
      }
      return found.slice(0, count);
    },
  };
}

function testsOf(query: ResolvedQuery, words: Words): readonly Wanted[] {
  const { filter } = query;
  const tests: Wanted[] = [];
  const kinds = kindsOf(query);
  if (kinds !== null) tests.push((block, at) => kinds[block.kind[at] ?? 0] === 1);
  const lists: readonly (readonly [WordKind, readonly string[]])[] = [
    ['state', filter.states],
    ['paymentType', filter.paymentTypes],
    ['operator', filter.operators],
    ['profile', filter.profileIds],
  ];
  for (const [kind, list] of lists) {
    if (list.length === 0) continue;
    const codes = new Uint8Array(words.all(kind).length + 1);
    for (const text of list) codes[words.find(kind, text) ?? codes.length] = 1;
    tests.push((block, at) => codes[block[kind][at] ?? 0] === 1);
  }
  tests.push(...timeTests(query));
  if (filter.needsAttention) tests.push(attentionTest(ATTENTION_REASONS, query, words));
  if (filter.attention.length > 0) tests.push(attentionTest(filter.attention, query, words));
  return tests;
}

/** When it was made, and how long it took. */
function timeTests({ fromMs, toMs, filter }: ResolvedQuery): readonly Wanted[] {
  const { between } = filter;
  const from = Math.max(
    fromMs ?? Number.NEGATIVE_INFINITY,
    msOf(between?.from) ?? Number.NEGATIVE_INFINITY,
  );
  const to = Math.min(
    toMs ?? Number.POSITIVE_INFINITY,
    msOf(between?.to) ?? Number.POSITIVE_INFINITY,
  );
  const tests: Wanted[] = [];
  if (Number.isFinite(from) || Number.isFinite(to)) {
    tests.push((block, at) => {
      const ms = block.createdMs[at] ?? 0;
      return ms >= from && ms < to;
    });
  }
  const answers = codesOf(filter.answerTimes.map(answerCode));
  if (answers !== null) tests.push((block, at) => answers[block.answerTime[at] ?? 0] === 1);
  const callbacks = codesOf(filter.callbackTimes.map(callbackCode));
  if (callbacks !== null) tests.push((block, at) => callbacks[block.callbackTime[at] ?? 0] === 1);
  return tests;
}

function msOf(at: string | undefined): number | null {
  return at === undefined ? null : Date.parse(at);
}

function codesOf(codes: readonly number[]): Uint8Array | null {
  if (codes.length === 0) return null;
  const wanted = new Uint8Array(Math.max(...codes) + 1);
  for (const code of codes) wanted[code] = 1;
  return wanted;
}

/** Outcome, flow and currency are one number: one look tells of all three. */
function kindsOf({ filter }: ResolvedQuery): Uint8Array | null {
  const { outcomes, flows, currencies } = filter;
  if (outcomes.length === 0 && flows.length === 0 && currencies.length === 0) return null;
  const isIn = <T>(list: readonly T[], one: T): boolean => list.length === 0 || list.includes(one);
  return Uint8Array.from({ length: KINDS }, (_, kind) => {
    const { outcome, flow, currency } = partsOf(kind);
    return isIn(outcomes, outcome) && isIn(flows, flow) && isIn(currencies, currency) ? 1 : 0;
  });
}

/** Any of these reasons. */
function attentionTest(
  reasons: readonly AttentionReason[],
  { nowMs, validMinOf }: ResolvedQuery,
  words: Words,
): Wanted {
  const wanted = reasons.reduce((bits, reason) => bits | bitOf(reason), 0);
  const atOnce = wanted & ~EXPIRED_BIT;
  if ((wanted & EXPIRED_BIT) === 0)
    return (block, at) => ((block.attention[at] ?? 0) & atOnce) !== 0;
  const valid = [undefined, ...words.all('profile').map(({ text }) => validMinOf[text])];
  return (block, at) => {
    const bits = block.attention[at] ?? 0;
    if ((bits & atOnce) !== 0) return true;
    return isExpired(bits, block.createdMs[at] ?? 0, valid[block.profile[at] ?? 0], nowMs);
  };
}

/** Unrolled by hand: a loop over tests would cost more than they do. */
function all(tests: readonly Wanted[]): Wanted {
  const [first, ...rest] = tests;
  if (first === undefined) return () => true;
  if (rest.length === 0) return first;
  const others = all(rest);
  return (block, at) => first(block, at) && others(block, at);
}
