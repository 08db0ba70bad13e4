import { afterAll, describe, expect, it } from 'vitest';

import { EVERY_CALLBACK } from '#shared/domain/callback.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { NO_FILTER } from '#shared/domain/logSearch.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { createFinderApi } from './finderThread.ts';
import type { ResolvedQuery } from './query.ts';
import { type RandomLog, diceOf, openRandomLog } from './testing/randomLog.ts';
import type { OverviewQuestion } from './overview/overview.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileIdSchema.parse('shop');

function questionOf(log: RandomLog): OverviewQuestion {
  const days = { timeZone: 'Asia/Tashkent', dayCut: '05:30' };
  return { profileId: SHOP, range: { kind: 'all' }, days, nowMs: log.nowMs(), validMinOf: {} };
}

const queryOf = (log: RandomLog): ResolvedQuery => ({
  words: ['a'],
  filter: NO_FILTER,
  fromMs: null,
  toMs: null,
  sort: { by: 'amount', descending: true },
  nowMs: log.nowMs(),
  validMinOf: {},
});

describe('the first search of a desk', () => {
  it('is answered, whatever else is asked in the same moment', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(23));
    log.grow(60);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    const searched = api.search('first', queryOf(log), 10);
    const counted = api['callback.counts']({ filter: EVERY_CALLBACK });
    expect(await searched).not.toBeNull();
    await counted;
    log.close();
  });
});

describe('an overview that is asked for', () => {
  it('is whole, whatever is searched for meanwhile and however many ask', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(21));
    log.grow(900);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    await api.indexed();
    const query = queryOf(log);
    const question = questionOf(log);
    const other = { ...question, range: { kind: 'last7' } as const };
    const asked = [question, other, question].map((one) => api.overview(one));
    const searched = ['one', 'two', 'three'].map((id) => api.search(id, query, 10));
    const [first, week, again] = await Promise.all(asked);
    expect((await Promise.all(searched)).every((answer) => answer !== null)).toBe(true);
    expect(again).toEqual(first);
    const total = log.db.prepare("SELECT count(*) FROM request WHERE profile_id = 'shop'").pluck();
    const sum = first?.totals.reduce((all, { count }) => all + count, 0);
    expect(sum).toBe(total.get());
    expect(week?.step).toBe('day');
    expect(week?.overTime).toHaveLength(7);

    // What is recorded since is in the next one.
    log.grow(60);
    await api.indexed();
    const later = await api.overview(question);
    expect(later.totals.reduce((all, { count }) => all + count, 0)).toBe(total.get());
    log.close();
  });

  it('counts the callbacks of everybody, and what came again of those that are asked for', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(22));
    log.grow(700);
    const api = createFinderApi(paths, { isFresh: false, onIndex: () => undefined });
    await api.indexed();
    const { value: all } = await api['callback.counts']({ filter: EVERY_CALLBACK });
    const inLog = (sql: string): unknown => log.db.prepare(sql).pluck().get();
    expect(all.repeated).toBe(inLog("SELECT count(*) FROM event WHERE kind = 'callback_repeated'"));
    const { repeated: _, ...first } = all;
    expect(Object.values(first).reduce((sum, count) => sum + count)).toBe(
      inLog("SELECT count(*) FROM event WHERE kind IN ('callback', 'callback_apart')"),
    );
    const { value: apart } = await api['callback.counts']({
      filter: { ...EVERY_CALLBACK, taken: 'apart' },
    });
    expect(apart).toEqual({
      applied: 0,
      contradicting: 0,
      bad_signature: 0,
      apart: all.apart,
      waiting: 0,
      repeated: inLog(`SELECT count(*) FROM event AS again JOIN event AS first
        ON first.seq = json_extract(unpack(again.body), '$.ofSeq')
        WHERE again.kind = 'callback_repeated' AND first.kind = 'callback_apart'`),
    });
    const newest = await api.callbackSeqs(EVERY_CALLBACK, null, 5);
    expect(newest.seqs).toEqual(
      log.db
        .prepare(
          "SELECT seq FROM event WHERE kind IN ('callback', 'callback_apart') ORDER BY at DESC, seq DESC LIMIT 5",
        )
        .pluck()
        .all(),
    );
    log.close();
  });
});
