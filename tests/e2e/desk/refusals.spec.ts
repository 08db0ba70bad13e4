import { type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { type Desk, test } from '../fixtures.ts';
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
  suggestedOrder,
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
  expect(desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
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
  ['below the fresh limits', '499.99', /minimum of 500\.00 RUB/u],
  ['above the fresh limits', '150000.01', /maximum of 150\s000\.00 RUB/u],
  ['with too many decimals', '1.234', /At most two decimals/u],
  ['that is negative', '-5', /cannot be negative/u],
  ['in exponents', '1e5', /does not read as an amount/u],
  ['that is empty', '', /Enter an amount/u],
];

test('an amount that cannot be issued is refused beside its field', async ({
  desk,
  deskPage: page,
}) => {
  const orderId = await suggestedOrder(page);
  for (const [what, amount, reason] of amounts) {
    await test.step(what, async () => {
      await fillDirect(page, amount, 'cust-1');
      await issue(page);
      await expectRefused(field(page, 'Amount'), reason);
      await expectNothingSent(page, desk, {
        Amount: amount,
        Customer: 'cust-1',
        'Order ID': orderId,
      });
    });
  }
});

test('an amount outside the limits of a payment page is refused', async ({
  desk,
  deskPage: page,
}) => {
  await openTab(page, 'Payment page');
  await field(page, 'Amount').fill('499');
  await page.getByRole('button', { name: 'Create payment page' }).click();
  await expectRefused(field(page, 'Amount'), /minimum of 500\.00 RUB/u);
  await expectNothingSent(page, desk, { Amount: '499' });
});

test('a missing customer is refused in the direct flow', async ({ desk, deskPage: page }) => {
  await fillDirect(page, '1500', '   ');
  await issue(page);
  await expectRefused(field(page, 'Customer'), /Name the customer/u);
  await expectNothingSent(page, desk, { Amount: '1500', Customer: '   ' });
});

const addresses = ['Callback URL', 'Success URL', 'Reject URL'] as const;
test('a malformed address is refused beside its field', async ({ desk, deskPage: page }) => {
  await fillDirect(page, '1500', 'cust-1');
  await openMore(page);
  for (const name of addresses) {
    await test.step(name, async () => {
      await field(page, name).fill('shop.example/cb');
      await issue(page);
      await expectRefused(field(page, name), /Not a web address/u);
      const typed = { Amount: '1500', Customer: 'cust-1', [name]: 'shop.example/cb' };
      await expectNothingSent(page, desk, typed);
      await field(page, name).fill('');
    });
  }
});

const separators: readonly (readonly [string, string])[] = [
  ['Customer', 'cust::1'],
  ['Order ID', 'A::1'],
  ['Customer phone', '+7::999'],
  ['Callback URL', 'https://shop.example/a::b'],
];
test('a value containing :: is refused beside its field', async ({ desk, deskPage: page }) => {
  await suggestedOrder(page);
  await openMore(page);
  for (const [name, value] of separators) {
    await test.step(name, async () => {
      await fillDirect(page, '1500', 'cust-1');
      const before = await field(page, name).inputValue();
      await field(page, name).fill(value);
      await issue(page);
      await expectRefused(field(page, name), /cannot contain “::”/u);
      await expectNothingSent(page, desk, { Amount: '1500', [name]: value });
      await field(page, name).fill(before);
    });
  }
});

test('several faults stand beside their fields at once, and the first has the focus', async ({
  desk,
  deskPage: page,
}) => {
  // Before the limits are there nothing is wrong with the amount, and the customer is the first fault.
  await page.getByText('read just now').waitFor();
  await fillDirect(page, '1', '');
  await field(page, 'Order ID').fill('A::1');
  await issue(page);
  await expectRefused(field(page, 'Amount'), /minimum of 500\.00 RUB/u);
  await expectRefused(field(page, 'Customer'), /Name the customer/u);
  await expectRefused(field(page, 'Order ID'), /cannot contain “::”/u);
  await expect(field(page, 'Amount')).toBeFocused();
  await expectNothingSent(page, desk, { Amount: '1', 'Order ID': 'A::1' });
});

test('a fault put right lets the request through', async ({ desk, deskPage: page }) => {
  await fillDirect(page, '1500', 'cust::1');
  await issue(page);
  await expectRefused(field(page, 'Customer'), /cannot contain “::”/u);
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
test('what lies past the form is refused by the same rule, field by field', async ({
  desk,
  deskPage: page,
}) => {
  for (const [what, asked, fault] of unoffered) {
    await test.step(what, async () => {
      const reply = await callFromPage(page, 'issue.create', createInput(asked));
      const faults = [expect.objectContaining({ force: 'refuse', ...fault })];
      expect(reply).toEqual({ ok: false, error: { code: 'invalid_fields', faults } });
      expect(desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
    });
  }
});
