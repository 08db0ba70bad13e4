import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';

import { createChangedRows } from './changedRows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idOf = (at: number): IntentId =>
  intentIdSchema.parse(`00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
const many = (count: number): readonly IntentId[] =>
  Array.from({ length: count }, (_, at) => idOf(at));

it('every row that changed is read, however many change at once', async () => {
  const calls: (readonly IntentId[])[] = [];
  const rows = createChangedRows(async (intentIds) => void calls.push(intentIds));
  for (const intentId of [...many(450), ...many(3)]) rows.add(intentId);
  await vi.runAllTimersAsync();
  expect(calls.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(calls.flat()).toEqual(many(450));
});

it('one that changes while it is read is read once more; nothing is after the end', async () => {
  const calls: (readonly IntentId[])[] = [];
  const rows = createChangedRows(async (intentIds) => {
    calls.push(intentIds);
    if (calls.length === 1) rows.add(idOf(7));
  });
  rows.add(idOf(7));
  await vi.runAllTimersAsync();
  expect(calls).toEqual([[idOf(7)], [idOf(7)]]);
  rows.add(idOf(8));
  rows.stop();
  await vi.runAllTimersAsync();
  expect(calls).toHaveLength(2);
});
