import path from 'node:path';

import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { damageTail } from '../support/damage.ts';
import { FAULTY_PROFILE } from '../support/faultyMerchant.ts';
import { copiedBy } from './support/copies.ts';
import {
  chooseType,
  copyButton,
  findIssued,
  holdOperation,
  issueDirect,
  openTab,
  put,
  typeField,
} from './support/form.ts';
import {
  type FaultyDesk,
  confirmLive,
  openAnsweringDesk,
  openFaultyDesk,
} from './support/merchants.ts';
import {
  button,
  cards,
  field,
  findCard,
  goTo,
  openDeskPage,
  openSection,
  suggestedOrder,
} from './support/page.ts';

/** Requests that ended without the provider's answer, or with one that cannot be used, and how they are resolved. */

const confirmation = { name: 'Type the old order ID to confirm' };
const requestsSchema = z.object({ value: z.array(z.unknown()) });

type Issued = { readonly order: string; readonly shown: HTMLElement };

/** Fills in the form, with the fault waiting at the provider for the order that the desk suggested. */
async function issue(
  { user, provider }: FaultyDesk,
  customer: string,
  { fault, type = 'any_bank' }: { readonly fault: string; readonly type?: string },
): Promise<Issued> {
  const before = (order: string): Promise<void> => provider.setFault(order, fault);
  const order = await issueDirect(user, customer, { type, before });
  return { order, shown: await findCard(customer) };
}

/** What provider support needs is in view, and holds no requisites. */
function expectNothingToCopy(shown: HTMLElement): void {
  const card = within(shown);
  const copying = card.queryAllByRole('button', { name: /^Copy/u });
  const names = copying.map(({ textContent }) => textContent);
  expect(names.filter((name) => name !== 'Copy for provider support')).toEqual([]);
  expect(card.queryAllByRole('link', { name: /^Open (?:payment|bill)/u })).toHaveLength(0);
  expect(card.queryAllByRole('img')).toHaveLength(0);
}

async function openResolve(
  { user }: FaultyDesk,
  shown: HTMLElement,
  kind: 'Found' | 'Not found' | 'Issue again',
): Promise<void> {
  await user.click(await within(shown).findByRole('button', { name: 'Resolve' }));
  await user.click(await within(shown).findByText(kind));
}

const says = (shown: HTMLElement, text: string | RegExp): Promise<unknown> =>
  waitFor(() => expect(shown).toHaveTextContent(text));

it('a request cancelled after it was sent is without an answer, and nothing of it can be copied', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-cancel', { fault: 'no-answer' });
  await says(shown, 'Recorded, connected, sent. Waiting for the answer.');
  expectNothingToCopy(shown);
  await user.click(button('Cancel', shown));
  await says(shown, 'It was already sent');
  await user.click(button('Stop waiting', shown));
  await says(shown, 'Outcome unknown. Do not repeat');
  expect(shown).toHaveTextContent(`Order ${order} is locked until it is resolved`);
  expectNothingToCopy(shown);
  await user.click(button('Take it', shown));
  await says(shown, 'Yours since');
  await user.click(button('Release', shown));
  await within(shown).findByRole('button', { name: 'Take it' });
  expect(shown.textContent).not.toContain('Yours since');
  await put(field('Amount'), '1500');
  await put(field('Order ID'), order);
  await put(field('Customer'), 'cust-again');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Not issued'));
  expect(faulty.providerLedger().arrivals).toBe(1);
});

it('one that was found is copied from what was typed by hand, and marked so', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { shown } = await issue(faulty, 'cust-found', { fault: 'status-503' });
  await openResolve(faulty, shown, 'Found');
  await put(within(shown).getByRole('textbox', { name: 'Provider’s id' }), 'P-42');
  await put(within(shown).getByRole('textbox', { name: 'Number' }), '2200 7001 2345 5676');
  await user.click(button('Save as found', shown));
  await says(shown, 'Found at the provider. Its id there: P-42');
  expect(shown).toHaveTextContent('Typed by hand');
  expect(await copiedBy(() => user.click(copyButton(shown)))).toBe('2200700123455676');
  expect(faulty.providerLedger().arrivals).toBe(1);
});

