import { describe, expect, it } from 'vitest';

import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { EVERYTHING, type LogLook } from '../../client/logLook.ts';
import {
  applyView,
  customRange,
  daysText,
  filterCount,
  isNarrowed,
  isShowing,
  nextSort,
  viewOf,
} from './look.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const LOOK: LogLook = {
  text: 'cust-7 ',
  filter: { ...NO_FILTER, outcomes: ['unknown', 'accepted'], needsAttention: true },
  range: { kind: 'last7' },
  sort: { by: 'amount', descending: true },
};

describe('a saved view', () => {
  it('without dates keeps the range that is being looked at', () => {
    const view = viewOf(LOOK, ID, ' Odd ones ', false);
    expect(view.name).toBe('Odd ones');
    expect(view.range).toBeNull();
    const applied = applyView({ ...EVERYTHING, range: { kind: 'yesterday' } }, view);
    expect(applied).toEqual({ ...LOOK, text: 'cust-7', range: { kind: 'yesterday' } });
    expect(isShowing(applied, view)).toBe(true);
  });

  it('with dates brings its own', () => {
    const view = viewOf(LOOK, ID, 'Week', true);
    expect(applyView(EVERYTHING, view).range).toEqual({ kind: 'last7' });
    expect(isShowing({ ...LOOK, range: { kind: 'today' } }, view)).toBe(false);
  });

  it('is the one shown whatever order its values were ticked in', () => {
    const view = viewOf(LOOK, ID, 'Week', true);
    const filter = { ...LOOK.filter, outcomes: ['accepted', 'unknown'] as const };
    expect(isShowing({ ...LOOK, filter }, view)).toBe(true);
    expect(isShowing({ ...LOOK, filter: NO_FILTER }, view)).toBe(false);
  });
});

describe('what narrows', () => {
  it('is text and filters, not the range and not blanks', () => {
    expect(isNarrowed({ ...EVERYTHING, text: '  ' })).toBe(false);
    expect(isNarrowed(LOOK)).toBe(true);
    expect(filterCount(LOOK.filter)).toBe(3);
    expect(filterCount(NO_FILTER)).toBe(0);
  });

  it('is also what only a link can ask for', () => {
    const between = { from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z' };
    const answerTimes = ['under_1s'] as const;
    const filter = { ...NO_FILTER, between, answerTimes, fromBatches: true, batches: [ID] };
    expect(isNarrowed({ text: '', filter })).toBe(true);
    expect(filterCount(filter)).toBe(4);
    const view = viewOf({ ...EVERYTHING, filter }, ID, 'An hour', false);
    expect(isShowing({ ...EVERYTHING, filter }, view)).toBe(true);
    for (const other of [{ between: null }, { fromBatches: false }, { batches: [] }]) {
      expect(isShowing({ ...EVERYTHING, filter: { ...filter, ...other } }, view)).toBe(false);
    }
  });
});

describe('a click on a heading', () => {
  it('turns the order round, or begins with what one wants to see first', () => {
    expect(nextSort(NEWEST_FIRST, 'time')).toEqual({ by: 'time', descending: false });
    expect(nextSort(NEWEST_FIRST, 'amount')).toEqual({ by: 'amount', descending: true });
    expect(nextSort(NEWEST_FIRST, 'customer')).toEqual({ by: 'customer', descending: false });
  });
});

describe('days typed by hand', () => {
  it.each([
    ['2026-11-01', '2026-11-15', true],
    ['2026-11-15', '2026-11-15', true],
    ['2026-11-16', '2026-11-15', false],
    ['', '2026-11-15', false],
  ])('%s to %s', (from, to, isRange) => {
    expect(customRange(from, to) !== null).toBe(isRange);
  });

  it('say their year where it is not this one', () => {
    const days = (from: string, to: string): string => daysText({ from, to }, 'en', 2026);
    expect(days('2026-11-01', '2026-11-15')).toBe('1 Nov – 15 Nov');
    expect(days('2026-11-15', '2026-11-15')).toBe('15 Nov');
    expect(days('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 – 2 Jan 2026');
  });
});
