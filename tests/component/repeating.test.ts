import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import {
  chooseType,
  findIssued,
  holdOperation,
  issueDirect,
  put,
  quickLine,
} from './support/form.ts';
import { type FaultyDesk, openFaultyDesk } from './support/merchants.ts';
import { button, cards, field, findCard, openDeskPage, suggestedOrder } from './support/page.ts';

/** The same again, by form and quick line, for a customer whose earlier request has no answer. */

async function unanswered({ user, provider }: FaultyDesk, customer: string): Promise<string> {
  const before = (order: string): Promise<void> => provider.setFault(order, 'status-503');
  const order = await issueDirect(user, customer, { before });
  const shown = await findCard(customer);
  await waitFor(() => expect(shown).toHaveTextContent('Outcome unknown. Do not repeat'));
  return order;
}

const marked = (order: string): RegExp =>
  new RegExp(`${order}, 1.500\\.00.RUB, just now, is unknown`, 'u');
const panel = (): HTMLElement =>
  screen.getByRole('alertdialog', { name: 'The outcome of the same request is unknown' });
const question = (): HTMLElement =>
  within(panel()).getByRole('textbox', { name: 'Type the old order ID to issue it again' });

/** F2 leads to the box, once the question is there for long enough to have been seen. */
async function openBox(user: FaultyDesk['user']): Promise<void> {
  await waitFor(() => expect(button('Issue it again', panel())).toBeEnabled());
  await user.keyboard('[F2]');
  expect(question()).toHaveFocus();
}

it('the customer is marked for any amount, in the field, the suggestions and the button', async () => {
  const faulty = await openFaultyDesk();
  const order = await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await put(field('Customer'), 'cust-7');
  const option = await screen.findByRole('option', { name: /cust-77/u });
  expect(option).toHaveTextContent(`unknown: ${order}, 1 500.00 RUB, just now`);
  expect(button('Issue request · Faulty')).toBeVisible();
  await put(field('Amount'), '20');
  await put(field('Customer'), 'cust-77');
  await waitFor(() => expect(field('Customer')).toHaveAccessibleDescription(marked(order)));
  expect(button(`Issue request · Faulty · ${order} is unknown`)).toBeVisible();
  // The number at the top opens those that it counts.
  await faulty.user.click(screen.getByRole('link', { name: '1 unknown' }));
  await screen.findByRole('heading', { level: 1, name: 'Log' });
  await screen.findByText(/^1 of /u);
});

it('is issued only once the old order id is typed, whichever order id the new one has', async () => {
  const faulty = await openFaultyDesk();
  const { user, providerLedger } = faulty;
  const order = await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await put(quickLine(), '1500 any_bank cust-77');
  await put(field('Order ID'), order);
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Take the next order ID' }));
  await waitFor(() => expect(field('Order ID')).not.toHaveValue(order));
  expect(field('Customer')).toHaveAccessibleDescription(marked(order));

  quickLine().focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(panel()).toHaveFocus());
  await openBox(user);
  expect(question()).not.toHaveAccessibleDescription(/exactly/u);
  await user.keyboard('D 1 {Enter}');
  await waitFor(() =>
    expect(question()).toHaveAccessibleDescription(new RegExp(`Type ${order} exactly`, 'u')),
  );
  expect(question()).toHaveValue('D 1 ');
  expect(providerLedger().arrivals).toBe(1);
  await put(question(), order);
  await user.keyboard('[F2]');
  await waitFor(() => expect(cards('cust-77')).toHaveLength(2));
  await waitFor(() => expect(providerLedger().arrivals).toBe(2));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a line that is begun before core asks is kept; the question waits on a card and comes up by Put back', async () => {
  const faulty = await openFaultyDesk();
  const { desk, user, providerLedger } = faulty;
  const order = await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  const recording = holdOperation(desk, 'issue.create');
  await put(quickLine(), '1500 any_bank cust-77');
  await user.keyboard('{Enter}90');
  await recording.release();
  const back = await screen.findByRole('button', { name: 'Put back' });
  expect(screen.getByRole('group', { name: /^cust-77 · / })).toHaveTextContent(order);
  await user.keyboard('0 any_bank cust-8{Enter}');
  await waitFor(() => expect(cards('cust-8')).toHaveLength(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await suggestedOrder();
  await user.click(back);
  await waitFor(() => expect(panel()).toHaveFocus());
  await waitFor(() => expect(providerLedger().arrivals).toBe(2));
  expect(quickLine()).toHaveValue('1500 any_bank cust-77');
  await openBox(user);
  await user.keyboard(`${order}{Enter}`);
  await waitFor(() => expect(cards('cust-77')).toHaveLength(2));
});

it('Escape goes back to the request as it was', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await put(quickLine(), '1500 any_bank cust-77');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(panel()).toHaveFocus());
  await user.keyboard('900 sbp cust-8{Enter}{Escape}');
  await waitFor(() => expect(field('Amount')).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('Customer')).toHaveValue('cust-77');
  expect(quickLine()).toHaveValue('1500 any_bank cust-77');
});

