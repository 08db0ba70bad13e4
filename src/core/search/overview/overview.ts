import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { toCentsSum } from '#shared/domain/centsSum.ts';
import { CURRENCIES, type Currency } from '#shared/domain/currency.ts';
import type { LimitsChange } from '#shared/domain/limits.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import { spanOf } from '#shared/domain/merchantDays.ts';
import type { OverviewStep } from '#shared/domain/overview.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/overviewTimes.ts';
import { limitsChange } from '#shared/limits/change.ts';

import type { Overview, OverviewQuestion } from '../../log/port.ts';
import { RARE_BITS, bitOf } from '../attention.ts';
import type { CallbackIndex } from '../callbackIndex.ts';
import { type DayCounts, type Sum, type SumsByKind, addTo, inOrder } from '../dayCounts.ts';
import { kindOf, partsOf } from '../kind.ts';
import type { LimitsIndex } from '../limitsIndex.ts';
import type { Source } from '../source.ts';
import type { Words } from '../words.ts';
import { type Steps, stepsOf } from './steps.ts';

/** A few, to look at; all of them are in the log. */
const MOST_LISTED = 10;
/** No word has this code. */
const NO_PROFILE = -1;

type OverviewParts = {
  readonly db: Database;
  readonly source: Source;
  readonly words: Words;
  readonly dayCounts: DayCounts;
  readonly callbacks: CallbackIndex;
  readonly limits: LimitsIndex;
  /** What unknowns are read from is made at the end of a first filling. */
  readonly isFilled: boolean;
  readonly rowsAt: (places: readonly number[]) => readonly LogRow[];
};

/** In steps of a few milliseconds; the index must not change between them. */
export function* overviewOf(
  parts: OverviewParts,
  question: OverviewQuestion,
): Generator<undefined, Omit<Overview, 'index'>> {
  const { words, dayCounts, callbacks } = parts;
  const { profileId, range, days, nowMs } = question;
  const span = spanOf(range, days, nowMs);
  const [fromMs, toMs] = [span.fromMs ?? -EVER_MS, span.toMs ?? EVER_MS];
  const profile = words.find(profileId) ?? NO_PROFILE;
  const { step, spans } = yield* stepsOf(range, days, nowMs, dayCounts.ends(profile));
  const byStep: SumsByKind[] = [];
  for (const one of spans) {
    byStep.push(dayCounts.sums(profile, one.fromMs, one.toMs));
    yield undefined;
  }
  const counted: Record<'state' | 'answer' | 'callback', readonly Counted[]> = {
    state: countedOf(dayCounts.counts('state', profile, fromMs, toMs)),
    answer: countedOf(dayCounts.counts('answer', profile, fromMs, toMs)),
    callback: countedOf(dayCounts.counts('callback', profile, fromMs, toMs)),
  };
  yield undefined;
  const from = span.fromMs === null ? null : stampOf(span.fromMs);
  const to = span.toMs === null ? null : stampOf(span.toMs);
  return {
    from,
    to,
    totals: totalsOf(byStep),
    step,
    overTime: overTimeOf(spans, byStep),
    states: counted.state.map(({ code, ...rest }) => ({ ...rest, state: words.text(code) })),
    answerTimes: timed(counted.answer, ANSWER_TIMES),
    callbackTimes: timed(counted.callback, CALLBACK_TIMES),
    unknowns: unknownsOf(parts, profile),
    limits: limitsOf(parts, profileId, fromMs, toMs),
    callbacks: callbacks.counts({ profileId, taken: null, from, to }),
  };
}

type Counted = { readonly currency: Currency; readonly code: number; readonly count: number };

/** What has a code, by currency and then by code. A piece of the range may have counted the same as another. */
function countedOf(counts: ReturnType<DayCounts['counts']>): readonly Counted[] {
  const byCode = new Map<string, Counted>();
  for (const { currency: at, code, count } of counts) {
    const currency = CURRENCIES[at];
    if (currency === undefined || code === 0) continue;
    const before = byCode.get(`${at} ${code}`)?.count ?? 0;
    byCode.set(`${at} ${code}`, { currency, code, count: before + count });
  }
  const sorted = [...byCode.values()].toSorted((a, b) => a.code - b.code);
  return CURRENCIES.flatMap((currency) => sorted.filter((one) => one.currency === currency));
}

/** Codes of times are places in the list of classes, and one more. */
function timed<T>(counted: readonly Counted[], classes: readonly T[]) {
  return counted.flatMap(({ code, ...rest }) => {
    const time = classes[code - 1];
    return time === undefined ? [] : [{ ...rest, time }];
  });
}

const UNKNOWN_SQL = `
  FROM entry INDEXED BY entry_with_rare_reason WHERE profile = ? AND attention & ${RARE_BITS} <> 0 AND attention & ${bitOf('unknown')} <> 0`;

/** Whenever they were made. */
function unknownsOf(
  { db, rowsAt, isFilled }: OverviewParts,
  profile: number,
): Overview['unknowns'] {
  if (!isFilled) return { count: 0, oldest: [] };
  const count = db.prepare(`SELECT count(*) ${UNKNOWN_SQL}`).pluck().get(profile);
  const oldest = db
    .prepare(`SELECT place ${UNKNOWN_SQL} ORDER BY place LIMIT ${MOST_LISTED}`)
    .pluck()
    .all(profile);
  return { count: z.int().parse(count), oldest: rowsAt(z.array(z.int()).parse(oldest)) };
}

/** Beyond every moment that can be written down. */
const EVER_MS = 8.64e15;

/** Before it years have a sign, and no timestamp has one. */
const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');

function stampOf(ms: number): string {
  return new Date(Math.max(ms, YEAR_0_MS)).toISOString();
}

function totalsOf(byStep: readonly SumsByKind[]): Overview['totals'] {
  const totals = new Map<number, Sum>();
  for (const sums of byStep) for (const [kind, sum] of sums) addTo(totals, kind, sum);
  return inOrder(totals).map(([kind, { count, cents }]) => ({
    ...partsOf(kind),
    count,
    requestedCents: toCentsSum(cents),
  }));
}

/** Of both flows together. */
function overTimeOf(spans: Steps['spans'], byStep: readonly SumsByKind[]): readonly OverviewStep[] {
  return spans.map(({ fromMs, toMs }, at) => {
    const sums = new Map<number, Sum>();
    for (const [kind, sum] of byStep[at] ?? []) {
      const { outcome, currency } = partsOf(kind);
      addTo(sums, kindOf(outcome, 'create', currency), sum);
    }
    return {
      from: stampOf(fromMs),
      to: stampOf(toMs),
      counts: inOrder(sums).map(([kind, { count, cents }]) => {
        const { outcome, currency } = partsOf(kind);
        return { currency, outcome, count, requestedCents: toCentsSum(cents) };
      }),
    };
  });
}

function limitsOf(
  { limits, source }: OverviewParts,
  profileId: string,
  fromMs: number,
  toMs: number,
): Overview['limits'] {
  const { count, newest } = limits.changes(profileId, fromMs, toMs, MOST_LISTED);
  return {
    count,
    newest: newest.flatMap(({ seq, beforeSeq, atMs }) => {
      const [before, after] = [source.limitsAt(beforeSeq), source.limitsAt(seq)];
      if (before === null || after === null) return [];
      const change: LimitsChange | null = limitsChange(before.snapshot, after.snapshot);
      if (change === null) return [];
      return [{ id: after.snapshot.id, at: stampOf(atMs), change }];
    }),
  };
}
