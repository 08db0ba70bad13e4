import { describe, expect, it } from 'vitest';

import { REASON_KEYS, reasonText } from '#shared/domain/batchReason.ts';
import { FIELD_FAULTS } from '#shared/domain/draft.ts';
import { PLAIN_CODES } from '#shared/domain/failure.ts';
import { NOT_SENT_REASONS, REJECTED_REASONS, UNKNOWN_REASONS } from '#shared/domain/request.ts';

import { sayOf } from '../../i18n/i18n.ts';
import { createI18n } from '../../testing/i18n.ts';

const english = sayOf(createI18n('en'));
const of = (outcome: Parameters<typeof reasonText>[0]['outcome'], reasonCode: string | null) => ({
  outcome,
  reasonCode,
  detail: null,
  fields: { payment_type: 'sbp' },
});

/** Every code that a row can have. */
const ROWS = [
  ...REJECTED_REASONS.map((code) => of('rejected', code)),
  ...NOT_SENT_REASONS.map((code) => of('not_sent', code)),
  ...UNKNOWN_REASONS.map((code) => of('unknown', code)),
  ...[...FIELD_FAULTS, ...PLAIN_CODES].map((code) => of('refused', code)),
  ...['order_open', 'unanswered_before', 'of_a_later_version'].map((code) => of('refused', code)),
  of('cancelled', 'restored'),
];

it.each(['en', 'ru'] as const)('a report is sent words for every reason: %s', (language) => {
  const say = sayOf(createI18n(language));
  for (const key of REASON_KEYS) {
    expect(say(key)).not.toBe(key);
    expect(say(key).length).toBeLessThanOrEqual(500);
  }
});

describe('why a row was not accepted', () => {
  it.each(['en', 'ru'] as const)('is said in words, whatever the code: %s', (language) => {
    const say = sayOf(createI18n(language));
    for (const row of ROWS) {
      const text = reasonText(row, say) ?? '';
      expect(text).toMatch(/\p{L}{2}/u);
      expect(text).not.toMatch(/\{\{|[a-z]_[a-z]|^batch\.|^reason\.|^failure\./u);
    }
    expect(reasonText(of('accepted', null), say)).toBeNull();
  });

  it('names every field that was at fault', () => {
    const detail = 'cents: below_minimum, customer: too_long';
    const row = { ...of('refused', 'below_minimum'), detail };
    expect(reasonText(row, english)).toBe('Amount: Below the minimum · Customer: Too long');
    expect(reasonText({ ...row, detail: 'something else' }, english)).toBe('Below the minimum');
  });
});

it.each(['en', 'ru'] as const)('a column is called as the field of the form: %s', (language) => {
  const say = sayOf(createI18n(language));
  for (const [column, field] of [
    ['batch.field.amount', 'form.amount'],
    ['batch.field.currency', 'form.currency'],
    ['batch.field.payment_type', 'form.type'],
    ['batch.field.customer', 'form.customer'],
    ['batch.field.order_id', 'form.order'],
    ['batch.field.callback_url', 'form.callback'],
    ['batch.field.success_url', 'form.success'],
    ['batch.field.reject_url', 'form.reject'],
  ] as const) {
    expect(say(column)).toBe(say(field));
  }
});
