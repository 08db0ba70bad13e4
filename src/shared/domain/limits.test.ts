import { describe, expect, it } from 'vitest';

import { limitsSnapshotIdSchema, profileIdSchema } from './ids.ts';
import {
  type LimitsSnapshot,
  boundsFor,
  limitsEntrySchema,
  limitsForce,
  offeredCurrencies,
  offeredTypes,
} from './limits.ts';

type Row = readonly [
  currency: string,
  paymentType: string | null,
  min: number | null,
  max: number | null,
];

function snapshot(...rows: readonly Row[]): LimitsSnapshot {
  return {
    id: limitsSnapshotIdSchema.parse('22222222-2222-4333-8444-555555555555'),
    profileId: profileIdSchema.parse('sandbox'),
    readAt: '2026-11-15T10:00:00.000Z',
    recognised: true,
    entries: rows.map(([currency, paymentType, min, max]) =>
      limitsEntrySchema.parse({ currency, paymentType, min, max }),
    ),
    complaints: [],
    raw: '[]',
  };
}

describe('what is offered', () => {
  it('are the documented currencies that the answer names; strangers are not offered', () => {
    const seen = snapshot(['USD', null, 1, 2], ['TJS', null, 1, 2], ['RUB', 'sbp', 1, 2]);
    expect(offeredCurrencies(seen, 'create')).toEqual(['RUB', 'TJS']);
    expect(offeredCurrencies(null, 'create')).toEqual(['RUB', 'UZS', 'KZT', 'TJS']);
  });

  it('are RUB and UZS for the payment page, whatever the answer names', () => {
    expect(offeredCurrencies(snapshot(['TJS', null, 1, 2]), 'build')).toEqual(['RUB', 'UZS']);
  });

  it('are the types of the currency, unknown ones too, but not the payment page’s own', () => {
    const seen = snapshot(
      ['RUB', 'new_rail', 1, 2],
      ['RUB', 'uzs_select', 1, 2],
      ['UZS', 'sbp', 1, 2],
    );
    expect(offeredTypes(seen, 'RUB')).toEqual(['new_rail']);
    expect(offeredTypes(seen, 'KZT')).toEqual([]);
  });
});

describe('bounds', () => {
  it('prefer the type’s own over the currency’s', () => {
    const seen = snapshot(['RUB', null, 1, 9], ['RUB', 'sbp', 2, 8]);
    expect(boundsFor(seen, 'create', 'RUB', 'sbp')).toEqual({ min: 2, max: 8, binds: true });
    expect(boundsFor(seen, 'create', 'RUB', 'bankx')).toEqual({ min: 1, max: 9, binds: true });
    expect(boundsFor(seen, 'create', 'UZS', 'sbp')).toBeNull();
  });

  it('of the payment page are the widest of its currency where its type is not named', () => {
    const seen = snapshot(['UZS', 'a', 5, 50], ['UZS', 'b', 2, 70]);
    expect(boundsFor(seen, 'build', 'UZS', 'uzs_select')).toEqual({ min: 2, max: 70, binds: true });
    const open = snapshot(['UZS', 'a', 5, 50], ['UZS', 'b', 2, null]);
    expect(boundsFor(open, 'build', 'UZS', 'uzs_select')).toEqual({
      min: 2,
      max: null,
      binds: true,
    });
  });
});

it('a snapshot binds for a minute, then only warns; an unrecognised one says nothing', () => {
  const seen = snapshot(['RUB', null, 1, 2]);
  const readAtMs = Date.parse(seen.readAt);
  expect(limitsForce(seen, 'enforce', readAtMs + 60_000)).toBe('refuse');
  expect(limitsForce(seen, 'enforce', readAtMs + 60_001)).toBe('warn');
  // The clock was set back by a day: this was not "read just now".
  expect(limitsForce(seen, 'enforce', readAtMs - 86_400_000)).toBe('warn');
  expect(limitsForce({ ...seen, recognised: false }, 'enforce', readAtMs)).toBe('none');
  expect(limitsForce(null, 'enforce', readAtMs)).toBe('none');
});

it('a snapshot of a profile that only warns never refuses', () => {
  const seen = snapshot(['RUB', null, 1, 2]);
  expect(limitsForce(seen, 'warn', Date.parse(seen.readAt))).toBe('warn');
  expect(limitsForce(null, 'warn', 0)).toBe('none');
});

describe('bounds that do not bind', () => {
  it('are those of rows that contradict each other', () => {
    const { entries, ...rest } = snapshot(['RUB', 'sbp', 1, 9]);
    const seen = {
      ...rest,
      entries: entries.map((entry) => ({ ...entry, contradicted: true as const })),
    };
    expect(boundsFor(seen, 'create', 'RUB', 'sbp')).toEqual({ min: 1, max: 9, binds: false });
    expect(boundsFor(seen, 'build', 'RUB', 'uzs_select')).toEqual({ min: 1, max: 9, binds: false });
  });

  it('are those that are not a type’s own while a part of the answer has no place', () => {
    const complaints = [{ code: 'unreadable_currency' as const, at: '2' }];
    const seen = { ...snapshot(['RUB', null, 1, 9], ['RUB', 'sbp', 2, 8]), complaints };
    expect(boundsFor(seen, 'create', 'RUB', 'sbp')?.binds).toBe(true);
    expect(boundsFor(seen, 'create', 'RUB', 'bankx')?.binds).toBe(false);
  });
});
