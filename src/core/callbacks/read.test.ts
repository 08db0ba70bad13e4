import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CALLBACK_FORMATS, DEFAULT_CALLBACK } from '#shared/dialect/schema.ts';
import {
  CALLBACK_VALUES,
  type RawCallback,
  callbackReadingSchema,
} from '#shared/domain/callback.ts';

import { readCallback } from './read.ts';

function raw(overrides: Partial<RawCallback>): RawCallback {
  return { method: 'POST', query: '', headers: [], body: '', encoding: 'utf8', ...overrides };
}
const json = (value: unknown): RawCallback => raw({ body: JSON.stringify(value) });
const read = (callback: RawCallback, keys: Partial<typeof DEFAULT_CALLBACK.keys> = {}) =>
  readCallback(callback, { ...DEFAULT_CALLBACK, keys: { ...DEFAULT_CALLBACK.keys, ...keys } })
    .reading;
const unit = (key: string, value: unknown): string | undefined =>
  read(json({ id: 'r-1', [key]: value }), { amount: key }).amountUnit;

const SAID = {
  id: 'r-1',
  orderId: 'A-1',
  merchant: 'm-1',
  state: 'Paid',
  amount: '145000',
  currency: 'RUB',
};

const PATHS = {
  id: 'id',
  orderId: 'order_id',
  merchant: 'merchant',
  state: 'state',
  amount: 'amount',
  currency: 'currency',
};

describe('a callback is read', () => {
  it.each([
    [
      'as create answers',
      {
        id: 'r-1',
        merchant: 'm-1',
        external_id: 'A-1',
        state: 'Paid',
        amount_cents: 145_000,
        amount_currency: 'RUB',
      },
    ],
    [
      'as build answers',
      {
        uuid: 'r-1',
        merchant: 'm-1',
        order_id: 'A-1',
        state: 'Paid',
        cents: 145_000,
        currency: 'RUB',
      },
    ],
    [
      'in camel case',
      {
        paymentId: 'r-1',
        merchantId: 'm-1',
        orderId: 'A-1',
        status: 'Paid',
        amount: '145000',
        currency: 'RUB',
      },
    ],
    [
      'inside an envelope with an id of its own',
      {
        id: 'event-7',
        type: 'payment',
        data: {
          id: 'r-1',
          merchant: 'm-1',
          order_id: 'A-1',
          state: 'Paid',
          amount: 145_000,
          currency: 'RUB',
        },
      },
    ],
  ])('%s', (_how, value) => {
    const amountUnit = 'amount' in value || 'data' in value ? 'unclear' : 'minor';
    const { paths, ...said } = read(json(value));
    expect(said).toEqual({ format: 'json', problem: null, ...SAID, amountUnit });
    expect(paths?.state).toMatch(/^(?:data\.)?stat(?:e|us)$/u);
  });

  it('in all three encodings', () => {
    const text = 'id=r-1&order_id=A-1&merchant=m-1&state=Paid&amount=145000&currency=RUB';
    const said = { problem: null, ...SAID, amountUnit: 'unclear', paths: PATHS };
    expect(read(raw({ body: text }))).toEqual({ format: 'form', ...said });
    expect(read(raw({ method: 'GET', query: text }))).toEqual({ format: 'query', ...said });
    const nested = text.replaceAll(/(?<key>\w+)=/gu, 'data[$<key>]=');
    expect(read(raw({ body: nested }))).toMatchObject({ format: 'form', ...SAID });
  });

  it('by the keys that the provider format names', () => {
    const value = { id: 'not-it', order: { number: 'A-1' }, info: { ref: 'r-1', status: 'Paid' } };
    expect(read(json(value), { id: 'info.ref', orderId: 'order.number' })).toMatchObject({
      id: 'r-1',
      orderId: 'A-1',
      state: 'Paid',
    });
  });

  it('verbatim: numbers as they were written, states untouched', () => {
    const said = read(raw({ body: '{"id":7,"amount":1450.00,"state":" Оплачен "}' }));
    expect(said).toMatchObject({ id: '7', amount: '1450.00', state: ' Оплачен ' });
    const long = read(raw({ body: '{"transaction_id":12345678901234567890}' }));
    expect(long).toMatchObject({ id: '12345678901234567890' });
  });

  it.each([
    ['a key given twice', raw({ body: '{"state":"paid","state":"failed"}' })],
    ['a field given twice', raw({ body: 'state=paid&state=failed' })],
    ['half a document', raw({ body: '{"id":"r-1"' })],
    ['no object', raw({ body: '[1]' })],
    ['nothing', raw({})],
    ['bytes that are no text', raw({ body: '/w==', encoding: 'base64' })],
  ])('not at all where it has %s', (_what, callback) => {
    const said = read(callback);
    expect(said).toMatchObject({ format: null, id: null, state: null });
    expect(said.problem).not.toBeNull();
  });

  it('never throws, whatever comes in, and never invents a value', () => {
    const anything = fc.record({
      method: fc.constantFrom('POST' as const, 'GET' as const),
      query: fc.string({ unit: 'binary' }),
      headers: fc.constantFrom([], [['content-type', 'application/json'] as [string, string]]),
      body: fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
      encoding: fc.constantFrom('utf8' as const, 'base64' as const),
    });
    fc.assert(
      fc.property(anything, fc.constantFrom(...CALLBACK_FORMATS), (callback, format) => {
        const { reading } = readCallback(callback, { ...DEFAULT_CALLBACK, format });
        callbackReadingSchema.parse(reading);
        expect(reading.amountUnit === undefined).toBe(reading.amount === null);
        const said = textsOf(callback);
        for (const name of CALLBACK_VALUES) {
          const value = reading[name] ?? null;
          expect(value === null || said.has(value)).toBe(true);
          expect(reading.paths?.[name] === undefined).toBe(value === null);
        }
      }),
    );
  });

  it('by nested keys alone: one with a dot in itself is not taken for what it spells', () => {
    const message = { 'data.uuid': 'forged', 'data.state': 'paid', data: { uuid: 'r-1' } };
    expect(read(json(message))).toMatchObject({ id: 'r-1', state: null });
    expect(read(json({ 'data.uuid': 'forged' }), { id: 'data.uuid' })).toMatchObject({ id: null });
  });

  it('as quickly where it was made to be slow: long keys, deep inside each other, with many values', () => {
    const inner = Object.fromEntries(Array.from({ length: 4500 }, (_, at) => [at, at % 10]));
    const deep = Array.from({ length: 34 }, (_, at) =>
      `${at}`.padEnd(500, 'k'),
    ).reduceRight<object>((message, key) => ({ [key]: message }), inner);
    const startedMs = performance.now();
    expect(read(json({ uuid: 'r-1', deep }))).toMatchObject({ id: 'r-1' });
    // Some 10 ms; spelling out every path took 51 s.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it('not at all from a form of more fields than any provider sends', () => {
    const body = Array.from({ length: 501 }, (_, at) => `k${at}=1`).join('&');
    expect(read(raw({ body })).problem).toBe('it has more than 500 fields');
  });

  it('the same whichever encoding the same words came in', () => {
    const word = fc.string({ minLength: 1, maxLength: 40 });
    const words = fc.record({ uuid: word, order_id: word, state: word, currency: word });
    fc.assert(
      fc.property(words, (said) => {
        const text = new URLSearchParams(said).toString();
        const readings = [json(said), raw({ body: text }), raw({ query: text, method: 'GET' })];
        const [first, ...others] = readings.map((one) => ({ ...read(one), format: null }));
        for (const other of others) expect(other).toEqual(first);
        expect(first).toMatchObject({ id: said.uuid, orderId: said.order_id, state: said.state });
      }),
    );
  });
});

