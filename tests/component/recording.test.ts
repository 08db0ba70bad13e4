import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { TestDesk } from './support/desk.ts';
import { findRow } from './support/elements.ts';
import {
  chooseType,
  expectAmount,
  findIssued,
  holdOperation,
  issuedAmounts,
  openMore,
  openTab,
  put,
  quickLine,
} from './support/form.ts';
import {
  button,
  cards,
  expectRefused,
  field,
  findCard,
  openDeskPage,
  openMenu,
  openSection,
  suggestedOrder,
} from './support/page.ts';

/** From the press that issues to the record of it, or to the form again. */

const ISSUE = 'issue.create';

async function fillIn(customer: string): Promise<void> {
  await put(field('Amount'), '1500');
  await put(field('Customer'), customer);
}

/** Core refuses what it is asked to issue, once it is let go. Returns how to do that. */
function refuseOnce(desk: TestDesk, error: object): () => void {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  desk.onOperation(ISSUE, async (call) => {
    desk.offOperation(ISSUE);
    await free;
    call.fulfill({ ok: false, error });
  });
  return letGo;
}

const FULL = { code: 'not_recorded', detail: 'disk full' };
const notIssued = (customer: string): HTMLElement =>
  screen.getByRole('group', { name: new RegExp(`^${customer} · `, 'u') });

it('twenty customers in a row, with no pause between the keys, are twenty requests of their own', async () => {
  const { desk } = await openDeskPage();
  await suggestedOrder();
  const hand = userEvent.setup({ delay: null });
  const customers = Array.from({ length: 20 }, (_, at): [string, number] => [`c${at}`, 500 + at]);
  // Every Enter is a double one.
  await hand.keyboard(
    customers.map(([customer, amount]) => `${amount} sbp ${customer}{Enter}{Enter}`).join(''),
  );
  await waitFor(() => expect(desk.ledger().deposits).toHaveLength(20));
  expect(Object.fromEntries(issuedAmounts(desk))).toEqual(
    Object.fromEntries(customers.map(([customer, amount]) => [customer, amount * 100])),
  );
  expect(new Set(desk.ledger().deposits.map(({ order_id }) => order_id)).size).toBe(20);
  await suggestedOrder();
  expect(quickLine()).toHaveValue('');
  expect(desk.ledger().arrivals).toBe(20);
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
});

