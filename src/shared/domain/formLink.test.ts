import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MAX_LINK_LENGTH, queryOfLink, readFormLink } from './formLink.ts';

describe('a link from another program', () => {
  it('fills the fields that it names', () => {
    const link = queryOfLink(
      'deposit-desk://new?flow=direct&amount=1500&currency=rub&type=sbp&customer=cust-77',
    );
    expect(readFormLink(link ?? '')).toEqual({
      flow: 'create',
      texts: { cents: '1500', currency: 'RUB', payment_type: 'sbp', customer: 'cust-77' },
      faults: [],
    });
  });

  it('names every parameter that it does not take', () => {
    const { texts, faults } = readFormLink(
      'flow=build&type=sbp&amount=1&amount=2&submit=1&currency=EUR&profile=live',
    );
    expect(texts).toEqual({ cents: '1' });
    expect(faults.map(({ name, why }) => [name, why])).toEqual([
      ['type', 'not_in_flow'],
      ['amount', 'twice'],
      ['submit', 'unknown'],
      ['currency', 'bad_currency'],
      ['profile', 'unknown'],
    ]);
  });

  it('takes nothing of a link that is too long: its last value may be cut', () => {
    const long = `customer=${'c'.repeat(MAX_LINK_LENGTH - 18)}&amount=150000`;
    expect(readFormLink(long)).toMatchObject({ texts: {}, faults: [{ why: 'too_long' }] });
    expect(readFormLink('x&'.repeat(500_000)).faults).toHaveLength(1);
  });

  it('keeps the open form where the flow is not one that is known', () => {
    expect(readFormLink('flow=Live&amount=5')).toEqual({
      flow: null,
      texts: { cents: '5' },
      faults: [{ name: 'flow', value: 'Live', why: 'bad_flow' }],
    });
  });

  it.each([
    ['deposit-desk://new', ''],
    ['deposit-desk:new?amount=5', 'amount=5'],
    ['DEPOSIT-DESK://NEW/?amount=5', 'amount=5'],
  ])('reads %s', (address, query) => expect(queryOfLink(address)).toBe(query));

  it.each([
    'https://new?amount=5',
    'deposit-desk://settings',
    'deposit-desk://new.example?amount=5',
    '--deposit-desk://new?amount=5',
    `deposit-desk://new?amount=${'5'.repeat(MAX_LINK_LENGTH)}`,
  ])('does not take %s', (address) => expect(queryOfLink(address)).toBeNull());

  it('accounts for every parameter of any query, and throws for none', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const { flow, texts, faults } = readFormLink(query);
        // It takes one `?` away from the beginning.
        const given = [...new URLSearchParams(`?${query}`)].length;
        expect(Object.keys(texts).length + faults.length + (flow === null ? 0 : 1)).toBe(given);
      }),
      { examples: [['?'], ['?&a'], ['&&'], ['=']] },
    );
  });
});