it('the question goes once the form says something else', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await chooseType(user, 'any_bank');
  await put(field('Customer'), 'cust-77');
  await put(field('Amount'), '1500');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(panel()).toBeVisible());
  await put(field('Amount'), '150');
  await waitFor(() => expect(screen.queryByText('Issue it again')).toBeNull());
  // Nor does it come back in the middle of an amount, with the keyboard.
  await user.keyboard('01');
  expect(field('Amount')).toHaveValue('15001');
  field('Amount').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(cards('cust-77')).toHaveLength(2));
  expect(within(document.body).queryByRole('alertdialog')).toBeNull();
});

it('what is typed after the old order id is the next one’s', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const order = await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await put(quickLine(), '1500 any_bank cust-77');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(panel()).toBeVisible());
  await openBox(user);
  await put(question(), order);
  await user.keyboard('{Enter}1600 any_bank cust-9');
  expect(quickLine()).toHaveValue('1600 any_bank cust-9');
  await waitFor(() => expect(cards('cust-77')).toHaveLength(2));
  expect(field('Customer')).toHaveValue('cust-9');
});

it('Ctrl+D says why an unknown is not repeated, and leaves the form as it is', async () => {
  const faulty = await openFaultyDesk();
  const { user, providerLedger } = faulty;
  await unanswered(faulty, 'cust-77');
  await suggestedOrder();
  await user.keyboard('{Control>}[KeyD]{/Control}');
  await screen.findByText('cust-77: outcome unknown. Do not repeat it, resolve it first.');
  expect(field('Customer')).toHaveValue('');
  expect(providerLedger().arrivals).toBe(1);
});

it('an order id in use is asked about: another customer’s is typed, and Enter alone answers nothing', async () => {
  const { desk, user } = await openDeskPage();
  const order = await issueDirect(user, 'cust-1');
  await findIssued('cust-1');
  const used = (): HTMLElement =>
    screen.getByRole('alertdialog', { name: 'This order ID is in use' });
  const submitted = async (): Promise<void> => {
    await put(field('Order ID'), order);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(used()).toHaveFocus());
    await waitFor(() => expect(button('Issue with this order ID', used())).toBeEnabled());
    await user.keyboard('{Enter}{Enter} ');
  };
  await suggestedOrder();
  await put(field('Amount'), '2000');
  await chooseType(user, 'any_bank');
  await put(field('Customer'), 'cust-2');
  await submitted();
  expect(used()).toHaveTextContent(
    new RegExp(`${order}, 1 500.00 RUB, just now, for cust-1: accepted`, 'u'),
  );
  await user.click(button('Take the next order ID', used()));
  await waitFor(() => expect(field('Order ID')).not.toHaveValue(order));
  expect(screen.queryByRole('alertdialog')).toBeNull();

  await submitted();
  const box = within(used()).getByRole('textbox', { name: /^Another customer has this order ID/u });
  expect(box).not.toHaveFocus();
  expect(box).toHaveAccessibleDescription(`${order} · F2 leads to this box.`);
  await user.keyboard('[F2]');
  expect(box).toHaveFocus();
  expect(desk.ledger().arrivals).toBe(1);
  await put(box, order);
  await user.keyboard('[F2]');
  await waitFor(() => expect(desk.ledger().arrivals).toBe(2));
});
