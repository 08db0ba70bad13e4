import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import type { CallbackFilter } from '#shared/domain/callback.ts';
import { CALLBACKS_TAKEN } from '#shared/domain/callback.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { type DayRange, type LogFilter, NO_FILTER } from '#shared/domain/logSearch.ts';
import { overviewSchema } from '#shared/domain/overview.ts';
import { type MerchantDays, spanOf } from '#shared/domain/merchantDays.ts';

import { removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { logPathsOf } from '../../log/store/paths.ts';
import { type Finder, openFinder } from '../finder.ts';
import { type Plain, type PlainOverview, plainOverview } from '../testing/plainOverview.ts';
import { type Dice, diceOf, openRandomLog } from '../testing/randomLog.ts';
import { PEOPLE } from '../testing/randomPeople.ts';
import type { Overview, OverviewQuestion } from './overview.ts';

afterAll(removeTemporaryDirs);

const PROFILES = ['shop', 'kassa', 'sandbox'].map((id) => profileIdSchema.parse(id));
const ZONES = [
  'UTC',
  'Asia/Tashkent',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
] as const;
const CUTS = ['00:00', '05:30', '03:00', '23:59', '14:07'] as const;

function rangeFrom(dice: Dice, nowMs: number): DayRange {
  const day = (back: number): string =>
    new Date(nowMs - back * 86_400_000).toISOString().slice(0, 10);
  const to = dice.below(5);
  return dice.one<() => DayRange>([
    () => ({ kind: 'all' }),
    () => ({ kind: 'today' }),
    () => ({ kind: 'yesterday' }),
    () => ({ kind: 'last7' }),
    () => ({ kind: 'last30' }),
    () => ({ kind: 'custom', from: day(to + dice.below(4)), to: day(to) }),
    () => ({ kind: 'custom', from: day(to + 80 + dice.below(40)), to: day(to) }),
    () => ({ kind: 'custom', from: '0001-01-01', to: '9999-12-31' }),
  ])();
}

function done<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

function plain(entries: readonly (readonly [string, number])[]): Plain {
  return Object.fromEntries(entries);
}

/** Every number, against a count over the events. */
function expectCounts(of: Overview, sql: PlainOverview): void {
  const { from, to } = of;
  const kinds = of.totals.map(
    (one) => [`${one.currency} ${one.flow} ${one.outcome}`, one] as const,
  );
  expect(plain(kinds.map(([name, { count }]) => [name, count]))).toEqual(
    sql.counts('totals', from, to),
  );
  expect(plain(kinds.map(([name, { requestedCents }]) => [name, Number(requestedCents)]))).toEqual(
    sql.counts('cents', from, to),
  );
  expect(plain(of.fromBatches.map(({ currency, count }) => [currency, count]))).toEqual(
    sql.counts('fromBatches', from, to),
  );
  expect({ waiting: of.unknowns.count }).toEqual(sql.counts('unknowns', from, to));
  expect(of.unknowns.oldest).toHaveLength(Math.min(10, of.unknowns.count));
  const callbacks = Object.entries(of.callbacks).filter(([, count]) => count > 0);
  expect(plain(callbacks)).toEqual(sql.callbacks(from, to));
}

function expectSteps(
  of: Overview,
  { range, days, nowMs }: OverviewQuestion,
  sql: PlainOverview,
): void {
  const { fromMs, toMs } = spanOf(range, days, nowMs);
  if (range.kind !== 'all' && range.kind !== 'custom') {
    expect([of.from, of.to].map((at) => Date.parse(at ?? ''))).toEqual([fromMs, toMs]);
  }
  expect(of.overTime.length).toBeLessThanOrEqual(370);
  for (const [at, { from, to, counts }] of of.overTime.entries()) {
    expect(to > from).toBe(true);
    if (at > 0) expect(from).toBe(of.overTime[at - 1]?.to);
    const named = counts.map((one) => [`${one.currency} ${one.outcome}`, one] as const);
    expect(plain(named.map(([name, { count }]) => [name, count]))).toEqual(
      sql.counts('step', from, to),
    );
    expect(plain(named.map(([name, one]) => [name, Number(one.requestedCents)]))).toEqual(
      sql.counts('stepCents', from, to),
    );
    if (at > 0) expect(beginningOf(from, of.step, days)).toBe(true);
  }
  if (range.kind !== 'all') {
    expect(of.overTime[0]?.from).toBe(of.from);
    expect(of.overTime.at(-1)?.to).toBe(of.to);
  }
}

/** On the merchant's clock; where clocks are turned a day may begin at another time than its cut. */
function beginningOf(
  at: string,
  step: Overview['step'],
  { timeZone, dayCut }: MerchantDays,
): boolean {
  const read = (ms: number): string =>
    new Date(ms).toLocaleString('sv-SE', { timeZone: timeZone ?? 'UTC' });
  const ms = Date.parse(at);
  const isTurned = read(ms - 7_200_000).slice(14, 16) !== read(ms).slice(14, 16);
  if (step === 'hour') return read(ms).slice(14, 16) === '00' || isTurned;
  const isCut = read(ms).slice(11, 16) === dayCut;
  return isCut && (step === 'day' || read(ms).slice(8, 10) === '01');
}

/** What the log lists for the link of each number. */
function expectLinks(of: Overview, finder: Finder, question: OverviewQuestion): void {
  const { profileId, range, days, nowMs } = question;
  const listed = (filter: Partial<LogFilter>, within: DayRange = range): number => {
    const query = {
      ...question,
      ...spanOf(within, days, nowMs),
      words: [],
      filter: { ...NO_FILTER, profileIds: [profileId], ...filter },
      sort: { by: 'time', descending: true } as const,
    };
    return [...finder.places(query)].reduce((sum, places) => sum + places.length, 0);
  };
  for (const { currency, flow, outcome, count } of of.totals) {
    expect(listed({ currencies: [currency], flows: [flow], outcomes: [outcome] })).toBe(count);
  }
  for (const { currency, count } of of.fromBatches) {
    expect(listed({ currencies: [currency], fromBatches: true })).toBe(count);
  }
  for (const { from, to, counts } of of.overTime.slice(-40)) {
    for (const { currency, outcome, count } of counts) {
      const filter = { currencies: [currency], outcomes: [outcome], between: { from, to } };
      expect(listed(filter)).toBe(count);
    }
  }
  expect(listed({ attention: ['unknown'] }, { kind: 'all' })).toBe(of.unknowns.count);
  expectInbox(of, finder, profileId);
}

/** Each person's sums, and the whole overview of one person, against what the log lists for them. */
function expectPeople(of: Overview, finder: Finder, question: OverviewQuestion): void {
  const { profileId, range, days, nowMs } = question;
  const listed = (filter: Partial<LogFilter>): number => {
    const query = {
      ...question,
      ...spanOf(range, days, nowMs),
      words: [],
      filter: { ...NO_FILTER, profileIds: [profileId], ...filter },
      sort: { by: 'time', descending: true } as const,
    };
    return [...finder.places(query)].reduce((sum, places) => sum + places.length, 0);
  };
  const sumOf = (counts: readonly { readonly count: number }[]): number =>
    counts.reduce((sum, { count }) => sum + count, 0);
  for (const personId of PEOPLE) {
    const sums = of.people.find((one) => one.personId === personId)?.sums ?? [];
    expect(sumOf(sums)).toBe(listed({ people: [personId] }));
    for (const { currency, count, acceptedCount } of sums) {
      const own = { people: [personId], currencies: [currency] };
      expect(listed(own)).toBe(count);
      expect(listed({ ...own, outcomes: ['accepted'] })).toBe(acceptedCount);
    }
    const whole = done(finder.overview({ ...question, personId }));
    expect(sumOf(whole.totals)).toBe(sumOf(sums));
    expect(sumOf(whole.overTime.flatMap(({ counts }) => counts))).toBe(sumOf(sums));
    const cents = (rows: readonly { readonly requestedCents: number | string }[]): bigint =>
      rows.reduce((sum, row) => sum + BigInt(row.requestedCents), 0n);
    expect(cents(whole.totals)).toBe(cents(sums));
    expect(whole.people).toEqual([]);
    const unknown = listedEver(finder, question, { people: [personId], attention: ['unknown'] });
    expect(whole.unknowns.count).toBe(unknown);
  }
}

function listedEver(
  finder: Finder,
  question: OverviewQuestion,
  filter: Partial<LogFilter>,
): number {
  const query = {
    ...question,
    words: [],
    fromMs: null,
    toMs: null,
    filter: { ...NO_FILTER, profileIds: [question.profileId], ...filter },
    sort: { by: 'time', descending: true } as const,
  };
  return [...finder.places(query)].reduce((sum, places) => sum + places.length, 0);
}

function expectInbox(of: Overview, finder: Finder, profileId: CallbackFilter['profileId']): void {
  for (const taken of CALLBACKS_TAKEN) {
    const filter: CallbackFilter = { profileId, taken, from: of.from, to: of.to };
    const pages: number[] = [];
    let before: number | null = null;
    do {
      const page = finder.callbackSeqs(filter, before, 3);
      expect(page.total).toBe(of.callbacks[taken]);
      pages.push(...page.seqs);
      before = page.next;
    } while (before !== null);
    expect(pages).toHaveLength(of.callbacks[taken]);
    expect(new Set(pages).size).toBe(pages.length);
  }
}

describe('the overview', () => {
  it('has the numbers that a count over the events has, and links that find exactly those', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isFilled) => {
        const dice = diceOf(seed);
        const paths = logPathsOf(temporaryDir());
        const log = openRandomLog(paths, dice);
        const finder = openFinder(paths, { readonly: false, fillFrom: isFilled ? 1 : 1e9 });
        for (let round = 0; round < 2; round += 1) {
          log.grow(round === 0 ? 260 : dice.below(40));
          finder.catchUp(Number.POSITIVE_INFINITY);
          for (let count = 0; count < 3; count += 1) {
            const nowMs = log.nowMs() + dice.one([0, 86_400_000]);
            const question: OverviewQuestion = {
              profileId: dice.one([PROFILES[0] ?? profileIdSchema.parse('x'), ...PROFILES]),
              range: rangeFrom(dice, nowMs),
              days: { timeZone: dice.one(ZONES), dayCut: dice.one(CUTS) },
              nowMs,
              validMinOf: { shop: 60 },
            };
            const overview = done(finder.overview(question));
            const sql = plainOverview(log.db, question.profileId);
            const named = overview.people.map((one) => ({ ...one, name: 'someone' }));
            expectCounts(overviewSchema.parse({ ...overview, people: named }), sql);
            if (count === 0) expectPeople(overview, finder, question);
            expectSteps(overview, question, sql);
            expectLinks(overview, finder, question);
          }
        }
        finder.close();
        log.close();
      }),
      { numRuns: 4 },
    );
  });
});
