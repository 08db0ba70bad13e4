import { describe, expect, it } from 'vitest';

import { filledInBy } from '#shared/domain/callback.ts';
import { depositBodySchema } from '#shared/domain/deposit.ts';
import { intentIdSchema, profileIdSchema } from '#shared/domain/ids.ts';
import { type LimitsSnapshot, limitsSnapshotSchema } from '#shared/domain/limits.ts';

import { requestOf } from '../../../testing/request.ts';
import {
  endSavedDraft,
  habitOf,
  isFilledIn,
  isFree,
  loadDraft,
  newDraft,
  nextDraft,
  readDraft,
  refilledDraft,
  saveDraft,
  withFilledIn,
} from './draft.ts';

const FIRST = intentIdSchema.parse('11111111-2222-4333-8444-555555555555');
const SECOND = intentIdSchema.parse('22222222-2222-4333-8444-555555555555');
const PROFILE = profileIdSchema.parse('sandbox');
const NONE = filledInBy({ defaultUrls: { callback: null, success: null, reject: null } }, null);

function memoryStorage(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    clear: () => held.clear(),
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (key) => held.get(key) ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  };
}

function limits(): LimitsSnapshot {
  return limitsSnapshotSchema.parse({
    id: SECOND,
    profileId: PROFILE,
    readAt: '2026-11-15T10:00:00.000Z',
    recognised: true,
    complaints: [],
    entries: [
      { currency: 'UZS', paymentType: 'bankx', min: 100, max: null },
      { currency: 'KZT', paymentType: null, min: null, max: null },
    ],
    raw: '',
  });
}

const body = depositBodySchema.parse({
  flow: 'create',
  fields: {
    merchant: '11111111-2222-4333-8444-555555555555',
    order_id: 'A-1',
    cents: 150_000,
    currency: 'RUB',
    payment_type: 'sbp',
    customer: 'cust-1',
  },
});

const filled = {
  ...newDraft(FIRST, NONE),
  texts: {
    cents: '1 500,50',
    currency: 'KZT',
    payment_type: 'sbp',
    customer: 'cust-1',
    order_id: 'A-1',
    customer_phone_number: '+79990001122',
    callback_url: 'https://shop.example/cb',
    success_url: '',
    reject_url: '',
  },
  orderIsAuto: false,
};

describe('a draft', () => {
  it('keeps its intent id and everything typed over a reload', () => {
    const storage = memoryStorage();
    saveDraft(storage, PROFILE, 'create', filled);
    expect(loadDraft(storage, PROFILE, 'create')).toEqual(filled);
    expect(loadDraft(storage, PROFILE, 'build')).toBeNull();
  });

  it('is started anew when what was saved cannot be read', () => {
    const storage = memoryStorage();
    storage.setItem('draft:sandbox:create', '{"intentId":');
    expect(loadDraft(storage, PROFILE, 'create')).toBeNull();
  });

  it('frees the form for the next customer and keeps the choices', () => {
    const next = nextDraft(filled, SECOND);
    expect(next.intentId).toBe(SECOND);
    expect(next.orderIsAuto).toBe(true);
    expect(next.texts).toEqual({
      ...filled.texts,
      cents: '',
      customer: '',
      order_id: '',
      customer_phone_number: '',
      callback_url: '',
    });
  });

  it('has the profile’s addresses for the next customer, not those typed for the last one', () => {
    const own = { ...NONE, callback_url: 'https://shop.example/callback' };
    const typed = { callback_url: 'https://one.example', success_url: 'https://one.example/ok' };
    const empty = newDraft(FIRST, own);
    const last = { ...empty, texts: { ...empty.texts, ...typed } };
    expect(nextDraft(last, SECOND).texts).toMatchObject(own);
    expect(refilledDraft(last, body, 'again', SECOND, 'en').texts).toMatchObject(own);
  });
});

describe('addresses of the profile', () => {
  const first = filledInBy(
    { defaultUrls: { callback: 'https://shop.example/cb', success: null, reject: null } },
    'https://shop.example/cb',
  );
  const second = filledInBy(
    { defaultUrls: { callback: 'https://shop.example/other', success: null, reject: null } },
    'https://shop.example/other',
  );

  it('stand in a new draft, and blank stays blank', () => {
    const { texts } = newDraft(FIRST, first);
    expect([texts.callback_url, texts.success_url]).toEqual(['https://shop.example/cb', '']);
    expect(isFilledIn(newDraft(FIRST, first), 'callback_url')).toBe(true);
    expect(isFilledIn(newDraft(FIRST, first), 'success_url')).toBe(false);
  });

  it('follow the profile, but for what was typed or cleared', () => {
    const draft = newDraft(FIRST, first);
    expect(withFilledIn(draft, second).texts.callback_url).toBe('https://shop.example/other');
    const cleared = { ...draft, texts: { ...draft.texts, callback_url: '' } };
    expect(withFilledIn(cleared, second).texts.callback_url).toBe('');
    const typed = { ...draft, texts: { ...draft.texts, callback_url: 'https://mine.example' } };
    expect(withFilledIn(typed, second).texts.callback_url).toBe('https://mine.example');
  });

  it('stay for the next customer', () => {
    const next = nextDraft(newDraft(FIRST, first), SECOND);
    expect(next.texts.callback_url).toBe('https://shop.example/cb');
    expect(withFilledIn(next, first)).toBe(next);
  });
});