it('a wrong digit is warned of before it is saved; corrected, the message has the right number', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { shown } = await issue(faulty, 'cust-digit', { fault: 'status-503' });
  const number = (): HTMLElement => within(shown).getByRole('textbox', { name: 'Number' });
  await openResolve(faulty, shown, 'Found');
  await put(within(shown).getByRole('textbox', { name: 'Provider’s id' }), 'P-43');
  await put(number(), '2200 7001 2345 5674');
  await user.click(button('Save as found', shown));
  await waitFor(() =>
    expect(number()).toHaveAccessibleDescription(/fails its check.* Compare it/u),
  );
  await user.click(button('Save as found anyway', shown));
  await says(shown, 'Typed by hand');
  expect(shown).not.toHaveTextContent('Corrected');
  await within(shown).findByRole('button', { name: /^Copy message/u });
  const wrong = await copiedBy(() => user.click(button(/^Copy message/u, shown)));
  expect(wrong).toContain('2200700123455674');

  await user.click(button('Correct the requisites', shown));
  await waitFor(() => expect(number()).toHaveValue('2200 7001 2345 5674'));
  await put(number(), '2200 7001 2345 5676');
  await user.click(button('Save the correction', shown));
  await says(shown, 'Corrected');
  await says(shown, 'The old requisites were copied');
  const right = await copiedBy(() => user.click(button(/^Copy message/u, shown)));
  expect(right).toContain('2200700123455676');
  expect(right).not.toContain('5674');
  expect(faulty.providerLedger().arrivals).toBe(1);
});

it('one that is not there frees its order', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-absent', { fault: 'empty-reply' });
  await openResolve(faulty, shown, 'Not found');
  await user.click(button('Mark as not found', shown));
  await says(shown, 'Tick this first');
  await user.click(within(shown).getByRole('checkbox'));
  await user.click(button('Mark as not found', shown));
  await says(shown, `Order ${order} is free again`);
  expect(faulty.providerLedger().arrivals).toBe(1);
});

it('one issued again is linked to the new request', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-lost', { fault: 'reset-in-body' });
  await openResolve(faulty, shown, 'Issue again');
  await user.click(button('Issue again', shown));
  await says(shown, `Type ${order} exactly.`);
  expect(faulty.providerLedger().arrivals).toBe(1);
  await put(within(shown).getByRole('textbox', confirmation), order);
  await user.click(button('Issue again', shown));
  await findIssued('cust-lost');
  expect(cards('cust-lost')).toHaveLength(2);
  await says(shown, 'Issued again as another request.');
  expect(shown).toHaveTextContent(order);
  await user.click(within(shown).getByRole('link', { name: 'Open the new request' }));
  const detail = await screen.findByRole('complementary');
  expect(await within(detail).findByRole('button', { name: 'Copy number' })).toBeEnabled();
  expect(faulty.providerLedger().arrivals).toBe(2);
});

