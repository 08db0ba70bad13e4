import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { FLOWS } from '#shared/domain/deposit.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import {
  ATTENTION_REASONS,
  LOG_SORTS,
  type LogRow,
  NO_FILTER,
  OUTCOMES,
} from '#shared/domain/logSearch.ts';
import { Money } from '#shared/domain/money.ts';
import { ANSWER_TIMES, CALLBACK_TIMES } from '#shared/domain/requestTimes.ts';
import { wordsOf } from '#shared/search/fold.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { type Finder, openFinder } from './finder.ts';
import type { ResolvedQuery } from './query.ts';
import { plainSearch, scan } from './testing/plainScan.ts';
import { BATCHES, type Dice, diceOf, openRandomLog } from './testing/randomLog.ts';
import { PEOPLE } from './testing/randomPeople.ts';

afterAll(removeTemporaryDirs);

const EVERYTHING: ResolvedQuery = {
  words: [],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: { by: 'time', descending: true },
  nowMs: 0,
  validMinOf: {},
};

function found(finder: Finder, query: ResolvedQuery): string {
  return [...finder.places(query)].flatMap((piece) => [...piece]).join();
}

/** Something that is written in one of these rows, from any place of it and of any length. */
function termFrom(dice: Dice, rows: readonly LogRow[]): string {
  const row = rows[dice.below(rows.length)];
  const fields = [
    row?.orderId,
    row?.customer,
    row?.phone,
    row?.remoteId,
    Money.plain(row?.cents ?? 0, 'RUB'),
  ];
  const text = dice.one([
    'zzz',
    ...fields.filter((field) => field !== null && field !== undefined),
  ]);
  // By whole characters: half of one cannot be typed.
  const symbols = Array.from(text);
  const from = dice.below(symbols.length);
  return symbols.slice(from, from + 1 + dice.below(6)).join('');
}

function queryFrom(dice: Dice, rows: readonly LogRow[], nowMs: number): ResolvedQuery {
  const some = <T>(list: readonly T[]): readonly T[] =>
    dice.chance(0.75) ? [] : list.filter(() => dice.chance(0.4));
  const terms = dice.chance(0.4)
    ? ''
    : dice.one([termFrom(dice, rows), `${termFrom(dice, rows)} ${termFrom(dice, rows)}`]);
  // Now and then exactly when something was recorded: the beginning is in a range, its end is not.
  const recorded = (): number => Date.parse(rows[dice.below(rows.length)]?.createdAt ?? '');
  const at = (): number | null =>
    dice.chance(0.7) ? null : dice.one([nowMs - dice.below(40 * 86_400_000), recorded()]);
  const stamp = (): string => new Date(at() ?? recorded()).toISOString();
  return {
    words: wordsOf(terms),
    filter: {
      outcomes: some(OUTCOMES),
      states: some(['paid', 'Paid', 'created', 'never heard of']),
      flows: some(FLOWS),
      currencies: some(CURRENCIES),
      paymentTypes: some(['sbp', 'Банк', 'uzs_select']),
      profileIds: some(['shop', 'kassa', 'gone'].map((id) => profileIdSchema.parse(id))),
      operators: some(['Anna', 'anna', 'Борис']),
      needsAttention: dice.chance(0.2),
      attention: some(ATTENTION_REASONS),
      answerTimes: some(ANSWER_TIMES),
      callbackTimes: some(CALLBACK_TIMES),
      customers: some([...new Set(rows.map(({ customer }) => customer ?? 'x'))].slice(0, 9)),
      between: dice.chance(0.8) ? null : { from: stamp(), to: stamp() },
      withoutSamples: dice.chance(0.3),
      batches: some([...BATCHES, '00000000-0000-4000-8000-00000000000c']),
      fromBatches: dice.chance(0.2),
      people: some([...PEOPLE, BATCHES[0]]),
    },
    fromMs: at(),
    toMs: at(),
    sort: { by: dice.one(LOG_SORTS), descending: dice.chance(0.5) },
    nowMs,
    validMinOf: { shop: 60, kassa: 1 },
  };
}

describe('a search', () => {
  it('finds what a plain scan finds, in its order, while the log grows', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isFilled) => {
        const dice = diceOf(seed);
        const paths = logPathsOf(temporaryDir());
        const log = openRandomLog(paths, dice);
        // So few that lists are read in every way there is.
        const narrowRows = dice.one([-1, 10, 20_000]);
        const fillFrom = isFilled ? 1 : 1e9;
        const finder = openFinder(paths, { readonly: false, fillFrom, narrowRows });
        for (let round = 0; round < 3; round += 1) {
          log.grow(round === 0 ? 150 : dice.below(60));
          finder.catchUp(Number.POSITIVE_INFINITY);
          const query = { ...EVERYTHING, nowMs: log.nowMs(), validMinOf: { shop: 60, kassa: 1 } };
          const all = scan(log.events(), query);
          const rows = all.map(({ row }) => row);
          const { rows: shown } = finder.search(query);
          expect(JSON.stringify(shown(0, 9999))).toBe(JSON.stringify(rows.toReversed()));
          for (let count = 0; count < 40; count += 1) {
            const asked = queryFrom(dice, rows, log.nowMs());
            expect(found(finder, asked), JSON.stringify(asked)).toBe(
              plainSearch(all, asked).join(),
            );
          }
        }
        finder.close();
        log.close();
      }),
      { numRuns: 6 },
    );
  });

  it('finds what a plain scan finds for a thousand random terms', () => {
    const dice = diceOf(5);
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, dice);
    log.grow(1500);
    const finder = openFinder(paths, { readonly: false, fillFrom: 1 });
    finder.catchUp(Number.POSITIVE_INFINITY);
    const all = scan(log.events(), EVERYTHING);
    const rows = all.map(({ row }) => row);
    for (let count = 0; count < 1000; count += 1) {
      const words = wordsOf(termFrom(dice, rows));
      const query = { ...EVERYTHING, words };
      expect(found(finder, query), words.join()).toBe(plainSearch(all, query).join());
    }
    finder.close();
    log.close();
  });
});