describe('a recorded request', () => {
  it('ends the draft it came from, and no other', () => {
    const storage = memoryStorage();
    saveDraft(storage, PROFILE, 'create', filled);
    expect(endSavedDraft(storage, PROFILE, 'create', SECOND)).toBe(false);
    expect(loadDraft(storage, PROFILE, 'create')).toEqual(filled);
    expect(endSavedDraft(storage, PROFILE, 'create', FIRST)).toBe(true);
    const next = loadDraft(storage, PROFILE, 'create');
    expect(next?.intentId).not.toBe(FIRST);
    expect(next).toEqual(nextDraft(filled, next?.intentId ?? FIRST));
  });
});

describe('reading a draft', () => {
  it('takes the first offered currency and type until one is chosen', () => {
    const read = readDraft(newDraft(FIRST, NONE).texts, 'create', limits());
    expect([read.currency, read.paymentType]).toEqual(['UZS', 'bankx']);
  });

  it('keeps what was chosen, offered or not, so that the rule can refuse it by name', () => {
    const texts = { ...filled.texts, currency: 'TJS', payment_type: 'other' };
    const read = readDraft(texts, 'create', limits());
    expect([read.currency, read.paymentType]).toEqual(['TJS', 'other']);
  });

  it('takes what was used last, as long as it is offered', () => {
    const { texts } = newDraft(FIRST, NONE);
    const read = (currency: string, paymentType: string) => {
      const meant = readDraft(texts, 'create', limits(), { currency, paymentType });
      return [meant.currency, meant.paymentType];
    };
    expect(read('KZT', 'sbp')).toEqual(['KZT', 'sbp']);
    expect(read('TJS', 'sbp')).toEqual(['UZS', 'bankx']);
    expect(read('KZT', 'gone')).toEqual(['KZT', 'any_bank']);
  });

  it('sends the phone as digits, however it is shown', () => {
    const texts = { ...filled.texts, customer_phone_number: '+7 999 000-11-22' };
    const { deposit } = readDraft(texts, 'create', null);
    expect(deposit.fields).toMatchObject({ customer_phone_number: '+79990001122' });
  });

  it('reads the amount without floats', () => {
    expect(readDraft(filled.texts, 'create', null).deposit.fields.cents).toBe(150_050);
    const ambiguous = { ...filled.texts, cents: '1.234' };
    expect(readDraft(ambiguous, 'create', null).deposit.fields.cents).toBeNull();
  });

  it('has no phone and a fixed type in the payment page flow', () => {
    const read = readDraft(filled.texts, 'build', null);
    expect(read.paymentType).toBe('uzs_select');
    expect(read.deposit.fields).not.toHaveProperty('customer_phone_number');
    expect(read.deposit.fields).not.toHaveProperty('payment_type');
  });
});

describe('a refused request put back into the form', () => {
  it('is another request with the same amount, customer and type', () => {
    const draft = refilledDraft(newDraft(FIRST, NONE), body, 'again', SECOND, 'en');
    expect(draft).toMatchObject({ intentId: SECOND, orderIsAuto: true });
    expect(draft.texts).toMatchObject({
      cents: '1\u00a0500.00',
      currency: 'RUB',
      payment_type: 'sbp',
      customer: 'cust-1',
      order_id: '',
    });
  });

  it('keeps the order id that was suggested already, but not one that was typed', () => {
    const inHand = newDraft(FIRST, NONE);
    const texts = { ...inHand.texts, order_id: 'D-0012' };
    const kept = refilledDraft({ ...inHand, texts }, body, 'again', SECOND, 'en');
    expect(kept).toMatchObject({ texts: { order_id: 'D-0012' }, orderIsAuto: true });
    const typed = { ...inHand, texts, orderIsAuto: false };
    const asked = refilledDraft(typed, body, 'again', SECOND, 'en');
    expect(asked).toMatchObject({ texts: { order_id: '' }, orderIsAuto: true });
  });

  it('asks for the amount where another one is wanted', () => {
    const draft = refilledDraft(newDraft(FIRST, NONE), body, 'with', SECOND, 'en');
    expect(draft.texts).toMatchObject({ cents: '', customer: 'cust-1', payment_type: 'sbp' });
  });

  it('takes the place only of a draft that is nobody’s yet', () => {
    expect(isFree(newDraft(FIRST, NONE))).toBe(true);
    expect(isFree(refilledDraft(newDraft(FIRST, NONE), body, 'again', SECOND, 'en'))).toBe(false);
  });
});

describe('the usual choices', () => {
  it('are those of the newest request of the same kind, and none where there is none', () => {
    const requests = [requestOf({}, 2), requestOf({}, 1)];
    expect(habitOf(requests, 'create')).toEqual({ currency: 'RUB', paymentType: 'sbp' });
    expect(habitOf(requests, 'build')).toBeNull();
    expect(habitOf([], 'create')).toBeNull();
  });
});
