import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { createInput } from '../support/builders.ts';
import type { TestDesk } from './support/desk.ts';
import {
  chooseCurrency,
  chooseType,
  currencyField,
  expectAmount,
  findIssued,
  openMore,
  openTab,
  put,
  typeField,
} from './support/form.ts';
import {
  button,
  expectRefused,
  field,
  openDeskPage,
  suggestedOrder,
  valueOf,
} from './support/page.ts';

/** What the form refuses, beside its field, before anything is sent. */

async function fillDirect(user: UserEvent, amount: string, customer: string): Promise<void> {
  await put(field('Amount'), amount);
  await chooseType(user, 'any_bank');
  await put(field('Customer'), customer);
}

const issue = (user: UserEvent): Promise<void> => user.click(button('Issue request'));

/** Nothing was sent, and nothing typed was lost. */
function expectNothingSent(desk: TestDesk, typed: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(typed)) {
    if (name === 'Amount') expectAmount(value);
    else expect(field(name)).toHaveValue(value);
  }
  expect(desk.ledger()).toEqual({ deposits: [], endings: [], arrivals: 0 });
}

const amounts: readonly (readonly [string, RegExp])[] = [
  ['499.99', /minimum of 500\.00 RUB/u],
  ['150000.01', /maximum of 150\s000\.00 RUB/u],
  ['1.234', /can mean two amounts/u],
  ['-5', /cannot be negative/u],
  ['1e5', /is not an amount/u],
  ['', /Enter an amount/u],
];
it('an amount that cannot be issued is refused beside its field', async () => {
  const { desk, user } = await openDeskPage();
  const order = await suggestedOrder();
  await screen.findByText(/read just now/u);
  for (const [amount, reason] of amounts) {
    await fillDirect(user, amount, 'cust-1');
    await issue(user);
    await expectRefused(() => field('Amount'), reason);
    expectNothingSent(desk, { Amount: amount, Customer: 'cust-1', 'Order ID': order });
  }
});

it('an amount outside the limits of a payment page is refused', async () => {
  const { desk, user } = await openDeskPage();
  await openTab(user, 'Payment link');
  await suggestedOrder();
  await put(field('Amount'), '499');
  await user.click(button('Create payment link'));
  await expectRefused(() => field('Amount'), /minimum of 500\.00 RUB/u);
  expectNothingSent(desk, { Amount: '499' });
});

it('a missing customer is refused in the direct flow', async () => {
  const { desk, user } = await openDeskPage();
  await fillDirect(user, '1500', '   ');
  await issue(user);
  await expectRefused(() => field('Customer'), /Enter the customer/u);
  expectNothingSent(desk, { Amount: '1500', Customer: '   ' });
});

it('a malformed address is refused beside its field', async () => {
  const { desk, user } = await openDeskPage();
  await fillDirect(user, '1500', 'cust-1');
  await openMore(user);
  for (const name of ['Callback URL', 'Success URL', 'Reject URL']) {
    await put(field(name), 'shop.example/cb');
    await issue(user);
    await expectRefused(() => field(name), /Not a web address/u);
    expectNothingSent(desk, { Amount: '1500', Customer: 'cust-1', [name]: 'shop.example/cb' });
    await put(field(name), '');
  }
});

const separators: readonly (readonly [string, string])[] = [
  ['Customer', 'cust::1'],
  ['Order ID', 'A::1'],
  ['Customer phone', '+7::999'],
  ['Callback URL', 'https://shop.example/a::b'],
];
it('a value containing :: is refused beside its field', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await openMore(user);
  for (const [name, value] of separators) {
    await fillDirect(user, '1500', 'cust-1');
    const before = valueOf(field(name));
    await put(field(name), value);
    await issue(user);
    await expectRefused(() => field(name), /cannot contain “::”/u);
    expectNothingSent(desk, { Amount: '1500', [name]: value });
    await put(field(name), before);
  }
});

it('several faults stand beside their fields at once, and the first has the focus', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  // Before the limits are there nothing is wrong with the amount, and the customer is the first fault.
  await screen.findByText(/read just now/u);
  await fillDirect(user, '1', '');
  await put(field('Order ID'), 'A::1');
  await issue(user);
  await expectRefused(() => field('Amount'), /minimum of 500\.00 RUB/u);
  await expectRefused(() => field('Customer'), /Enter the customer/u);
  await expectRefused(() => field('Order ID'), /cannot contain “::”/u);
  expect(field('Amount')).toHaveFocus();
  expectNothingSent(desk, { Amount: '1', 'Order ID': 'A::1' });
});

it('a fault put right lets the request through', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await fillDirect(user, '1500', 'cust::1');
  await issue(user);
  await expectRefused(() => field('Customer'), /cannot contain “::”/u);
  await put(field('Customer'), 'cust-1');
  await issue(user);
  await findIssued('cust-1');
  await waitFor(() => expect(desk.ledger().deposits).toHaveLength(1));
});

it('a type that the limits do not offer for the chosen currency is refused beside its field', async () => {
  const { desk, user } = await openDeskPage();
  await screen.findByText(/read just now/u);
  await chooseType(user, 'sbp');
  await chooseCurrency(user, 'UZS');
  await put(field('Amount'), '20000');
  await put(field('Customer'), 'cust-1');
  await issue(user);
  await expectRefused(typeField, /does not offer sbp for UZS/u);
  expect(currencyField()).not.toHaveAttribute('aria-invalid', 'true');
  expectNothingSent(desk, { Amount: '20000', Customer: 'cust-1' });
});

/** The form offers none of these: a caller past the form is refused by the same rule, field by field. */
const notOffered: readonly (readonly [string, Readonly<Record<string, string>>, object])[] = [
  [
    'a type that the limits do not offer for the currency',
    { currency: 'UZS', payment_type: 'sbp' },
    { field: 'payment_type', code: 'type_not_offered' },
  ],
  [
    'an unknown type',
    { currency: 'RUB', payment_type: 'cash' },
    { field: 'payment_type', code: 'type_not_offered' },
  ],
  [
    'an unknown currency',
    { currency: 'EUR', payment_type: 'any_bank' },
    { field: 'currency', code: 'currency_not_in_flow' },
  ],
];
it('what lies past the form is refused by the same rule, field by field', async () => {
  const { desk } = await openDeskPage();
  await screen.findByText(/read just now/u);
  for (const [what, asked, fault] of notOffered) {
    const reply = await desk.call('issue.create', createInput(asked));
    const faults = [expect.objectContaining({ force: 'refuse', ...fault })];
    expect(reply, what).toEqual({ ok: false, error: { code: 'invalid_fields', faults } });
    expectNothingSent(desk, {});
  }
});
