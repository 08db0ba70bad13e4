import { type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import type { Desk } from '../../support/desk.ts';
import { test } from '../fixtures.ts';
import {
  callFromPage,
  chooseCurrency,
  chooseType,
  typeField,
  expectRefused,
  field,
  openMore,
  openTab,
  sameAmount,
} from '../steps.ts';

/** Nothing was sent, and nothing typed was lost. */
async function expectNothingSent(
  page: Page,
  desk: Desk,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    const kept = name === 'Amount' ? sameAmount(value) : value;
    await expect(field(page, name)).toHaveValue(kept);
  }
  expect(desk.ledger()).toEqual({ deposits: [], arrivals: 0 });
}

async function fillDirect(page: Page, amount: string, customer: string): Promise<void> {
  await field(page, 'Amount').fill(amount);
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill(customer);
}

async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Issue request' }).click();
}

const amounts: readonly (readonly [string, string, RegExp])[] = [
  ['below the fresh limits', '499.99', /500\.00/u],
  ['above the fresh limits', '150000.01', /150\s000\.00/u],
  ['with too many decimals', '1.234', /decimal/iu],
  ['that is negative', '-5', /./u],
  ['in exponents', '1e5', /./u],
  ['that is empty', '', /./u],
];

for (const [what, amount, reason] of amounts) {
  test(`an amount ${what} is refused beside its field`, async ({ desk, deskPage: page }) => {
    await fillDirect(page, amount, 'cust-1');
    const orderId = await field(page, 'Order ID').inputValue();
    await issue(page);
    await expectRefused(field(page, 'Amount'), reason);
    await expectNothingSent(page, desk, {
      Amount: amount,
      Customer: 'cust-1',
      'Order ID': orderId,
    });
  });
}

test('an amount outside the limits of a payment page is refused', async ({
  desk,
  deskPage: page,
}) => {
  await openTab(page, 'Payment page');
  await field(page, 'Amount').fill('499');
  await page.getByRole('button', { name: 'Create payment page' }).click();
  await expectRefused(field(page, 'Amount'), /500\.00/u);
  await expectNothingSent(page, desk, { Amount: '499' });
});

test('a missing customer is refused in the direct flow', async ({ desk, deskPage: page }) => {
  await fillDirect(page, '1500', '   ');
  await issue(page);
  await expectRefused(field(page, 'Customer'), /./u);
  await expectNothingSent(page, desk, { Amount: '1500', Customer: '   ' });
});

const addresses = ['Callback URL', 'Success URL', 'Reject URL'] as const;
for (const name of addresses) {
  test(`a malformed ${name} is refused`, async ({ desk, deskPage: page }) => {
    await fillDirect(page, '1500', 'cust-1');
    await openMore(page);
    await field(page, name).fill('shop.example/cb');
    await issue(page);
    await expectRefused(field(page, name), /http/iu);
    await expectNothingSent(page, desk, {
      Amount: '1500',
      Customer: 'cust-1',
      [name]: 'shop.example/cb',
    });
  });
}

const separators: readonly (readonly [string, string])[] = [
  ['Customer', 'cust::1'],
  ['Order ID', 'A::1'],
  ['Customer phone', '+7::999'],
  ['Callback URL', 'https://shop.example/a::b'],
];
for (const [name, value] of separators) {
  test(`a ${name} containing :: is refused`, async ({ desk, deskPage: page }) => {
    await fillDirect(page, '1500', 'cust-1');
    await openMore(page);
    await field(page, name).fill(value);
    await issue(page);
    await expectRefused(field(page, name), /::/u);
    await expectNothingSent(page, desk, { Amount: '1500', [name]: value });
  });
}

test('several faults stand beside their fields at once, and the first has the focus', async ({
  desk,
  deskPage: page,
}) => {
  await fillDirect(page, '1', '');
  await field(page, 'Order ID').fill('A::1');
  await issue(page);
  await expectRefused(field(page, 'Amount'), /500\.00/u);
  await expectRefused(field(page, 'Customer'), /./u);
  await expectRefused(field(page, 'Order ID'), /::/u);
  await expect(field(page, 'Amount')).toBeFocused();
  await expectNothingSent(page, desk, { Amount: '1', 'Order ID': 'A::1' });
});

test('a fault put right lets the request through', async ({ desk, deskPage: page }) => {
  await fillDirect(page, '1500', 'cust::1');
  await issue(page);
  await expectRefused(field(page, 'Customer'), /::/u);
  await field(page, 'Customer').fill('cust-1');
  await issue(page);
  await page.getByRole('button', { name: 'Copy number' }).waitFor();
  expect(desk.ledger().deposits).toHaveLength(1);
});

test('a type that the limits do not offer for the chosen currency is refused beside its field', async ({
  desk,
  deskPage: page,
}) => {
  await chooseType(page, 'sbp');
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('20000');
  await field(page, 'Customer').fill('cust-1');
  await issue(page);
  await expectRefused(typeField(page), /does not offer sbp for UZS/u);
  await expectNothingSent(page, desk, { Amount: '20000', Customer: 'cust-1' });
});

/** The form offers none of these; whoever asks past the form is refused by the same rule, field by field. */
const unoffered: readonly (readonly [string, Readonly<Record<string, string>>, object])[] = [
  [
    'a type the limits do not offer for the currency',
    { currency: 'UZS', payment_type: 'sbp' },
    { field: 'payment_type', code: 'type_not_offered' },
  ],
  [
    'a type nobody knows',
    { currency: 'RUB', payment_type: 'cash' },
    { field: 'payment_type', code: 'type_not_offered' },
  ],
  [
    'a currency nobody knows',
    { currency: 'EUR', payment_type: 'any_bank' },
    { field: 'currency', code: 'currency_not_in_flow' },
  ],
];
for (const [what, asked, fault] of unoffered) {
  test(`${what}, asked past the form, is refused`, async ({ desk, deskPage: page }) => {
    const reply = await callFromPage(page, 'issue.create', createInput(asked));
    expect(reply).toEqual({
      ok: false,
      error: {
        code: 'invalid_fields',
        faults: [expect.objectContaining({ force: 'refuse', ...fault })],
      },
    });
    expect(desk.ledger()).toEqual({ deposits: [], arrivals: 0 });
  });
}
