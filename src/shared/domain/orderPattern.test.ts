import { expect, it } from 'vitest';

import {
  DEFAULT_ORDER_PATTERN,
  deskInOrderId,
  formatOrderId,
  isOrderOf,
  orderPatternFault,
  patternOfDesk,
  repeatsOnAnotherDesk,
} from './orderPattern.ts';

const parts = {
  flow: 'create',
  day: { year: '2026', month: '11', day: '15' },
  counter: 1,
} as const;

it.each([
  [DEFAULT_ORDER_PATTERN, true],
  ['{counter}', true],
  ['{random}', false],
  ['{flow}-{counter}-{random}', false],
])('of two desks that both count from one, %s gives the same ids: %s', (pattern, repeats) => {
  const [one, another] = ['AAAAAAAA', 'BBBBBBBB'].map((random) =>
    formatOrderId(pattern, { ...parts, random }),
  );
  expect(one === another).toBe(repeats);
  expect(repeatsOnAnotherDesk(pattern)).toBe(repeats);
});

it('has the code of the desk in its ids, and finds it there', () => {
  const pattern = '{flow}-{desk}.{counter}';
  expect(orderPatternFault(pattern)).toBeNull();
  expect(repeatsOnAnotherDesk(pattern)).toBe(false);
  const own = formatOrderId(patternOfDesk(pattern, 'F2A'), { ...parts, random: 'AAAAAAAA' });
  expect(own).toBe('D-F2A.0001');
  expect(deskInOrderId(pattern, own)).toBe('F2A');
  const alone = formatOrderId(patternOfDesk(pattern, null), { ...parts, random: 'AAAAAAAA' });
  expect(alone).toBe('D-000.0001');
  expect(deskInOrderId(pattern, alone)).toBeNull();
});

it.each([
  ['{flow}-{desk}-{counter}', 'D-F2A-1'],
  ['{flow}-{desk}-{counter}', 'X-F2A-0001'],
  ['{flow}-{desk}.{counter}', 'D-F2Ax0001'],
  ['{flow}-{counter}', 'D-0001'],
  ['{desk}{counter}{desk}', 'F2A0001F2B'],
])('%s did not make %s', (pattern, orderId) => {
  expect(deskInOrderId(pattern, orderId)).toBeNull();
});

it('knows an id of its own, and none of the pattern that was corrected', () => {
  const random = 'AbCd1234';
  for (const pattern of [DEFAULT_ORDER_PATTERN, '{year}.{random}', 'x_{flow}{counter}']) {
    expect(isOrderOf(pattern, formatOrderId(pattern, { ...parts, random }))).toBe(true);
  }
  const before = formatOrderId('{flow}-{date}-{counter}', { ...parts, random });
  expect(isOrderOf(patternOfDesk('{flow}-{desk}-{date}-{counter}', 'N7K'), before)).toBe(false);
  expect(isOrderOf(patternOfDesk('{flow}-{desk}-{counter}', 'N7K'), 'D-000-0001')).toBe(false);
});
