import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Flow } from '#shared/domain/deposit.ts';

import type { Chance } from '../ports.ts';
import {
  chance,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { openTestLog } from '../testing/log.ts';
import { createSuggestOrder } from './suggestOrder.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

let log: LogPort;

beforeEach(async () => {
  log = await openTestLog(temporaryDir());
});
afterEach(() => log.close());

function suggesting(pattern: string, from: Chance = chance) {
  const clock = manualClock('2026-11-15T10:00:00.000Z');
  const suggest = createSuggestOrder({ log, clock, chance: from });
  return {
    clock,
    next: async (overrides: Readonly<Record<string, unknown>> = {}, flow: Flow = 'create') => {
      const profile = profileOf({ orderPattern: pattern, timeZone: 'UTC', ...overrides });
      const suggested = await suggest(profile, flow);
      return suggested.ok ? suggested.value : suggested.error.code;
    },
  };
}

/** Gives these bytes first, and then others. */
function chanceOf(...first: readonly number[]): Chance {
  const given = [...first];
  return { ...chance, bytes: (count) => new Uint8Array(count).fill(given.shift() ?? 31) };
}

describe('an order id', () => {
  it("follows the profile's pattern, time zone and day cut", async () => {
    const { next } = suggesting('{flow}{year}-{date}.{counter}');
    expect(await next()).toBe('D2026-1115.0001');
    expect(await next({}, 'build')).toBe('P2026-1115.0001');
    expect(await next({ timeZone: 'Pacific/Auckland', dayCut: '00:00' })).toBe('D2026-1115.0002');
    expect(await next({ timeZone: 'Pacific/Kiritimati', dayCut: '00:00' })).toBe('D2026-1116.0001');
    expect(await next({ dayCut: '11:00' })).toBe('D2026-1114.0001');
  });

  it('does not repeat for two profiles of one merchant', async () => {
    const { next } = suggesting('{flow}-{date}-{counter}');
    const seen = [
      await next({ id: 'live-1' }),
      await next({ id: 'live-2' }),
      await next({ id: 'live-1' }),
      await next({ id: 'live-2' }),
    ];
    expect(new Set(seen).size).toBe(4);
  });

  it('does not begin again with the day where the pattern shows no day', async () => {
    const { next, clock } = suggesting('A{counter}');
    expect(await next()).toBe('A0001');
    clock.advance(48 * 3_600_000);
    expect(await next()).toBe('A0002');
    // Nor with the flow, where it shows none.
    expect(await next({}, 'build')).toBe('A0003');
  });

  it('goes on a year later where the pattern shows no year', async () => {
    const { next, clock } = suggesting('{date}-{counter}');
    expect(await next()).toBe('1115-0001');
    clock.advance(365 * 24 * 3_600_000);
    expect(await next()).toBe('1115-0002');
  });

  it('takes another random part when the first is used already', async () => {
    const { next } = suggesting('R-{random}', chanceOf(0, 0, 1));
    expect(await next()).toBe('R-22222222');
    await log.prepare(preparedOf('R-22222222'));
    expect(await next()).toBe('R-33333333');
  });

  it('gives up instead of repeating when chance has only one thing to say', async () => {
    const { next } = suggesting('R-{random}', {
      ...chance,
      bytes: (count) => new Uint8Array(count),
    });
    await log.prepare(preparedOf('R-22222222'));
    expect(await next()).toBe('internal');
  });
});
