import { describe, expect, it } from 'vitest';

import { type CustomerSuggestion, customerSuggestionSchema } from '#shared/domain/customer.ts';

import { matching } from './customers.ts';

function known(customer: string): CustomerSuggestion {
  return customerSuggestionSchema.parse({
    customer,
    requests: 1,
    last: {
      intentId: '11111111-2222-4333-8444-555555555555',
      flow: 'create',
      orderId: 'A-1',
      customer,
      phone: null,
      cents: 150_000,
      currency: 'RUB',
      paymentType: 'sbp',
      outcome: 'accepted',
      mayExist: true,
      createdAt: '2026-11-15T10:00:00.000Z',
    },
  });
}

describe('customers offered', () => {
  it.each([
    ['cust', ['cust-71', 'cust-12']],
    ['cust-7', ['cust-71']],
    ['cust-77', []],
    ['ИВАН', ['Иван Петров']],
  ])('for %j are those that fit what is typed now', (typed, fitting) => {
    const all = ['cust-71', 'cust-12', 'Иван Петров'].map(known);
    expect(matching(all, typed).map(({ customer }) => customer)).toEqual(fitting);
  });
});
