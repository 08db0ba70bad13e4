import { describe, expect, it } from 'vitest';

import type { LimitResponse } from '#shared/dialect/schema.ts';
import { LIMITS, findLimitFault } from '#sandbox/limits.ts';

import { LIMITS_SHAPES, type LimitsShape, isLimitsShape, limitsVoice } from './shapes.ts';

const MINOR = { kind: 'recognised', units: 'minor' } as const;
const MAJOR = { kind: 'recognised', units: 'major' } as const;
const KEYS = { currency: null, paymentType: null, min: 'min', max: 'max', enabled: null } as const;

const says = (shape: LimitsShape, format: LimitResponse = MINOR): unknown =>
  limitsVoice(format, shape).answer;

describe('the shapes of GET limit', () => {
  it('are those of dialect.md, in minor units', () => {
    const row = { currency: 'RUB', payment_type: 'any_bank' };
    expect(says('list')).toContainEqual({ ...row, min: 50_000, max: 15_000_000 });
    expect(says('list-min-amount')).toContainEqual({
      ...row,
      min_amount: 50_000,
      max_amount: 15_000_000,
    });
    expect(says('list-camel')).toContainEqual({ ...row, minAmount: 50_000, maxAmount: 15_000_000 });
    expect(says('list-cents')).toContainEqual({ ...row, min_cents: 50_000, max_cents: 15_000_000 });
    expect(says('list-strings')).toContainEqual({ ...row, min: '50000', max: '15000000' });
    expect(says('cross')).toEqual({
      currencies: ['RUB', 'UZS'],
      payment_types: ['any_bank', 'uzs_select'],
      min: 1_000_000,
      max: 15_000_000,
    });
    expect(says('cross-list')).toContainEqual({
      currencies: ['RUB'],
      payment_types: ['any_bank', 'uzs_select'],
      min: 50_000,
      max: 15_000_000,
    });
    expect(says('map-by-currency')).toMatchObject({
      TJS: { min: 5000, max: 1_000_000, payment_types: ['any_bank'] },
    });
    expect(says('map-by-currency-then-type')).toMatchObject({
      RUB: { sbp: { min: 10_000, max: 10_000_000 } },
    });
    expect(says('methods')).toContainEqual({
      id: 'sbp',
      enabled: true,
      limits: [{ currency: 'RUB', min: 10_000, max: 10_000_000 }],
    });
    expect(says('methods')).toContainEqual(expect.objectContaining({ enabled: false }));
  });

  it('may be in major units, but not where the keys say cents', () => {
    const row = { currency: 'RUB', payment_type: 'any_bank' };
    expect(says('list', MAJOR)).toContainEqual({ ...row, min: 500, max: 150_000 });
    expect(says('list-strings', MAJOR)).toContainEqual({ ...row, min: '500.00', max: '150000.00' });
    expect(says('list-cents', MAJOR)).toEqual(says('list-cents'));
    expect(says('map-by-currency', MAJOR)).toMatchObject({ TJS: { min: 50, max: 10_000 } });
  });

  it.each(Object.keys(LIMITS_SHAPES).filter(isLimitsShape))(
    'bind as they are told: %s',
    (shape) => {
      const { inForce } = limitsVoice(MINOR, shape);
      for (const { currency, payment_type, min, max } of inForce) {
        const flow = payment_type === 'uzs_select' ? 'build' : 'create';
        const at = (cents: number) =>
          findLimitFault(flow, { currency, payment_type, cents }, inForce);
        expect([at(min), at(max)]).toEqual([null, null]);
        expect(at(min - 1)).not.toBeNull();
        expect(at(max + 1)).not.toBeNull();
      }
    },
  );
});

describe('limits where a mapping says that they stand', () => {
  it('may be a list with keys inside keys', () => {
    const voice = limitsVoice(
      {
        kind: 'mapped',
        path: 'payload.rules',
        shape: 'list',
        units: 'major',
        keys: {
          currency: 'ccy',
          paymentType: 'way.code',
          min: 'from',
          max: 'way.to',
          enabled: 'on',
        },
      },
      null,
    );
    const first = { ccy: 'RUB', way: { code: 'any_bank', to: 150_000 }, from: 500, on: true };
    expect(voice.answer).toEqual({
      payload: { rules: expect.arrayContaining([first]) as unknown },
    });
    expect(JSON.stringify(voice.answer)).toContain('"on":false');
    expect(voice.inForce).toEqual(LIMITS);
  });

  it('may be a map by currency, with one bound for all its types', () => {
    const voice = limitsVoice(
      {
        kind: 'mapped',
        path: '',
        shape: 'map-by-currency',
        units: 'minor',
        keys: { ...KEYS, paymentType: 'types' },
      },
      null,
    );
    const types = ['any_bank', 'account_number'];
    expect(voice.answer).toMatchObject({ KZT: { types, min: 100_000, max: 200_000_000 } });
    const kzt = voice.inForce.filter((row) => row.currency === 'KZT');
    expect(kzt.map((row) => row.max)).toEqual([200_000_000, 200_000_000]);
  });

  it('may be a map by currency, then type', () => {
    const voice = limitsVoice(
      {
        kind: 'mapped',
        path: 'data',
        shape: 'map-by-currency-then-type',
        units: 'minor',
        keys: { ...KEYS, max: null, enabled: 'active' },
      },
      null,
    );
    expect(voice.answer).toMatchObject({
      data: { TJS: { any_bank: { min: 5000, active: true } } },
    });
  });

  it('cannot be where one key stands inside another’s value', () => {
    const keys = { ...KEYS, currency: 'a', min: 'a.b' };
    const mapping = { kind: 'mapped', path: '', shape: 'list', units: 'minor', keys } as const;
    expect(() => limitsVoice(mapping, null)).toThrow(/contradict each other at a/u);
  });
});