it('one issued again as the first live request of a run confirms its profile first', async () => {
  const faulty = await openFaultyDesk();
  const { desk, user, reload } = faulty;
  const { order, shown: lost } = await issue(faulty, 'cust-lost', { fault: 'reset-in-body' });
  await says(lost, 'Outcome unknown. Do not repeat');
  // Nobody has confirmed anything in the new run.
  await desk.restart(() => undefined);
  await reload();
  const [shown] = await waitFor(() => {
    expect(cards('cust-lost')).toHaveLength(1);
    return cards('cust-lost');
  });
  if (shown === undefined) throw new Error('there is no card');
  await openResolve(faulty, shown, 'Issue again');
  await put(within(shown).getByRole('textbox', confirmation), order);
  // The new order id is suggested first.
  await waitFor(() =>
    expect(within(shown).getByRole('textbox', { name: 'New order ID' })).not.toHaveValue(''),
  );
  const asked = { name: /^First LIVE request since the desk was started: Faulty/u };
  await user.keyboard('{Enter}{Enter}');
  const question = await within(shown).findByRole('alertdialog', asked);
  expect(question).toHaveFocus();
  const issueIt = within(question).getByRole('button', { name: /^Issue 1.500/u });
  // Not yet; and Escape goes back to this form alone.
  expect(issueIt).toBeDisabled();
  await user.keyboard('[F2]{Escape}');
  expect(within(shown).queryByRole('alertdialog')).toBeNull();
  expect(within(shown).getByRole('textbox', confirmation)).toHaveFocus();
  await user.keyboard('{Enter}');
  const again = await within(shown).findByRole('alertdialog', asked);
  const confirm = within(again).getByRole('button', { name: /^Issue 1.500/u });
  await waitFor(() => expect(confirm).toBeEnabled());
  // Keys that type answer nothing, on the panel or on its button.
  await user.keyboard('/j {Enter}{Tab} {Enter}');
  expect(again).toBeVisible();
  expect(faulty.providerLedger().arrivals).toBe(1);
  await user.keyboard('[F2][F2]');
  await findIssued('cust-lost');
  await says(shown, 'Issued again as another request.');
  expect(faulty.providerLedger().arrivals).toBe(2);
});

