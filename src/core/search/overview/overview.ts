import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES } from '#shared/domain/currency.ts';
import type { LogRow, DayRange } from '#shared/domain/logSearch.ts';
import { spanOf, type MerchantDays } from '#shared/domain/merchantDays.ts';
import { Money } from '#shared/domain/money.ts';
import type { OverviewStep } from '#shared/domain/overview.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { RARE_BITS, bitOf } from '../attention.ts';
import { createCallbackReads, NO_CALLBACK_COUNTS } from '../callbackReads.ts';
import { type Count, type DayCounts, personCode, sumsByKind } from '../dayCounts.ts';
import { kindOf, partsOf } from '../kind.ts';
import type { Happened } from '../happened.ts';
import type { Words } from '../words.ts';
import { type Steps, stepsOf } from './steps.ts';
import type { Moment } from '../query.ts';

/** People have no names here: the finder knows only their ids. */
export type Overview = Omit<OperationOutput<'overview.read'>, 'people'> & {
  readonly people: readonly Omit<OperationOutput<'overview.read'>['people'][number], 'name'>[];
};

/** While the log cannot be read. */
export const EMPTY_OVERVIEW: Overview = {
  from: null,
  to: null,
  totals: [],
  fromBatches: [],
  people: [],
  step: 'hour',
  overTime: [],
  unknowns: { count: 0, oldest: [] },
  callbacks: NO_CALLBACK_COUNTS,
  index: { indexed: 0, total: 0 },
};

/** The profile and range to count; `days` are the merchant's. */
export type OverviewQuestion = Moment & {
  readonly profileId: ProfileId;
  readonly range: DayRange;
  readonly days: MerchantDays;
  /** Only this person's requests. */
  readonly personId?: string | undefined;
};

/** A few, to look at; all of them are in the log. */
const MOST_LISTED = 10;
/** No word has this code. */
const NO_PROFILE = -1;

type OverviewParts = {
  readonly db: Database;
  readonly words: Words;
  readonly dayCounts: DayCounts;
  readonly happened: Happened;
  /** What unknowns are read from is made at the end of a first filling. */
  readonly isFilled: boolean;
  readonly rowsAt: (places: readonly number[]) => readonly LogRow[];
};

/** In steps of a few milliseconds; the index must not change between them. */
export function* overviewOf(
  parts: OverviewParts,
  question: OverviewQuestion,
): Generator<undefined, Omit<Overview, 'index'>> {
  const { words, dayCounts, happened } = parts;
  const { profileId, range, days, nowMs, personId } = question;
  const profile = words.find(profileId) ?? NO_PROFILE;
  const { step, spans } = yield* stepsOf(range, days, nowMs, dayCounts.ends(profile));
  const byStep: (readonly Count[])[] = [];
  for (const { fromMs, toMs } of spans) {
    byStep.push(dayCounts.counts(profile, fromMs, toMs, personId));
    yield undefined;
  }
  const counts = byStep.flat();
  const span = spanOf(range, days, nowMs);
  const from = span.fromMs === null ? null : stampOf(span.fromMs);
  const to = span.toMs === null ? null : stampOf(span.toMs);
  const people = personId === undefined ? yield* peopleOf(parts, profile, span) : [];
  return {
    from,
    to,
    totals: totalsOf(counts),
    fromBatches: fromBatchesOf(counts),
    people,
    step,
    overTime: overTimeOf(spans, byStep),
    unknowns: unknownsOf(parts, profile, personId),
    callbacks: createCallbackReads(happened).callbackCounts({ profileId, taken: null, from, to }),
  };
}

type Range = ReturnType<typeof spanOf>;

/** One person a step: each is read by an index of their own requests. */
function* peopleOf(
  { dayCounts }: OverviewParts,
  profile: number,
  { fromMs, toMs }: Range,
): Generator<undefined, Overview['people']> {
  const people: Overview['people'][number][] = [];
  for (const personId of dayCounts.people()) {
    const counts = dayCounts.counts(profile, fromMs ?? -EVER_MS, toMs ?? EVER_MS, personId);
    if (counts.length > 0) people.push({ personId, sums: personSums(totalsOf(counts)) });
    yield undefined;
  }
  return people;
}

function personSums(totals: Overview['totals']): Overview['people'][number]['sums'] {
  const summed = (rows: Overview['totals']) => ({
    count: rows.reduce((sum, { count }) => sum + count, 0),
    cents: Money.sum(rows.map(({ requestedCents }) => requestedCents)),
  });
  return CURRENCIES.flatMap((currency) => {
    const own = totals.filter((row) => row.currency === currency);
    const [all, accepted] = [summed(own), summed(own.filter((row) => row.outcome === 'accepted'))];
    if (all.count === 0) return [];
    return [
      {
        currency,
        count: all.count,
        requestedCents: all.cents,
        acceptedCount: accepted.count,
        acceptedCents: accepted.cents,
      },
    ];
  });
}

function fromBatchesOf(counts: readonly Count[]): Overview['fromBatches'] {
  const issued = counts.filter(({ batch }) => batch === 1);
  return CURRENCIES.flatMap((currency) => {
    const own = issued.filter(({ kind }) => partsOf(kind).currency === currency);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [{ currency, count }];
  });
}

const UNKNOWN_SQL = `
  FROM entry INDEXED BY entry_with_rare_reason WHERE profile = ? AND attention & ${RARE_BITS} <> 0 AND attention & ${bitOf('unknown')} <> 0`;

/** Whenever they were made. */
function unknownsOf(
  { db, words, rowsAt, isFilled }: OverviewParts,
  profile: number,
  personId: string | undefined,
): Overview['unknowns'] {
  if (!isFilled) return { count: 0, oldest: [] };
  const [column, code] =
    personId === undefined ? ['1', 1] : ['person_code', personCode(words, personId)];
  const sql = `${UNKNOWN_SQL} AND ${column} = ?`;
  const count = db.prepare(`SELECT count(*) ${sql}`).pluck().get(profile, code);
  const oldest = db
    .prepare(`SELECT place ${sql} ORDER BY place LIMIT ${MOST_LISTED}`)
    .pluck()
    .all(profile, code);
  return { count: z.int().parse(count), oldest: rowsAt(z.array(z.int()).parse(oldest)) };
}

/** Beyond every moment that can be written down. */
const EVER_MS = 8.64e15;

/** Before it years have a sign, and no timestamp has one. */
const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');

function stampOf(ms: number): string {
  return new Date(Math.max(ms, YEAR_0_MS)).toISOString();
}

function totalsOf(counts: readonly Count[]): Overview['totals'] {
  return sumsByKind(counts).map(([kind, { count, cents }]) => ({
    ...partsOf(kind),
    count,
    requestedCents: Money.sum([cents]),
  }));
}

/** Of both flows together. */
function overTimeOf(
  spans: Steps['spans'],
  byStep: readonly (readonly Count[])[],
): readonly OverviewStep[] {
  const ofBothFlows = (kind: number): number => {
    const { outcome, currency } = partsOf(kind);
    return kindOf(outcome, 'create', currency);
  };
  return spans.map(({ fromMs, toMs }, at) => ({
    from: stampOf(fromMs),
    to: stampOf(toMs),
    counts: sumsByKind(byStep[at] ?? [], ofBothFlows).map(([kind, { count, cents }]) => {
      const { outcome, currency } = partsOf(kind);
      return { currency, outcome, count, requestedCents: Money.sum([cents]) };
    }),
  }));
}
