import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import { FLOWS } from '#shared/domain/deposit.ts';
import { OUTCOMES } from '#shared/domain/logSearch.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/overviewTimes.ts';

import { bitOf } from '../attention.ts';
import { BLOCK_PLACES, BLOCK_SHIFT, type Block, type Columns } from '../columns.ts';
import { quarterOf } from '../quarters.ts';
import type { Edge } from './sums.ts';

/** Counts by currency and, within it, by code. */
type ByCode = { readonly counts: Uint32Array; readonly codes: number };

export type Tally = {
  readonly states: ByCode;
  readonly answers: ByCode;
  readonly callbacks: ByCode;
  readonly edges: Edge[];
  /** Whenever they were made. */
  readonly unknown: { count: number; readonly oldest: number[] };
};

type TallyOptions = {
  readonly profile: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly uneven: ReadonlySet<number>;
  readonly stateCodes: number;
  readonly mostUnknown: number;
};

const BLOCKS_AT_ONCE = 8;
const KINDS_A_CURRENCY = FLOWS.length * OUTCOMES.length;
const UNKNOWN_BIT = bitOf('unknown');

/** One look at every request of the log, a few milliseconds per million and in pieces. */
export function* tallyOf(
  columns: Columns,
  size: number,
  options: TallyOptions,
): Generator<undefined, Tally> {
  const tally: Tally = {
    states: byCode(options.stateCodes),
    answers: byCode(ANSWER_TIMES.length + 1),
    callbacks: byCode(CALLBACK_TIMES.length + 1),
    edges: [],
    unknown: { count: 0, oldest: [] },
  };
  for (let first = 0; first < size; first += BLOCK_PLACES) {
    const at = first >>> BLOCK_SHIFT;
    look(columns.block(at), first, Math.min(BLOCK_PLACES, size - first), options, tally);
    if (at % BLOCKS_AT_ONCE === 0) yield undefined;
  }
  return tally;
}

function byCode(codes: number): ByCode {
  return { counts: new Uint32Array(CURRENCIES.length * codes), codes };
}

function look(
  block: Block,
  first: number,
  rows: number,
  { profile, fromMs, toMs, uneven, mostUnknown }: TallyOptions,
  { states, answers, callbacks, edges, unknown }: Tally,
): void {
  for (let at = 0; at < rows; at += 1) {
    if (block.profile[at] !== profile) continue;
    if (((block.attention[at] ?? 0) & UNKNOWN_BIT) !== 0) {
      unknown.count += 1;
      if (unknown.oldest.length < mostUnknown) unknown.oldest.push(first + at);
    }
    const ms = block.createdMs[at] ?? 0;
    if (ms < fromMs || ms >= toMs) continue;
    const kind = block.kind[at] ?? 0;
    const currency = Math.floor(kind / KINDS_A_CURRENCY);
    count(states, currency, block.state[at] ?? 0);
    count(answers, currency, block.answerTime[at] ?? 0);
    count(callbacks, currency, block.callbackTime[at] ?? 0);
    if (uneven.size > 0 && uneven.has(quarterOf(ms))) edges.push({ place: first + at, ms, kind });
  }
}

function count({ counts, codes }: ByCode, currency: number, code: number): void {
  const at = currency * codes + code;
  counts[at] = (counts[at] ?? 0) + 1;
}

export type Listed<T> = {
  readonly currency: Currency;
  readonly named: T;
  readonly count: number;
};

/** What has a name and a count, in the order of its names. */
export function listed<T>({ counts, codes }: ByCode, names: readonly T[]): readonly Listed<T>[] {
  return CURRENCIES.flatMap((currency, at) =>
    names.flatMap((named, code) => {
      const found = counts[at * codes + code + 1] ?? 0;
      return found === 0 ? [] : [{ currency, named, count: found }];
    }),
  );
}
