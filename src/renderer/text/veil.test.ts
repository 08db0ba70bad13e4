import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import { veilBody, veilOf } from './veil.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const AT = '2026-11-15T09:00:00.000Z';
const CARD = '2200700812345675';

const LONG = '2200700812345675'.repeat(9_375);

function manyRequisites(count: number): object {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, String(1_000_000_000 + at * 79)]),
  );
}

function accepted(paymentData: object, more: object = {}): DepositRequest {
  return depositRequestSchema.parse({
    intentId: ID,
    profileId: ID,
    profileName: 'Sandbox',
    mode: 'sandbox',
    operator: { account: 'anna', name: 'Anna' },
    body: {
      flow: 'create',
      fields: {
        merchant: ID,
        order_id: 'A-1',
        cents: 150_000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-77',
      },
    },
    stringToSign: '',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: AT,
    updatedAt: AT,
    lastCopiedAt: null,
    outcome: 'accepted',
    amountAcknowledgedAt: null,
    answer: {
      flow: 'create',
      record: {
        id: ID,
        merchant: ID,
        external_id: 'A-1',
        state: 'created',
        kind: 'deposit',
        amount_cents: 150_000,
        amount_currency: 'RUB',
        payment_data: paymentData,
        ...more,
      },
    },
  });
}

describe('requisites in the log', () => {
  it('are masked however the digits are set apart', () => {
    const veil = veilOf(accepted({ number: '2200-7008-1234-5675', name: 'IVAN P.' }));
    for (const shown of ['2200-7008-1234-5675', CARD, '2200 7008 1234 5675']) {
      expect(veil(`To ${shown}, IVAN P.`)).toBe('To 2200 70•• •••• 5675, IVAN P.');
    }
  });

  it('include links, the bill and fields that the document does not name', () => {
    const veil = veilOf(
      accepted(
        { url: 'https://pay.example/7/abcdef012345', extra: { account: '40817810000000001234' } },
        { payment_bill_url: 'https://bill.example/b/998877665544' },
      ),
    );
    expect(veil('https://pay.example/7/abcdef012345')).toBe('pay.example/…2345');
    expect(veil('{"account":"40817810000000001234"}')).toBe('{"account":"4081 78•• •••• 1234"}');
    expect(veil('https://bill.example/b/998877665544')).toBe('bill.example/…5544');
  });

  it('leave short words and amounts alone', () => {
    const veil = veilOf(accepted({ number: '1500', note: 'hurry' }));
    expect(veil('1500 RUB, hurry')).toBe('1500 RUB, hurry');
  });
});

describe('an answer as it travelled', () => {
  const none = (text: string): string => text;

  it('is masked where its slashes and letters were written as escapes', () => {
    const body = String.raw`{"payment_data":{"url":"https:\/\/pay.example\/7\/abcdef012345","number":"\u0032200 7008 1234 5675"}}`;
    expect(veilBody(body, none)).toBe(
      '{"payment_data":{"url":"pay.example/…2345","number":"2200 70•• •••• 5675"}}',
    );
  });

  it('is masked also where it cannot be read', () => {
    expect(veilBody(`<p>Pay to ${CARD}, order 4711</p>`, none)).toBe(
      '<p>Pay to 2200 70•• •••• 5675, order 4711</p>',
    );
    // Two numbers of the same name: not readable as an answer about money.
    expect(veilBody(`{"number":"${CARD}","number":"x"}`, none)).not.toContain(CARD);
  });

  it('never holds the number of its payment data, whatever else it holds', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{12,20}$/u), fc.string(), (number, said) => {
        const body = JSON.stringify({
          said: `${said}${number}`,
          deep: [{ payment_data: { number } }],
        });
        expect(veilBody(body, none)).not.toContain(number);
      }),
    );
  });

  it.each([
    ['thousands of requisites', JSON.stringify({ payment_data: manyRequisites(15_000) })],
    ['a requisite of 150,000 digits', JSON.stringify({ payment_data: { number: LONG }, x: LONG })],
    ['a text that never ends', `{"said": "${String.raw`\"`.repeat(150_000)}`],
    ['digits that are set apart', `<p>${'1-1 '.repeat(75_000)}</p>`],
  ])('of 300,000 characters is masked at once: %s', (_, body) => {
    const startedMs = performance.now();
    const shown = veilBody(body, none);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(shown).not.toContain('1000000079');
    expect(shown).not.toContain(LONG.slice(0, 12));
    expect(shown).not.toMatch(/1-1 1-1 1-1 1-1 1-1 1-1 1-1/u);
  });

  it('keeps every other character as it came', () => {
    const body = '{ "state" : "created",\n "amount_cents": 150000 }';
    expect(veilBody(body, none)).toBe(body);
  });
});
