import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { MOST_RECALLED, pastRequestOf } from '#shared/domain/customer.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { isSameMerchantMode, merchantModeOf } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { createReaderParts } from '../log/reads/readerParts.ts';
import { LONG_READS } from '../log/reads/reads.ts';
import { createStore } from '../log/store/store.ts';
import { type Finder, openFinder } from './finder.ts';
import { IN_MEMORY } from './schema.ts';
import { allRequests, plainFigures, plainPast, plainSuggestions } from './testing/plainDesk.ts';
import { type Dice, diceOf, openRandomLog } from './testing/randomLog.ts';

afterAll(removeTemporaryDirs);

const NOW_MS = Date.parse('2026-03-02T00:00:00.000Z');
const PROFILES = ['shop', 'kassa', 'sandbox', 'gone'] as const;
const TEXTS = [
  '',
  ' ',
  'ив',
  'ИВАН',
  'cust',
  '7',
  '-7 cu',
  'c 7',
  'fi',
  'ﬁ',
  '😀',
  'ö',
  'zzz',
] as const;

function nameFrom(dice: Dice, requests: readonly DepositRequest[]): string {
  return requests[dice.below(requests.length)]?.body.fields.customer ?? 'nobody at all';
}

/** A few questions of each kind, against a look at every request. */
function expectSame(finder: Finder, requests: readonly DepositRequest[], dice: Dice): void {
  const isBehind = finder.upToSeq() !== finder.logHead();
  const moment = { nowMs: NOW_MS, validMinOf: { shop: 60 } };

  for (let count = 0; count < 25; count += 1) {
    const profileId = dice.one(PROFILES);
    const text = dice.chance(0.5) ? dice.one(TEXTS) : nameFrom(dice, requests).slice(dice.below(3));
    expect(finder.suggestCustomers(profileId, text), `${profileId}: ${text}`).toEqual(
      plainSuggestions(requests, profileId, text),
    );
    const name = nameFrom(dice, requests);
    expect(finder.recallCustomer(profileId, name), `${profileId}: ${name}`).toEqual(
      plainPast(requests, profileId, ({ customer }) => customer === name),
    );
    // What an index that is behind has of a request may be older than the request.
    if (isBehind || finder.isFilling()) continue;
    const question = {
      profileId: profileIdSchema.parse(profileId),
      customer: name,
      stateWords: [],
    };
    const { index: _, open, ...figures } = finder.customerFigures({ ...question, ...moment });
    const plain = plainFigures(requests, { ...question, ...moment });
    expect({ ...figures, open: open.map(({ intentId }) => intentId) }, name).toEqual(plain);
  }
}

describe('customers of a profile', () => {
  it('are those of a plain scan, whether the index has followed the log or not', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isFilled) => {
        const dice = diceOf(seed);
        const paths = logPathsOf(temporaryDir());
        const log = openRandomLog(paths, dice);
        const finder = openFinder(paths, { readonly: false, fillFrom: isFilled ? 1 : 1e9 });
        for (let round = 0; round < 4; round += 1) {
          log.grow(round === 0 ? 150 : dice.below(60));
          if (round === 0 || dice.chance(0.6)) finder.catchUp(Number.POSITIVE_INFINITY);
          expectSame(finder, allRequests(log.events()), dice);
        }
        finder.close();
        log.close();
      }),
      { numRuns: 5 },
    );
  });

  it('are those of the newest thousand requests while there is no index, or none yet', () => {
    const dice = diceOf(7);
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, dice);
    log.grow(4000);
    const filling = openFinder(paths, { readonly: false, fillFrom: 1 });
    filling.catchUp(0);
    filling.catchUp(0);
    expect(filling.isFilling()).toBe(true);
    const frozen = openFinder({ ...paths, index: IN_MEMORY }, { readonly: false, isFrozen: true });
    for (let round = 0; round < 2; round += 1) {
      const newest = allRequests(log.events()).slice(0, 1000);
      expectSame(filling, newest, dice);
      expectSame(frozen, newest, dice);
      // What came in the meantime is there at once.
      log.grow(5);
    }
    filling.catchUp(Number.POSITIVE_INFINITY);
    expectSame(filling, allRequests(log.events()), dice);
    for (const finder of [filling, frozen]) finder.close();
    log.close();
  });

  it('are counted once while the index is first filled and has some of the newest already', () => {
    const dice = diceOf(9);
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, dice);
    log.grow(900);
    const filling = openFinder(paths, { readonly: false, fillFrom: 1 });
    filling.catchUp(0);
    filling.catchUp(0);
    expect(filling.isFilling()).toBe(true);
    expect(filling.index.prepare('SELECT count(*) FROM entry').pluck().get()).toBeGreaterThan(0);
    const requests = allRequests(log.events());
    const moment = { nowMs: NOW_MS, validMinOf: {} };
    for (const { profileId, body } of requests.slice(-100)) {
      const question = { profileId, customer: body.fields.customer ?? '', stateWords: [] };
      const all = plainFigures(requests, { ...question, ...moment });
      const { requests: counted, open } = filling.customerFigures({ ...question, ...moment });
      expect(counted, question.customer).toBe(all.requests);
      expect(new Set(open.map(({ intentId }) => intentId)).size).toBe(open.length);
    }
    filling.close();
    log.close();
  });

  it('are the same after a piece that was undone', () => {
    const dice = diceOf(11);
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, dice);
    const finder = openFinder(paths, { readonly: false });
    log.grow(100);
    finder.catchUp(Number.POSITIVE_INFINITY);
    expectSame(finder, allRequests(log.events()), dice);
    log.grow(100);
    finder.index.exec(`
      CREATE TEMP TRIGGER disk_is_full BEFORE INSERT ON main.meta
      BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    expect(() => finder.catchUp(Number.POSITIVE_INFINITY)).toThrow('no room');
    expectSame(finder, allRequests(log.events()), dice);
    finder.index.exec('DROP TRIGGER disk_is_full');
    finder.catchUp(Number.POSITIVE_INFINITY);
    expectSame(finder, allRequests(log.events()), dice);
    finder.close();
    log.close();
  });
});

describe('uses of an order id', () => {
  it('are those of a plain scan', () => {
    const dice = diceOf(5);
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, dice);
    log.grow(600);
    const requests = allRequests(log.events());
    const parts = createReaderParts(createStore(log.db), paths);
    const sides = ['live', 'sandbox'] as const;
    for (const { body } of requests.slice(0, 80)) {
      const { merchant, order_id: orderId } = body.fields;
      const whose = { merchant, mode: dice.one(sides) };
      const uses = requests.filter(
        (request) =>
          isSameMerchantMode(merchantModeOf(request), whose) &&
          request.body.fields.order_id === orderId,
      );
      expect(LONG_READS.orderUses.run(parts, whose, orderId)).toEqual(
        uses.slice(0, MOST_RECALLED).map(pastRequestOf),
      );
    }
    log.close();
  });
});
