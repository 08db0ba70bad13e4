import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import {
  expectAmount,
  findIssued,
  issuedAmounts,
  openMore,
  put,
  quickLine,
} from './support/form.ts';
import {
  button,
  chooseInMenu,
  field,
  fill,
  findCard,
  openDeskPage,
  suggestedOrder,
} from './support/page.ts';

/** How a form is filled: by one line, from what is known of a customer, by a press of Repeat. */

it('a line issues a request; what it leaves in doubt is named and not sent', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  expect(quickLine()).toHaveFocus();
  await user.keyboard('100 sbp cust-77');
  // The fields beneath are the truth, and are filled as it is typed.
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-77'));
  expect(field('Amount')).toHaveValue('100');
  await user.keyboard('{Enter}');
  await findIssued('cust-77');
  await suggestedOrder();
  expect(quickLine()).toHaveFocus();
  expect(quickLine()).toHaveValue('');

  await user.keyboard('1500 sbp 77');
  await waitFor(() => {
    expect(quickLine()).toHaveAccessibleDescription(/Which one is the amount\?.*1500.*77/u);
  });
  expect(field('Amount')).toHaveValue('');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(quickLine()).toHaveAttribute('aria-invalid', 'true'));
  expect(desk.ledger().arrivals).toBe(1);
  await put(quickLine(), '"77" 2 тыс sbp');
  await waitFor(() => {
    expect(field('Amount')).toHaveAccessibleDescription(/2\s000\.00\sRUB/u);
  });
  await user.keyboard('{Enter}');
  await findCard('2\u00a0000.00');
  await suggestedOrder();

  // By now 77 is a customer, and 1500 is none.
  await put(quickLine(), '1500 sbp 77');
  await waitFor(() => expect(field('Customer')).toHaveValue('77'));
  expect(field('Amount')).toHaveValue('1500');

  // Two words without a payment type: one of them may be a mistyped one.
  await put(quickLine(), '300 spb cust-8');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(quickLine()).toHaveAttribute('aria-invalid', 'true'));
  expect(quickLine()).toHaveAccessibleDescription(/“spb” is neither a payment type nor a known/u);
  expect(field('Customer')).toHaveValue('');
  await user.click(button('300 "spb cust-8"'));
  await waitFor(() => expect(quickLine()).toHaveFocus());
  expect(quickLine()).toHaveValue('300 "spb cust-8"');
  expect(desk.ledger().arrivals).toBe(2);
  await put(quickLine(), '300 sbp cust-8');
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(issuedAmounts(desk)).toEqual([
      ['cust-77', 10_000],
      ['77', 200_000],
      ['cust-8', 30_000],
    ]);
  });
});

it('a word without a payment type is asked about once it is whole, unless that customer is known', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await user.keyboard('300 spb');
  expect(quickLine()).not.toHaveAccessibleDescription(/spb/u);
  await user.keyboard(' ');
  await waitFor(() => expect(quickLine()).toHaveAccessibleDescription(/“spb” is neither/u));
  await user.keyboard('{Backspace}{Enter}');
  await waitFor(() => expect(quickLine()).toHaveAttribute('aria-invalid', 'true'));
  expect(field('Customer')).toHaveValue('');
  expect(desk.ledger().arrivals).toBe(0);

  await put(quickLine(), '300 sbp cust-1');
  await user.keyboard('{Enter}');
  await findIssued('cust-1');
  await suggestedOrder();
  await put(quickLine(), '400 cust-1');
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-1'));
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(issuedAmounts(desk)).toEqual([
      ['cust-1', 30_000],
      ['cust-1', 40_000],
    ]);
  });
});

it('an amount that may mean two is asked about, in the line and in the field, and not sent before', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  const choices = (name: string | RegExp): readonly (string | null)[] =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  await user.keyboard('15,000 sbp cust-1{Enter}');
  await waitFor(() => expect(quickLine()).toHaveAttribute('aria-invalid', 'true'));
  // 15.00 is below the minimum: the operator still confirms the amount that is left.
  expect(choices(/“15,000” can mean two amounts/u)).toEqual(['15\u00a0000.00']);
  expect(desk.ledger().arrivals).toBe(0);
  await user.click(button('15\u00a0000.00'));
  expect(quickLine()).toHaveValue('15000.00 sbp cust-1');
  await user.keyboard('{Enter}');
  await findIssued('cust-1');

  await suggestedOrder();
  await put(field('Customer'), 'cust-2');
  await put(field('Amount'), '1.500');
  expect(choices('Which amount?')).toEqual(['1\u00a0500.00']);
  await user.type(field('Customer'), '{Enter}');
  await waitFor(() => expect(field('Amount')).toHaveAttribute('aria-invalid', 'true'));
  expect(field('Amount')).toHaveAccessibleDescription(/can mean two amounts/u);
  expect(desk.ledger().arrivals).toBe(1);
  await user.click(button('1\u00a0500.00'));
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  expect(screen.queryByRole('group', { name: 'Which amount?' })).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(issuedAmounts(desk)).toEqual([
      ['cust-1', 1_500_000],
      ['cust-2', 150_000],
    ]);
  });
});

