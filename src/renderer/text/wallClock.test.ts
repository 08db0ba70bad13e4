import { expect, it } from 'vitest';

import { momentOf, wallTime } from './wallClock.ts';

it.each([
  ['2026-11-15T14:02', 'Asia/Tashkent', '2026-11-15T09:02:00.000Z'],
  ['2026-11-15T00:00', 'UTC', '2026-11-15T00:00:00.000Z'],
  ['2026-07-01T00:30', 'Europe/Berlin', '2026-06-30T22:30:00.000Z'],
  // One hour before clocks are put forward, and one hour after.
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s in %s is %s, and back', (wall, zone, moment) => {
  expect(momentOf(wall, zone)).toBe(moment);
  expect(wallTime(Date.parse(moment), zone)).toBe(wall);
});

it.each(['', '2026-11-15', '2026-13-40T10:00'])('%o is no time', (text) => {
  expect(momentOf(text, 'UTC')).toBeNull();
});
