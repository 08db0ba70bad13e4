import { expect, it } from 'vitest';

import { type LimitsSnapshot, limitsSnapshotSchema } from '../domain/limits.ts';
import { limitsChange } from './change.ts';

function snapshot(readAt: string, entries: readonly unknown[] | null): LimitsSnapshot {
  return limitsSnapshotSchema.parse({
    id: '22222222-2222-4333-8444-555555555555',
    profileId: 'shop',
    readAt,
    recognised: entries !== null,
    complaints: [],
    entries: entries ?? [],
    raw: '',
  });
}
const sbp = { currency: 'RUB', paymentType: 'sbp', min: 1, max: 9 };
const card = { currency: 'RUB', paymentType: 'any_bank', min: 1, max: 9 };
const before = snapshot('2026-11-15T10:00:00.000Z', [sbp, card]);

it('names what moved, what came and what went', () => {
  const uzs = { currency: 'UZS', paymentType: null, min: null, max: 7 };
  const after = snapshot('2026-11-15T10:05:00.000Z', [{ ...sbp, max: 5 }, uzs]);
  expect(limitsChange(before, after)).toEqual({
    since: '2026-11-15T10:00:00.000Z',
    lines: [
      {
        currency: 'RUB',
        paymentType: 'sbp',
        before: { min: 1, max: 9 },
        after: { min: 1, max: 5 },
      },
      { currency: 'RUB', paymentType: 'any_bank', before: { min: 1, max: 9 }, after: null },
      { currency: 'UZS', paymentType: null, before: null, after: { min: null, max: 7 } },
    ],
  });
});

it('is nothing where both say the same in another order, or one was not recognised', () => {
  const at = '2026-11-15T10:05:00.000Z';
  expect(limitsChange(before, snapshot(at, [card, sbp]))).toBeNull();
  expect(limitsChange(before, snapshot(at, null))).toBeNull();
  expect(limitsChange(snapshot(at, null), before)).toBeNull();
});
