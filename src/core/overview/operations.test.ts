import { afterAll, describe, expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { overviewSchema } from '#shared/domain/overview.ts';
import { err, ok } from '#shared/domain/result.ts';

import { overviewOperations } from './operations.ts';
import {
  asPage,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { fillLog } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';

afterAll(removeTemporaryDirs);

const SHOP = profileOf({ timeZone: 'Asia/Tashkent', dayCut: '05:30' });
const profiles = {
  list: () => [SHOP],
  find: (id: string) => (id === SHOP.id ? ok(SHOP) : err(failure('profile_not_found'))),
};

const DESK = { clock: { now: () => new Date() }, people: { state: () => null } };

describe('the overview of a profile', () => {
  it('is of its own days, and of nobody who is not there', async () => {
    const log = await openTestLog(temporaryDir());
    await fillLog(log);
    const desk = asPage(overviewOperations({ log, profiles, ...DESK }));
    const range = { kind: 'today' } as const;
    const read = await desk['overview.read']({ profileId: SHOP.id, range });
    const overview = read.ok ? read.value : null;
    expect(overview?.totals.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(overview?.step).toBe('hour');
    // Half past five in Tashkent, where an hour is cut at either end.
    expect(overview?.from).toMatch(/T00:30:00\.000Z$/u);
    expect(overview?.overTime).toHaveLength(25);
    expect(overview?.index).toEqual({ indexed: 4, total: 4 });

    const gone = profileIdSchema.parse('gone');
    expect(await desk['overview.read']({ profileId: gone, range })).toEqual(
      err(failure('profile_not_found')),
    );

    const days = await desk['log.daily']({ profileId: SHOP.id, range: { kind: 'all' } });
    expect(days.ok && days.value.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(await desk['log.daily']({ profileId: gone, range })).toEqual(
      err(failure('profile_not_found')),
    );
    await log.close();
  });

  it('holds sums beyond what a number can hold, exactly', async () => {
    const log = await openTestLog(temporaryDir());
    for (const name of ['H-1', 'H-2', 'H-3']) {
      await log.prepare(preparedOf(name, { cents: Number.MAX_SAFE_INTEGER }));
    }
    const desk = asPage(overviewOperations({ log, profiles, ...DESK }));
    const read = await desk['overview.read']({ profileId: SHOP.id, range: { kind: 'last7' } });
    const overview = overviewSchema.parse(read.ok ? read.value : null);
    const exact = String(3n * BigInt(Number.MAX_SAFE_INTEGER));
    expect(overview.totals.map(({ requestedCents }) => requestedCents)).toEqual([exact]);
    const [day] = overview.overTime.flatMap(({ counts }) => counts);
    expect(day?.requestedCents).toBe(exact);
    await log.close();
  });
});