it('Enter before the new order id is suggested waits for it and issues once', async () => {
  const faulty = await openFaultyDesk();
  const { desk, user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-lost', { fault: 'reset-in-body' });
  await suggestedOrder();
  const suggesting = holdOperation(desk, 'order.suggest');
  await openResolve(faulty, shown, 'Issue again');
  await put(within(shown).getByRole('textbox', confirmation), order);
  const newOrder = within(shown).getByRole('textbox', { name: 'New order ID' });
  await user.keyboard('{Enter}{Enter}');
  expect(newOrder).toHaveValue('');
  expect(newOrder).not.toHaveAttribute('aria-invalid', 'true');
  expect(newOrder).toHaveAccessibleDescription(/asking for the next one/u);
  expect(faulty.providerLedger().arrivals).toBe(1);
  await suggesting.release();
  await says(shown, 'Issued again as another request.');
  expect(cards('cust-lost')).toHaveLength(2);
  await waitFor(() => expect(faulty.providerLedger().arrivals).toBe(2));
});

it('a press that waits for the order id is taken back by typing on, and told what is missing', async () => {
  const faulty = await openFaultyDesk();
  const { desk, user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-lost', { fault: 'reset-in-body' });
  await suggestedOrder();
  const suggesting = holdOperation(desk, 'order.suggest', 'abort');
  await openResolve(faulty, shown, 'Issue again');
  await put(within(shown).getByRole('textbox', confirmation), order);
  const newOrder = within(shown).getByRole('textbox', { name: 'New order ID' });
  await user.keyboard('{Enter}');
  // "X" alone must not be issued.
  newOrder.focus();
  await user.keyboard('X-1');
  await user.clear(newOrder);
  await suggesting.release();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(newOrder).toHaveAttribute('aria-invalid', 'true'));
  expect(newOrder).toHaveFocus();
  expect(faulty.providerLedger().arrivals).toBe(1);
});

it('a late answer suggests what it says, and shows its requisites once confirmed, locked by another amount', async () => {
  const { user, answer, letGo } = await openAnsweringDesk();
  const number = '2200700123455675';
  answer('cust-late', { payment_data: { number }, amount_cents: 150_037 }, true);
  await issueDirect(user, 'cust-late');
  const shown = await findCard('cust-late');
  await says(shown, 'Waiting for the answer');
  await user.click(button('Cancel', shown));
  await user.click(button('Stop waiting', shown));
  await says(shown, 'Outcome unknown. Do not repeat');
  await waitFor(() => letGo('cust-late'));
  await says(shown, 'A late answer: the provider created it');
  expectNothingToCopy(shown);
  expect(document.body).not.toHaveTextContent('2200 7001');
  await user.click(button('Confirm: it exists', shown));
  await says(shown, 'From the late answer');
  expect(copyButton(shown)).toBeDisabled();
  await user.click(button('Acknowledge both amounts', shown));
  await waitFor(() => expect(copyButton(shown)).toBeEnabled());
  expect(await copiedBy(() => user.click(copyButton(shown)))).toBe(number);
});

it('of one issued again both cards tell that the first was created, too', async () => {
  const { user, answer, letGo } = await openAnsweringDesk();
  answer('cust-twice', { payment_data: { number: '2200700123455675' } }, true);
  const order = await issueDirect(user, 'cust-twice');
  const shown = await findCard('cust-twice');
  await says(shown, 'Waiting for the answer');
  await user.click(button('Cancel', shown));
  await user.click(button('Stop waiting', shown));
  await user.click(await within(shown).findByRole('button', { name: 'Resolve' }));
  await user.click(await within(shown).findByText('Issue again'));
  await put(within(shown).getByRole('textbox', confirmation), order);
  await waitFor(() => letGo('cust-twice'));
  await says(shown, 'A late answer: the provider created it');
  answer('cust-twice', { payment_data: { number: '2200700123455675' } });
  await user.click(button('Issue again', shown));
  await says(shown, 'Two of these may exist at the provider');
  await waitFor(() => expect(cards('cust-twice')).toHaveLength(2));
  const again = cards('cust-twice').find((card) => card !== shown);
  if (again === undefined) throw new Error('there is no second card');
  await says(again, 'The earlier request was created, too');
  // The next shift is told, with a link to it.
  const { intent } = shown.dataset;
  await goTo('#/hand-over');
  const handedOver = await screen.findByRole('region', { name: /^Late answers/u });
  expect(handedOver).toHaveTextContent('the provider created this one, too');
  const link = within(handedOver).getByRole('link', { name: order });
  expect(link).toHaveAttribute('href', `#/log/${intent}`);
});

it('a changed amount locks copying until both amounts were seen', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { shown } = await issue(faulty, 'cust-changed', { fault: 'amount-changed', type: 'sbp' });
  await says(shown, 'The provider changed the amount');
  expect(shown).toHaveTextContent('1 499.99');
  expect(copyButton(shown)).toBeDisabled();
  expect(within(shown).queryAllByRole('img')).toHaveLength(0);
  await user.click(button('Acknowledge both amounts', shown));
  await waitFor(() => expect(copyButton(shown)).toBeEnabled());
  const [deposit] = faulty.providerLedger().deposits;
  const number = deposit?.payment_data['number'];
  expect(await copiedBy(() => user.click(copyButton(shown)))).toBe(number);
});

it('an answer about another request shows nothing to pay to', async () => {
  const faulty = await openFaultyDesk();
  const { shown } = await issue(faulty, 'cust-other', { fault: 'echo-order', type: 'sbp' });
  await says(shown, 'An answer came, but not about this request.');
  expectNothingToCopy(shown);
  const [hidden] = faulty.providerLedger().deposits;
  const holder = hidden?.payment_data['name'] ?? '';
  expect(holder).not.toBe('');
  expect(shown).not.toHaveTextContent(holder);
});

it('without requisites another type is one press away', async () => {
  const faulty = await openFaultyDesk();
  const { user } = faulty;
  const { order, shown } = await issue(faulty, 'cust-type', {
    fault: 'taught-refusal',
    type: 'sbp',
  });
  await says(shown, 'The provider has no requisites for sbp now.');
  await suggestedOrder();
  await put(field('Customer'), 'somebody-else');
  await user.click(button('Try another type', shown));
  expect(await screen.findByRole('alert')).toHaveTextContent('The form holds another request');
  await user.click(button('Keep what is typed'));
  expect(field('Customer')).toHaveValue('somebody-else');
  await put(field('Customer'), '');
  await openTab(user, 'Payment link');
  await user.click(button('Try another type', shown));
  await waitFor(() => expect(typeField()).toHaveFocus());
  expect(typeField()).toHaveValue('sbp');
  expect(field('Amount')).toHaveValue('1\u00a0500.00');
  expect(field('Customer')).toHaveValue('cust-type');
  await waitFor(() => expect(field('Order ID')).not.toHaveValue(''));
  expect(field('Order ID')).not.toHaveValue(order);
  await chooseType(user, 'any_bank');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findIssued('cust-type');
});

