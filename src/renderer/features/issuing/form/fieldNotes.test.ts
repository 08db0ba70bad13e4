import { describe, expect, it } from 'vitest';

import { filledInBy } from '#shared/domain/callback.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import { intentIdSchema, merchantIdSchema } from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { type MinorUnits, Money, minorUnitsSchema } from '#shared/domain/money.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { type Texts, newDraft } from './draft.ts';
import {
  type FieldNotes,
  type Visibility,
  checkTexts,
  notesFor,
  readingsToOffer,
  withHidden,
  withWarnings,
} from './fieldNotes.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const READ_AT = '2026-11-15T10:00:00.000Z';
const LIMITS = limitsSnapshotSchema.parse({
  id: ID,
  profileId: 'sandbox',
  readAt: READ_AT,
  recognised: true,
  complaints: [],
  entries: [{ currency: 'RUB', paymentType: 'sbp', min: 50_000, max: 15_000_000 }],
  raw: '',
});
const PROFILE = { merchant: merchantIdSchema.parse(ID), limitsPolicy: 'enforce' } as const;
const GOOD: Texts = {
  ...newDraft(
    intentIdSchema.parse(ID),
    filledInBy({ defaultUrls: { callback: null, success: null, reject: null } }, null),
  ).texts,
  cents: '1500',
  customer: 'cust-1',
  order_id: 'A-1',
};

function notes(
  change: Partial<Texts>,
  visibility: Visibility = { submitted: true, touched: new Set() },
  ageMs = 1000,
): FieldNotes {
  const nowMs = Date.parse(READ_AT) + ageMs;
  const texts = { ...GOOD, ...change };
  const reading = checkTexts(texts, 'create', PROFILE, LIMITS, nowMs);
  return notesFor(reading, [], visibility, 'en', sayOf(createI18n('en')));
}

describe('an amount that can mean two', () => {
  const [thousands, decimals] = [15_000_00, 15_00].map((cents) => minorUnitsSchema.parse(cents));
  const offered = (ageMs: number, ...readings: readonly (MinorUnits | undefined)[]) =>
    readingsToOffer(
      readings.flatMap((cents) => cents ?? []),
      (cents) =>
        checkTexts(
          { ...GOOD, cents: Money.shown(cents, 'RUB', 'en') },
          'create',
          PROFILE,
          LIMITS,
          Date.parse(READ_AT) + ageMs,
        ),
    );

  it('offers what the limits allow, and both where they only warn or refuse both', () => {
    expect(offered(1000, thousands, decimals)).toEqual([thousands]);
    expect(offered(1000, decimals)).toEqual([decimals]);
    expect(offered(24 * 3_600_000, thousands, decimals)).toEqual([thousands, decimals]);
  });
});

describe('notes beside the fields', () => {
  it('are absent when everything is right', () => {
    expect(notes({})).toEqual({});
  });

  it.each<[string, Partial<Texts>, DraftField, string]>([
    ['an amount below', { cents: '499.99' }, 'cents', '500.00 RUB'],
    ['an amount above', { cents: '150000,01' }, 'cents', '150\u00a0000.00 RUB'],
    ['an ambiguous amount', { cents: '1.234' }, 'cents', 'can mean two amounts'],
    ['a currency that is not offered', { currency: 'TJS' }, 'currency', 'Offered: RUB'],
    ['a type that is not offered', { payment_type: 'bankx' }, 'payment_type', 'Offered: sbp'],
    ['no customer', { customer: ' ' }, 'customer', 'Enter the customer'],
    ['a separator', { customer: 'a::b' }, 'customer', '“::”'],
    ['a malformed URL', { callback_url: 'shop' }, 'callback_url', 'https://'],
  ])('give the reason for %s', (_name, change, field, words) => {
    expect(notes(change)[field]?.error).toContain(words);
  });

  it('only warn by limits that are no longer fresh', () => {
    const note = notes({ cents: '1' }, { submitted: true, touched: new Set() }, 120_000).cents;
    expect(note?.error).toBeNull();
    expect(note?.warning).toContain('500.00 RUB');
  });

  it('wait for the field to be left, and do not scold an empty one before submitting', () => {
    const untouched = { submitted: false, touched: new Set<DraftField>() };
    const left = { submitted: false, touched: new Set<DraftField>(['cents', 'customer']) };
    expect(notes({ cents: '1', customer: '' }, untouched)).toEqual({});
    expect(Object.keys(notes({ cents: '1', customer: '' }, left))).toEqual(['cents']);
  });

  it('say at once, and before anything is left, what more digits cannot mend', () => {
    const typing: Visibility = { submitted: false, touched: new Set() };
    expect(notes({ cents: '150001' }, typing).cents?.error).toContain('150\u00a0000.00 RUB');
    expect(notes({ cents: '1' }, typing)).toEqual({});
  });

  it('say what was left out of what is sent, because nobody sees it', () => {
    const say = sayOf(createI18n('en'));
    const texts = { ...GOOD, customer: 'cu\u200bst\u00a01', callback_url: 'https://a\ufeff b' };
    const { read, faults } = checkTexts(texts, 'create', PROFILE, LIMITS, Date.parse(READ_AT));
    expect(read.deposit.fields).toMatchObject({ customer: 'cust 1', callback_url: 'https://a b' });
    expect(faults).toMatchObject([{ field: 'callback_url', code: 'url_space' }]);
    const own = notes({ callback_url: texts.callback_url });
    const shown = withHidden(own, texts, say);
    expect(shown.customer?.warning).toBe('Invisible characters were left out: U+200B, U+00A0.');
    expect(shown.callback_url?.error).toMatch(/^Invisible .* U\+FEFF\. No spaces in an address/u);
    expect(withHidden(own, GOOD, say)).toBe(own);
  });

  it('put what refuses before what deserves a second look', () => {
    const both = withWarnings(notes({ cents: '1' }), { cents: '100 times', customer: 'Same' });
    expect(both.cents?.error).toContain('500.00 RUB');
    expect(both.customer).toEqual({ error: null, warning: 'Same' });
  });
});