it('the form has at most 14 controls, the tabs above it included', async () => {
  await openDeskPage();
  await suggestedOrder();
  const panel = screen.getByRole('region', { name: 'New request' });
  const controls = [...panel.querySelectorAll<HTMLElement>('a, button, input, select, summary')];
  const names = controls
    .filter((control) => control.tabIndex >= 0 && control.closest('[hidden]') === null)
    .map(({ id, textContent, ariaLabel }) => ariaLabel ?? (textContent === '' ? id : textContent));
  expect(names.length, names.join(' | ')).toBeLessThanOrEqual(14);
});

it('a known customer is suggested, never filled in unasked; what looks 100 times off is said', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await user.keyboard('100 sbp cust-9');
  await openMore(user);
  await fill(user, field('Customer phone'), '+79990001122');
  expect(field('Customer phone')).toHaveValue('+7 999 000-11-22');
  await user.keyboard('{Enter}');
  await findIssued('cust-9');
  await suggestedOrder();
  const [{ fields } = { fields: {} }] = desk.ledger().deposits;
  expect(fields).toMatchObject({ customer_phone_number: '+79990001122' });

  await put(field('Customer'), 'st-9');
  const known = await screen.findByRole('option', { name: /cust-9.*100\.00.*RUB.*sbp/u });
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(known).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-9'));
  expect(field('Customer phone')).toHaveValue('+7 999 000-11-22');
  expect(field('Amount')).toHaveValue('');
  expect(desk.ledger().arrivals).toBe(1);
  await user.click(await screen.findByRole('button', { name: /^As last time: 100\.00.RUB/u }));
  await waitFor(() => expect(field('Amount')).toHaveValue('100.00'));
  // Told, and not stopped.
  await waitFor(() => {
    expect(field('Customer')).toHaveAccessibleDescription(/Same customer and amount/u);
  });
  await put(field('Amount'), '10k');
  await waitFor(() => {
    expect(field('Amount')).toHaveAccessibleDescription(/Exactly 100 times/u);
  });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(desk.ledger().deposits.at(-1)?.cents).toBe(1_000_000));
});

it('repeated by one press, and led astray by a scenario', async () => {
  const { desk, user } = await openDeskPage();
  const first = await suggestedOrder();
  await user.keyboard('1500 sbp cust-5');
  await user.keyboard('{Enter}');
  const shown = await findIssued('cust-5');
  const second = await suggestedOrder();
  expect(second).not.toBe(first);

  await chooseInMenu(user, shown, 'Repeat');
  await waitFor(() => expect(button('Issue request')).toHaveFocus());
  expectAmount('1500');
  // The order id in hand is kept: a second one would leave a gap.
  expect(field('Order ID')).toHaveValue(second);
  await user.keyboard('{Enter}');
  const asked = await screen.findByRole('alertdialog', { name: /^The same customer and amount/u });
  await waitFor(() => expect(button('Issue it again', asked)).toBeEnabled());
  await user.keyboard('{Enter}{Enter}');
  expect(desk.ledger().arrivals).toBe(1);
  await user.keyboard('[F2]');
  await waitFor(() => expect(desk.ledger().arrivals).toBe(2));
  await suggestedOrder();

  await put(quickLine(), '1500 sbp cust-6');
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-6'));
  await openMore(user);
  const scenario = (): HTMLElement => screen.getByRole('combobox', { name: 'Scenario' });
  await user.selectOptions(scenario(), 'no_requisites');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => {
    expect(await findCard('cust-6')).toHaveTextContent('no requisites');
  });
  // Once only.
  await waitFor(() => expect(scenario()).toHaveValue('plain'));
});

it('Ctrl+D puts the newest request back into the form, and sends nothing by itself', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  for (const line of ['1500 sbp cust-5', '2500 sbp cust-6']) {
    await user.keyboard(`${line}{Enter}`);
    await findIssued(line.slice(-6));
    await suggestedOrder();
  }
  const order = await suggestedOrder();
  await user.keyboard('{Control>}[KeyD]{/Control}');
  await waitFor(() => expect(button('Issue request')).toHaveFocus());
  expectAmount('2500');
  expect(field('Customer')).toHaveValue('cust-6');
  expect(field('Order ID')).toHaveValue(order);
  expect(desk.ledger().arrivals).toBe(2);
});