describe('a request that core refuses', () => {
  it('stands in the form again as it was sent, and is issued by the next press', async () => {
    const { desk, user } = await openDeskPage();
    const order = await suggestedOrder();
    await user.keyboard('1500 sbp cust-1');
    await openMore(user);
    await put(field('Success URL'), 'https://one.example/ok');
    quickLine().focus();
    const refuse = refuseOnce(desk, FULL);
    await user.keyboard('{Enter}');
    expect(quickLine()).toHaveValue('');
    expect(field('Customer')).toHaveValue('');
    refuse();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not issued');
    expect(quickLine()).toHaveValue('1500 sbp cust-1');
    // The hand types on: neither is this line made longer, nor is it issued by the end of the next one.
    await user.keyboard('1600 cust-2{Enter}');
    expect(quickLine()).toHaveValue('1500 sbp cust-1');
    expect(field('Customer')).toHaveValue('cust-1');
    expect(field('Success URL')).toHaveValue('https://one.example/ok');
    expect(field('Order ID')).toHaveValue(order);
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull();
    expect(desk.ledger().arrivals).toBe(0);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findIssued('cust-1');
    expect(desk.ledger().deposits).toMatchObject([{ cents: 150_000, order_id: order }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has the fault at its field, and the keyboard there', async () => {
    const { desk, user } = await openDeskPage();
    await suggestedOrder();
    await fillIn('cust-1');
    const fault = { field: 'cents', code: 'above_maximum', force: 'refuse', limit: 100_000 };
    refuseOnce(desk, { code: 'invalid_fields', faults: [fault] })();
    await user.keyboard('{Enter}');
    await expectRefused(() => field('Amount'), /maximum of 1.000\.00 RUB/u);
    expect(field('Amount')).toHaveFocus();
    expect(field('Customer')).toHaveValue('cust-1');
  });

  it('after which something was typed waits on a card; Put back takes its place in an empty form', async () => {
    const { desk, user } = await openDeskPage();
    await suggestedOrder();
    const refuse = refuseOnce(desk, FULL);
    await user.keyboard('1500 sbp cust-1{Enter}2300 sbp cust-2');
    refuse();
    await screen.findByRole('button', { name: 'Put back' });
    expect(notIssued('cust-1')).toHaveTextContent('1 500.00 RUB');
    expect(notIssued('cust-1')).toHaveTextContent(/Not issued.*can’t be recorded/u);
    expect(quickLine()).toHaveValue('2300 sbp cust-2');
    expect(quickLine()).toHaveFocus();
    await user.keyboard('{Enter}');
    await findIssued('cust-2');
    await suggestedOrder();

    await user.click(button('Put back'));
    await waitFor(() => expect(quickLine()).toHaveValue('1500 sbp cust-1'));
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull();
    expect(desk.ledger().arrivals).toBe(1);
    await user.keyboard('{Enter}{Enter}');
    expect(desk.ledger().arrivals).toBe(1);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findIssued('cust-1');
    expect(issuedAmounts(desk)).toEqual([
      ['cust-2', 230_000],
      ['cust-1', 150_000],
    ]);
  });

  it('is put back over other typing only once the operator says so', async () => {
    const { desk, user } = await openDeskPage();
    await suggestedOrder();
    const fault = { field: 'cents', code: 'above_maximum', force: 'refuse', limit: 100_000 };
    const refuse = refuseOnce(desk, { code: 'invalid_fields', faults: [fault] });
    await user.keyboard('1500 sbp cust-1{Enter}2300 sbp cust-2');
    refuse();
    await user.click(await screen.findByRole('button', { name: 'Put back' }));
    // Its fields are not on the screen: what is wrong with them is told in the card.
    expect(notIssued('cust-1')).toHaveTextContent(/maximum of 1.000\.00 RUB/u);
    const asked = await screen.findByText(/^Put order .* of cust-1 in its place\?$/u);
    await user.click(button('Keep what is typed'));
    expect(asked).not.toBeInTheDocument();
    expect(quickLine()).toHaveValue('2300 sbp cust-2');
    await user.click(button('Put back'));
    await user.click(await screen.findByRole('button', { name: 'Replace it' }));
    await expectRefused(() => field('Amount'), /maximum of 1.000\.00 RUB/u);
    expect(quickLine()).toHaveValue('1500 sbp cust-1');
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull();
    expect(desk.ledger().arrivals).toBe(0);
  });
});

describe('a page that is loaded again while its request is being recorded', () => {
  it('has the request, or the draft that finds it', async () => {
    const { desk, user, reload } = await openDeskPage();
    desk.onOperation(ISSUE, async (call) => {
      await call.fetch();
    });
    await suggestedOrder();
    await user.keyboard('1500 sbp cust-1{Enter}');
    await waitFor(() => expect(desk.ledger().arrivals).toBe(1));
    desk.offOperation(ISSUE);
    await reload();
    await findIssued('cust-1');
    await suggestedOrder();
    expect(desk.ledger().arrivals).toBe(1);
  });

  it('has the draft again where nothing came to core, and issues it once', async () => {
    const { desk, user, reload } = await openDeskPage();
    desk.onOperation(ISSUE, () => undefined);
    const order = await suggestedOrder();
    await user.keyboard('1500 sbp cust-1{Enter}');
    await waitFor(() => expect(field('Customer')).toHaveValue(''));
    await screen.findByText('Recording…');
    desk.offOperation(ISSUE);
    await reload();
    await waitFor(() => expect(field('Customer')).toHaveValue('cust-1'));
    expect(field('Order ID')).toHaveValue(order);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findIssued('cust-1');
    expect(desk.ledger().deposits).toMatchObject([{ cents: 150_000, order_id: order }]);
  });
});

it('pressing Enter twice issues once', async () => {
  const { desk, user } = await openDeskPage();
  const first = await suggestedOrder();
  await chooseType(user, 'any_bank');
  await fillIn('cust-2');
  const recording = holdOperation(desk, ISSUE);
  await user.keyboard('{Enter}{Enter}');
  await recording.release();
  await findIssued('cust-2');
  expect(await suggestedOrder()).not.toBe(first);
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
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

it('Enter pressed before the order id has come empties the form, and issues once it is there', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  const suggestion = holdOperation(desk, 'order.suggest');
  await openTab(user, 'Payment link');
  await fillIn('hasty');
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(field('Customer')).toHaveValue(''));
  expect(await screen.findByText('Recording…')).toBeVisible();
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

it('a request whose answer was lost is known by its card, and the form is free', async () => {
  const { desk, user } = await openDeskPage();
  desk.onOperation(ISSUE, async (call) => {
    await call.fetch();
    call.abort();
  });
  await suggestedOrder();
  await fillIn('lost-answer');
  await user.keyboard('{Enter}');
  await findIssued('lost-answer');
  await suggestedOrder();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(desk.ledger().arrivals).toBe(1);
});

it('a card is gone once its request turns up', async () => {
  const { desk, user } = await openDeskPage();
  const lost: { abort: () => void; fetch: () => Promise<unknown> }[] = [];
  desk.onOperation(ISSUE, (call) => void lost.push(call));
  await suggestedOrder();
  await user.keyboard('1500 sbp cust-1{Enter}16');
  await waitFor(() => expect(lost).toHaveLength(1));
  lost[0]?.abort();
  await screen.findByRole('button', { name: 'Put back' });
  expect(notIssued('cust-1')).toHaveTextContent('Not confirmed: it may have been issued');
  await lost[0]?.fetch();
  await findIssued('cust-1');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull());
  expect(quickLine()).toHaveValue('16');
});

it('a lost answer of the desk is not called "not issued"; where the request turns up, the form is free', async () => {
  const { desk, user } = await openDeskPage();
  let arrive = async (): Promise<unknown> => undefined;
  desk.onOperation(ISSUE, (call) => {
    arrive = call.fetch;
    call.abort();
  });
  await suggestedOrder();
  await fillIn('lost-answer');
  await user.keyboard('{Enter}');
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Not confirmed: it may have been issued');
  expect(notice).not.toHaveTextContent('Not issued');
  expect(field('Customer')).toHaveValue('lost-answer');
  await arrive();
  await findIssued('lost-answer');
  await suggestedOrder();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(cards('lost-answer')).toHaveLength(1);
  expect(desk.ledger().arrivals).toBe(1);
});

it('while a request is being recorded the form takes the next one, and Now says so', async () => {
  const { desk, user } = await openDeskPage();
  const recording = holdOperation(desk, ISSUE);
  await suggestedOrder();
  await fillIn('held');
  await user.keyboard('{Enter}');
  expect(field('Amount')).toHaveFocus();
  await waitFor(() => expect(notIssued('held')).toHaveTextContent('Recording…'));
  // The operator goes away and comes back: it is still the same attempt.
  await openSection(user, 'Log');
  await openSection(user, 'New request');
  expect(field('Customer')).toHaveValue('');
  await put(field('Amount'), '16');
  await openSection(user, 'Log');
  await openSection(user, 'New request');
  await waitFor(() => expect(notIssued('held')).toHaveTextContent('Recording…'));
  expectAmount('16');
  await recording.release();
  await findIssued('held');
  expect(screen.queryByText('Recording…')).toBeNull();
  expectAmount('16');
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
  const item = async (shown: HTMLElement, name: string): Promise<HTMLElement> =>
    within(await openMenu(user, shown)).getByRole('menuitem', { name });
  const before = await findIssued('cust-link', 'Copy message');
  await waitFor(async () => {
    await user.keyboard('{Escape}');
    expect(await item(before, 'Open payment page')).not.toHaveAttribute('aria-disabled');
  });
  await user.keyboard('{Escape}');
  expect(await item(before, 'Open bill')).not.toHaveAttribute('aria-disabled');
  // The embedded sandbox never changes an amount, and only a sandbox's plain http is linked at all.
  desk.onOperation('log.now', async (call) => {
    const text = JSON.stringify(await call.fetch());
    call.fulfill(JSON.parse(text.replace(/"amount_cents":\d+/u, '"amount_cents":1')));
  });
  await reload();
  const after = await findIssued('cust-link', 'Copy message');
  expect(after).toHaveTextContent('The provider changed the amount');
  const page = await item(after, 'Open payment page');
  expect(page).toHaveAttribute('aria-disabled', 'true');
  expect(page).not.toHaveAttribute('href');
  await user.keyboard('{Escape}');
  expect(await item(after, 'Open bill')).toHaveAttribute('aria-disabled', 'true');
});
