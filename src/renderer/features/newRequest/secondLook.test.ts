import { describe, expect, it } from 'vitest';

import { intentIdSchema } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { requestOf } from '../../testing/request.ts';
import { filledInBy, newDraft, readDraft, type ReadDraft } from './draft.ts';
import { crossedThreshold, sameLately } from './secondLook.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const AT = '2026-11-15T10:00:00.000Z';
const NONE = filledInBy({ defaultUrls: { callback: null, success: null, reject: null } });

function read(cents: string, customer = 'cust-1'): ReadDraft {
  const { texts } = newDraft(intentIdSchema.parse(ID), NONE);
  return readDraft({ ...texts, cents, customer, currency: 'RUB' }, 'create', null);
}

function issued(outcome: 'sending' | 'not_sent'): DepositRequest {
  return requestOf({
    intentId: ID,
    outcome,
    ...(outcome === 'not_sent'
      ? { reason: { code: 'cancelled', httpStatus: null, detail: null } }
      : {}),
  });
}

describe('an amount above the threshold', () => {
  const confirmAbove = { RUB: minorUnitsSchema.parse(150_000) };

  it('is restated; the threshold itself is not above it', () => {
    expect(crossedThreshold(read('1500.01').deposit, { confirmAbove })).toBe(150_000);
    expect(crossedThreshold(read('1500').deposit, { confirmAbove })).toBeNull();
  });

  it('is none where the currency has no threshold', () => {
    expect(crossedThreshold(read('1500.01').deposit, { confirmAbove: {} })).toBeNull();
  });
});

describe('the same customer and amount', () => {
  const now = (minutes: number): number => Date.parse(AT) + minutes * 60_000;
  const window = { duplicateWindowMin: 10 };

  it('is told of within the window, and not after it', () => {
    const sent = issued('sending');
    expect(sameLately(read('1500'), [sent], window, now(9))).toBe(sent);
    expect(sameLately(read('1500'), [sent], window, now(10))).toBeNull();
    expect(sameLately(read('1500'), [sent], { duplicateWindowMin: 0 }, now(1))).toBeNull();
  });

  it('must be the same in both', () => {
    expect(sameLately(read('1501'), [issued('sending')], window, now(1))).toBeNull();
    expect(sameLately(read('1500', 'cust-2'), [issued('sending')], window, now(1))).toBeNull();
  });

  it('does not count where nothing was created', () => {
    expect(sameLately(read('1500'), [issued('not_sent')], window, now(1))).toBeNull();
  });
});
