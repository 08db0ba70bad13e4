import { toCentsSum } from '#shared/domain/centsSum.ts';
import type { LimitsChange } from '#shared/domain/limits.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import type { OverviewStep } from '#shared/domain/overview.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/overviewTimes.ts';
import { limitsChange } from '#shared/limits/change.ts';

import type { Overview, OverviewQuestion } from '../../log/port.ts';
import type { CallbackIndex } from '../callbackIndex.ts';
import { type Columns, kindOf, partsOf } from '../columns.ts';
import { spanOf } from '#shared/domain/merchantDays.ts';
import type { LimitsIndex } from '../limitsIndex.ts';
import type { Source } from '../source.ts';
import type { Words } from '../words.ts';
import { type Steps, stepsOf } from './steps.ts';
import { type Sum, type Sums, type SumsByKind, add, unevenQuarters } from './sums.ts';
import { type Listed, listed, tallyOf } from './tally.ts';

/** A few, to look at; all of them are in the log. */
const MOST_LISTED = 10;
/** No request has this code. */
const NOBODY = 0xffff_ffff;

type OverviewParts = {
  readonly source: Source;
  readonly words: Words;
  readonly columns: Columns;
  readonly sums: Sums;
  readonly callbacks: CallbackIndex;
  readonly limits: LimitsIndex;
  readonly size: number;
  readonly rowsAt: (places: readonly number[]) => readonly LogRow[];
};

/** In steps of a few milliseconds; the index must not change between them. */
export function* overviewOf(
  parts: OverviewParts,
  question: OverviewQuestion,
): Generator<undefined, Omit<Overview, 'index'>> {
  const { words, columns, sums, callbacks, size } = parts;
  const { profileId, range, days, nowMs } = question;
  const span = spanOf(range, days, nowMs);
  const [fromMs, toMs] = [span.fromMs ?? -EVER_MS, span.toMs ?? EVER_MS];
  const profile = words.find('profile', profileId) ?? NOBODY;
  const { step, spans } = yield* stepsOf(range, days, nowMs, sums.ends(profile));
  const tally = yield* tallyOf(columns, size, {
    profile,
    fromMs,
    toMs,
    uneven: unevenQuarters(spans),
    stateCodes: words.all('state').length + 1,
    mostUnknown: MOST_LISTED,
  });
  const byStep = yield* sums.of(profile, spans, tally.edges);
  const from = span.fromMs === null ? null : stampOf(span.fromMs);
  const to = span.toMs === null ? null : stampOf(span.toMs);
  const states = words.all('state').map(({ text }) => text);
  return {
    from,
    to,
    totals: totalsOf(byStep),
    step,
    overTime: overTimeOf(spans, byStep),
    states: listed(tally.states, states).map(({ named: state, ...rest }) => ({ ...rest, state })),
    answerTimes: listed(tally.answers, ANSWER_TIMES).map(timed),
    callbackTimes: listed(tally.callbacks, CALLBACK_TIMES).map(timed),
    unknowns: { count: tally.unknown.count, oldest: parts.rowsAt(tally.unknown.oldest) },
    limits: limitsOf(parts, profileId, fromMs, toMs),
    callbacks: yield* callbacks.counts({ profileId, taken: null, from, to }),
  };
}

/** Beyond every moment that can be written down. */
const EVER_MS = 8.64e15;

/** Before it years have a sign, and no timestamp has one. */
const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');

function stampOf(ms: number): string {
  return new Date(Math.max(ms, YEAR_0_MS)).toISOString();
}

function timed<T>({ named: time, ...rest }: Listed<T>) {
  return { ...rest, time };
}

function totalsOf(byStep: readonly SumsByKind[]): Overview['totals'] {
  const totals = new Map<number, Sum>();
  for (const sums of byStep) for (const [kind, sum] of sums) add(totals, kind, sum);
  return sorted(totals).map(([kind, { count, cents }]) => ({
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
      add(sums, kindOf(outcome, 'create', currency), sum);
    }
    return {
      from: stampOf(fromMs),
      to: stampOf(toMs),
      counts: sorted(sums).map(([kind, { count, cents }]) => {
        const { outcome, currency } = partsOf(kind);
        return { currency, outcome, count, requestedCents: toCentsSum(cents) };
      }),
    };
  });
}

function sorted(sums: SumsByKind): readonly (readonly [number, Sum])[] {
  return [...sums].toSorted(([one], [other]) => one - other);
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
