import { expect, it } from 'vitest';

import { NOTHING_STATED, periodOfRows, readCoverage } from './coverage.ts';

const NOW = Date.parse('2026-11-15T20:00:00.000Z');
const WHOLE = {
  lists: 'all',
  madeAt: '2026-11-15T22:30',
  from: '2026-11-15T00:00',
  to: '2026-11-15T22:00',
  marginMin: '15',
} as const;

it('reads times by the clock of the zone that is stated', () => {
  expect(readCoverage(WHOLE, 'Asia/Tashkent', NOW)).toEqual({
    faults: {},
    stated: {
      lists: 'all',
      madeAt: '2026-11-15T17:30:00.000Z',
      from: '2026-11-14T19:00:00.000Z',
      to: '2026-11-15T17:00:00.000Z',
      timeZone: 'Asia/Tashkent',
      marginMin: 15,
    },
  });
});

it('takes nothing for granted', () => {
  expect(readCoverage(NOTHING_STATED, 'UTC', NOW)).toEqual({
    stated: null,
    faults: { lists: 'missing', madeAt: 'missing', from: 'missing', to: 'missing' },
  });
});

it.each([
  [{ to: '2026-11-15T00:00' }, { to: 'before_from' }],
  [{ madeAt: '2026-11-16T02:00' }, { madeAt: 'future' }],
  [{ marginMin: '0' }, { marginMin: 'margin' }],
  [{ marginMin: '241' }, { marginMin: 'margin' }],
  [{ marginMin: '1.5' }, { marginMin: 'margin' }],
])('refuses %o', (changed, faults) => {
  expect(readCoverage({ ...WHOLE, ...changed }, 'Asia/Tashkent', NOW)).toEqual({
    stated: null,
    faults,
  });
});

it('offers the period of the rows, with the minute of the last one in it', () => {
  const rows = { earliest: '2026-11-15T10:00:05.000Z', latest: '2026-11-15T11:00:05.000Z' };
  expect(periodOfRows(rows, 'UTC')).toEqual({ from: '2026-11-15T10:00', to: '2026-11-15T11:01' });
  expect(periodOfRows({ ...rows, latest: null }, 'UTC')).toBeNull();
});
