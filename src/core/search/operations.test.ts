import { afterAll, describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { NO_FILTER } from '#shared/domain/logSearch.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { HeldAnswer } from '../issuing/heldAnswers.ts';
import { momentOf, resolveQuery, searchOperations } from './operations.ts';
import {
  asPage,
  intent,
  manualClock,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { UNKNOWN, fillLog } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { queryOf, searchOf } from '../testing/searching.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileOf({ requisitesValidMin: 30, timeZone: 'Asia/Tashkent', dayCut: '06:00' });
const profiles = {
  list: () => [SHOP],
  find: (id: string) => (id === SHOP.id ? ok(SHOP) : err(failure('profile_not_found'))),
};
const views = { list: () => [], save: () => ok([]), remove: () => [] };
const query = { dayProfileId: SHOP.id };

describe('a query', () => {
  it('means the days of its profile, and folded words', () => {
    const moment = momentOf(
      [SHOP, profileOf({ id: 'other' })],
      new Date('2026-11-15T00:30:00.000Z'),
    );
    expect(moment.validMinOf).toEqual({ shop: 30 });
    const asked = queryOf({ ...query, text: ' ИВАН  a-1 иван', range: { kind: 'today' } });
    expect(resolveQuery(asked, SHOP, moment)).toMatchObject({
      words: ['иван', 'a-1'],
      // Half past five in the morning there: still the day before.
      fromMs: Date.parse('2026-11-14T01:00:00.000Z'),
      toMs: Date.parse('2026-11-15T01:00:00.000Z'),
    });
  });
});

describe('searching the log', () => {
  it('finds by words and filters, and says where a search is gone', async () => {
    const log = await openTestLog(temporaryDir());
    await fillLog(log);
    const held: HeldAnswer[] = [];
    const clock = { now: () => new Date() };
    const desk = asPage(
      searchOperations({ log, profiles, settler: { held: () => held }, clock, views }),
    );
    const search = searchOf({ ...query, text: 'f-', range: { kind: 'today' } });

    const first = await desk['log.search'](search);
    expect(first).toMatchObject({
      ok: true,
      value: { matches: { count: 4, isExact: true }, index: { indexed: 4, total: 4 } },
    });
    expect(await desk['log.count'](search)).toEqual(ok({ count: 4, isExact: true }));
    expect(await desk['log.rows']({ ...search, from: 3, count: 5 })).toMatchObject({
      value: { rows: [{ orderId: 'F-1', outcome: 'accepted', attention: [] }] },
    });
    const gone = { searchId: searchOf().searchId };
    expect(await desk['log.count'](gone)).toEqual(err(failure('search_gone')));
    expect(await desk['log.rows']({ ...gone, from: 0, count: 1 })).toEqual(
      err(failure('search_gone')),
    );

    const filter = { ...NO_FILTER, needsAttention: true };
    const waiting = await desk['log.search'](searchOf({ ...query, filter }));
    expect(waiting).toMatchObject({
      value: { rows: [{ orderId: 'F-2', attention: ['unknown'] }] },
    });
    await log.close();
  });

  it('shows an outcome that could not be written yet', async () => {
    const log = await openTestLog(temporaryDir());
    await fillLog(log);
    const prepared = await log.find(intent('F-4'));
    if (prepared === null || UNKNOWN.outcome !== 'unknown') throw new Error('not there');
    const request = { ...prepared, ...UNKNOWN, resolution: null };
    const held = [{ request, stage: UNKNOWN, answer: null }];
    const desk = asPage(
      searchOperations({
        log,
        profiles,
        settler: { held: () => held },
        clock: manualClock(),
        views,
      }),
    );
    expect(await desk['log.rowsOf']({ intentIds: [intent('F-4'), intent('F-3')] })).toMatchObject({
      value: [
        { outcome: 'unknown', reasonCode: 'connection_lost', attention: ['unknown'] },
        { outcome: 'not_sent' },
      ],
    });
    await log.close();
  });
});
