import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_LOG_TABLE, LOG_COLUMNS, logTableSchema } from '#shared/domain/logSearch.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import {
  besideDetail,
  gridTemplate,
  leastWidth,
  movedColumn,
  sortOf,
  withColumn,
  withWidth,
} from './columns.ts';
import { attentionText } from './rowText.ts';

const { columns } = DEFAULT_LOG_TABLE;
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('show' as const),
      key: fc.constantFrom(...LOG_COLUMNS),
      on: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('move' as const),
      key: fc.constantFrom(...LOG_COLUMNS),
      by: fc.constantFrom(-1 as const, 1 as const),
    }),
    fc.record({
      do: fc.constant('size' as const),
      key: fc.constantFrom(...LOG_COLUMNS),
      px: fc.option(fc.double({ min: -500, max: 5000, noNaN: true })),
    }),
  ),
);

describe('the columns', () => {
  it('can be remembered whatever was done to them', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const after = list.reduce((now, step) => {
          if (step.do === 'show') return withColumn(now, step.key, step.on);
          if (step.do === 'move') return movedColumn(now, step.key, step.by);
          return withWidth(now, step.key, step.px);
        }, columns);
        expect(logTableSchema.safeParse({ columns: after, density: 'compact' }).success).toBe(true);
        expect(gridTemplate(after).split(/ (?![^(]*\))/u)).toHaveLength(after.length);
      }),
    );
  });

  it('come back to where one expects them', () => {
    const without = withColumn(columns, 'customer', false);
    expect(withColumn(without, 'customer', true)).toEqual(columns);
    expect(withColumn(columns, 'phone', true).map(({ key }) => key)).toEqual([
      'time',
      'order',
      'customer',
      'phone',
      'type',
      'amount',
      'state',
      'requisite',
    ]);
  });

  it('go away, all but the one that opens a row', () => {
    const left = LOG_COLUMNS.reduce((now, key) => withColumn(now, key, false), columns);
    expect(left.map(({ key }) => key)).toEqual(['order']);
  });

  it('leave the digits in view beside an opened request at the usual window', () => {
    expect(leastWidth(besideDetail(columns))).toBeLessThanOrEqual(760);
  });

  it('sort by what the desk can sort by', () => {
    expect(LOG_COLUMNS.filter((key) => sortOf(key) !== null)).toEqual([
      'time',
      'order',
      'customer',
      'amount',
      'state',
    ]);
  });
});

describe('the column of states', () => {
  it('names the first reason to look at a request and counts the others', () => {
    const say = sayOf(createI18n('en'));
    expect(attentionText({ attention: ['unknown'] }, say)).toBeNull();
    expect(attentionText({ attention: ['paid_differs'] }, say)?.short).toBe('paid differs');
    expect(attentionText({ attention: ['paid_differs', 'never_copied'] }, say)).toEqual({
      short: 'paid differs +1',
      whole: 'Another amount was paid · Accepted, but never copied',
    });
  });
});