it('a damaged log is named, restored from its backup, acknowledged, and issuing goes on', async () => {
  const { desk, user, reload } = await openFaultyDesk();
  const submit = (): HTMLElement => button('Issue request · Faulty');
  await issueDirect(user, 'cust-before');
  await findIssued('cust-before');
  await goTo('#/settings/log');
  await user.click(await screen.findByRole('button', { name: 'Back up now' }));
  await screen.findByText(/^Backed up:/u);
  await openSection(user, 'New request');
  // More events than one page of the log has room for: the newest page is damaged, and the one before it is good.
  for (const customer of ['cust-two', 'cust-three', 'cust-four', 'cust-later']) {
    await issueDirect(user, customer);
    await findIssued(customer);
  }
  await desk.restart(() => damageTail(path.join(desk.dataDir, 'log.sqlite')));
  await confirmLive(desk, FAULTY_PROFILE);
  await reload();
  const banner = await screen.findByRole('region', { name: /Issuing has stopped/u });
  expect(banner).toHaveTextContent('The log file is damaged');
  expect(banner).toHaveTextContent(path.join(desk.dataDir, 'damaged'));
  expect(banner).toHaveTextContent(/Good part of this log.+It lacks.+events \d+ to \d+/u);
  button('Go on from the good part', banner);
  expect(submit()).toBeDisabled();
  await user.click(await within(banner).findByRole('button', { name: 'Restore this backup' }));
  const restored = await screen.findByRole('region', {
    name: /The log was restored from a backup/u,
  });
  expect(submit()).toBeDisabled();
  await user.click(button('I have seen what is missing', restored));
  await waitFor(() => expect(restored).not.toBeInTheDocument());
  await issueDirect(user, 'cust-after');
  await findIssued('cust-after');
  await goTo('#/settings/log');
  await user.click(await screen.findByRole('button', { name: 'Verify log' }));
  await screen.findByText(/^The log holds: all \d+ events/u);
  await screen.findByText(/^Deliberate restore on record/u);
});

it('answers in memory only are shown and saved, on a full disk as on any other trouble', async () => {
  const { desk, user, reload } = await openDeskPage();
  await issueDirect(user, 'cust-held');
  await findIssued('cust-held');
  const { value } = requestsSchema.parse(await desk.call('log.now', { profileId: 'sandbox' }));
  const held = [...value, ...value].map((request) => ({ request, answer: null }));
  desk.onOperation('log.heldAnswers', ({ fulfill }) => fulfill({ ok: true, value: held }));
  const nothing = { setAside: null, newestBackup: null, missing: null };
  const full = { file: 'log.sqlite', detail: 'ENOSPC', ...nothing };
  const healths = [
    [
      { state: 'damaged', damage: 'disk_full', ...full },
      /leave the desk open: it goes on by itself/u,
    ],
    [{ state: 'ok' }, /The restored log has no place for them/u],
  ] as const;
  for (const [health, words] of healths) {
    const shown = { ok: true, value: { ...health, heldAnswers: held.length } };
    desk.onOperation('log.health', ({ fulfill }) => fulfill(shown));
    await reload();
    const banner = within(await screen.findByRole('region', { name: /stopped|in memory only/u }));
    banner.getByText(words);
    banner.getByText(/^2 answers came and are held in memory only/u);
    await user.click(banner.getByRole('button', { name: 'Save held answers' }));
    await banner.findByText(/^2 answers saved to a file/u);
  }
});