/** Every value that stands somewhere in it, however it is read. */
function textsOf({ body, query }: RawCallback): ReadonlySet<string> {
  const forms = [body, query].flatMap((text) => [...new URLSearchParams(text).values()]);
  return new Set([...forms, ...leavesOf(body)]);
}

function leavesOf(body: string): readonly string[] {
  const leaves: string[] = [];
  try {
    JSON.parse(body, (_key, value: unknown) => void leaves.push(String(value)));
  } catch {
    // A form, or nothing that can be read.
  }
  return leaves;
}

describe('what an amount counts', () => {
  it.each([
    ['amount_cents', 145_000, 'minor'],
    ['paid.amount_minor', '145000', 'minor'],
    ['sumKopecks', 145_000, 'minor'],
    ['summa_tiyin', '145000', 'minor'],
    ['amount', '1450.00', 'major'],
    ['amount', '1 450,5', 'major'],
    ['amount', 1450, 'unclear'],
    // Only the key itself says it, not what stands around it.
    ['cents.amount', '1450', 'unclear'],
  ])('%s of %s is %s', (key, value, expected) => {
    const nested = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    expect(read(json(nested), { amount: key }).amountUnit).toBe(expected);
  });

  it('stands in the provider format where that says it, whatever the name and the digits', () => {
    const anything = fc.record({
      key: fc.constantFrom('amount', 'amount_cents', 'paid_amount'),
      value: fc.stringMatching(/^\d{1,9}(?:[.,]\d{1,2})?$/u),
      told: fc.constantFrom('major' as const, 'minor' as const),
    });
    fc.assert(
      fc.property(anything, ({ key, value, told }) => {
        const format = { ...DEFAULT_CALLBACK, amountUnit: told };
        const { reading } = readCallback(json({ id: 'r-1', [key]: value }), format);
        expect(reading).toMatchObject({ amount: value, amountUnit: told });
      }),
    );
  });

  it('is never guessed of a whole number under a name that does not tell', () => {
    fc.assert(
      fc.property(fc.constantFrom('amount', 'sum', 'total'), fc.nat(), (key, value) => {
        expect(unit(key, value)).toBe('unclear');
        expect(unit(key, `${value}.00`)).toBe('major');
        expect(unit(`${key}_cents`, value)).toBe('minor');
      }),
    );
  });

  it('is not said where nothing is', () => {
    expect(read(json({ id: 'r-1', state: 'paid' }))).not.toHaveProperty('amountUnit');
  });
});
