import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { findRow } from './support/elements.ts';
import {
  chooseType,
  currencyField,
  findIssued,
  holdOperation,
  openTab,
  put,
  typeField,
} from './support/form.ts';
import {
  button,
  cards,
  field,
  findCard,
  openDeskPage,
  openSection,
  suggestedOrder,
} from './support/page.ts';

/** From the press that issues to the record of it, and what the form says and takes meanwhile. */

const ISSUE = 'issue.create';

async function fillIn(customer: string): Promise<void> {
  await put(field('Amount'), '1500');
  await put(field('Customer'), customer);
}

it('pressing Enter twice issues once', async () => {
  const { desk, user } = await openDeskPage();
  const first = await suggestedOrder();
  await chooseType(user, 'any_bank');
  await fillIn('cust-2');
  const recording = holdOperation(desk, ISSUE);
  await user.keyboard('{Enter}{Enter}');
  await recording.release();
  await findIssued('cust-2');
  // The form is free: a press that was kept for later has been answered by now, too.
  expect(await suggestedOrder()).not.toBe(first);
  expect(recording.calls()).toBe(1);
  expect(desk.ledger().arrivals).toBe(1);
  expect(desk.ledger().deposits).toHaveLength(1);
  expect(cards('cust-2')).toHaveLength(1);
});

it('the form is free for the next customer at once, with a new order id', async () => {
  const { desk, user } = await openDeskPage();
  const firstOrder = await suggestedOrder();
  await fillIn('first');
  await user.click(button('Issue request'));
  expect(await suggestedOrder()).not.toBe(firstOrder);
  await put(field('Amount'), '1600');
  await put(field('Customer'), 'second');
  await user.click(button('Issue request'));
  await findIssued('second');
  await findIssued('first');
  // The second may overtake the first on its way: each is sent as soon as it is recorded.
  const cents = desk.ledger().deposits.map((deposit) => deposit.cents);
  expect(cents.toSorted((left, right) => left - right)).toEqual([150_000, 160_000]);
});

it('Enter pressed before the order id has come issues once it is there', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  const suggestion = holdOperation(desk, 'order.suggest');
  await openTab(user, 'Payment link');
  await fillIn('hasty');
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => button('Recording…'));
  expect(field('Order ID')).toHaveValue('');
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
  expect(desk.ledger().arrivals).toBe(0);
  await suggestion.release();
  await findIssued('hasty', 'Copy link');
  await suggestedOrder();
  expect(desk.ledger().arrivals).toBe(1);
});

it('leaving the screen while a request is being recorded frees the form all the same', async () => {
  const { desk, user } = await openDeskPage();
  const recording = holdOperation(desk, ISSUE);
  await suggestedOrder();
  await fillIn('left-behind');
  await user.keyboard('{Enter}');
  await openSection(user, 'Log');
  await recording.release();
  await findRow('left-behind');
  await openSection(user, 'New request');
  await waitFor(() => expect(field('Customer')).toHaveValue(''));
  expect(field('Amount')).toHaveValue('');
  await findCard('left-behind');
  expect(cards('left-behind')).toHaveLength(1);
  expect(desk.ledger().arrivals).toBe(1);
});

it('a lost answer of the desk is not called "not issued", and pressing again issues nothing more', async () => {
  const { desk, user } = await openDeskPage();
  desk.onOperation(ISSUE, async (call) => {
    await call.fetch();
    call.abort();
  });
  await suggestedOrder();
  await fillIn('lost-answer');
  await user.keyboard('{Enter}');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Not confirmed: it may have been issued');
  expect(notice).not.toHaveTextContent('Not issued');
  desk.offOperation(ISSUE);
  field('Customer').focus();
  await user.keyboard('{Enter}');
  await suggestedOrder();
  await findIssued('lost-answer');
  expect(cards('lost-answer')).toHaveLength(1);
  expect(desk.ledger().arrivals).toBe(1);
});

it('while a request is being recorded the form says so and takes no typing', async () => {
  const { desk, user } = await openDeskPage();
  const recording = holdOperation(desk, ISSUE);
  await suggestedOrder();
  await fillIn('held');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Recording…')).toHaveAttribute('aria-busy', 'true'));
  for (const name of ['Amount', 'Customer', 'Order ID']) {
    expect(field(name)).toHaveAttribute('readonly', '');
  }
  expect(typeField()).toHaveAttribute('aria-disabled', 'true');
  expect(currencyField()).toHaveAttribute('aria-disabled', 'true');
  // The operator goes away and comes back: it is still the same attempt.
  await openSection(user, 'Log');
  await openSection(user, 'New request');
  await waitFor(() => button('Recording…'));
  expect(field('Customer')).toHaveValue('held');
  await recording.release();
  await findIssued('held');
  await suggestedOrder();
  expect(field('Customer')).not.toHaveAttribute('readonly');
  expect(desk.ledger().arrivals).toBe(1);
});

it('why nothing was issued is still told to an operator who had left the screen', async () => {
  const { desk, user } = await openDeskPage();
  const recording = holdOperation(desk, ISSUE, 'abort');
  await suggestedOrder();
  await fillIn('gone-for-tea');
  await user.keyboard('{Enter}');
  await openSection(user, 'Log');
  await recording.release();
  await openSection(user, 'New request');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not confirmed');
  expect(field('Customer')).toHaveValue('gone-for-tea');
  desk.offOperation(ISSUE);
  field('Customer').focus();
  await user.keyboard('{Enter}');
  await findIssued('gone-for-tea');
  expect(cards('gone-for-tea')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  await openSection(user, 'Log');
  await openSection(user, 'New request');
  await suggestedOrder();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(desk.ledger().arrivals).toBe(1);
});

it('what was typed a moment before the page goes is kept by a call that outlives the page', async () => {
  const { desk } = await openDeskPage();
  await suggestedOrder();
  const kept: unknown[] = [];
  desk.onOperation('draft.keep', async (call) => {
    kept.push(call.options);
    await call.continue();
  });
  await fillIn('cust-gone');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(kept).toContainEqual({ outlivesPage: true }));
});

it('links are locked with copying while a changed amount was not seen', async () => {
  const { desk, user, reload } = await openDeskPage();
  await suggestedOrder();
  await chooseType(user, 'sbp');
  await fillIn('cust-link');
  await user.keyboard('{Enter}');
  const link = (shown: HTMLElement): HTMLElement =>
    within(shown).getByRole('link', { name: 'Open payment page' });
  const before = await findIssued('cust-link', 'Open bill');
  await waitFor(() => expect(link(before)).not.toHaveAttribute('aria-disabled'));
  expect(button('Open bill', before)).toBeEnabled();
  // The embedded sandbox never changes an amount, and only a sandbox's plain http is linked at all.
  desk.onOperation('log.now', async (call) => {
    const text = JSON.stringify(await call.fetch());
    call.fulfill(JSON.parse(text.replace(/"amount_cents":\d+/u, '"amount_cents":1')));
  });
  await reload();
  const after = await findIssued('cust-link', 'Open bill');
  expect(after).toHaveTextContent('The provider changed the amount');
  expect(link(after)).toHaveAttribute('aria-disabled', 'true');
  expect(link(after)).not.toHaveAttribute('href');
  expect(button('Open bill', after)).toBeDisabled();
});
