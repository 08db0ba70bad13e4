import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { ANSWERING_PROFILE } from '../support/answeringProvider.ts';
import { copiedBy, pressF9, recordedCopies } from './support/copies.ts';
import type { TestDesk } from './support/desk.ts';
import { findRow, linkIn } from './support/elements.ts';
import { copyButton, findIssued, holdOperation, issueDirect, put } from './support/form.ts';
import { openAnsweringDesk, succeed } from './support/merchants.ts';
import {
  button,
  cards,
  chooseInMenu,
  field,
  findCard,
  openSection,
  suggestedOrder,
} from './support/page.ts';

/** What stands on a card and what is copied from it. */

afterEach(() => {
  vi.useRealTimers();
});

/** Only the page's clock is set; timers run on. */
function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: ms });
}

it('what is copied is what the provider sent, unseen characters and all, and they are named', async () => {
  const { desk, user, answer } = await openAnsweringDesk();
  const data = {
    number: '2200\u00a07008 1234\u200b 5674',
    name: '\u200fIVAN\u200b  P. ',
    bank_name: ' \u202eKNAB\u202c',
    bic: '0445252',
    payment_reason: 'Order\u00a07, \u2066ref\u2069',
    iban: 'KZ86\u00ad125K\tZT50',
  };
  answer('cust-odd', { payment_data: data });
  await issueDirect(user, 'cust-odd');
  const shown = await findIssued('cust-odd');
  // Green is for paid alone: this profile does not say what its words mean.
  expect(within(shown).getByText('created')).toHaveAttribute('data-colour', 'none');
  expect(shown).toHaveTextContent('This card number fails its check');
  expect(shown).toHaveTextContent('Neither a BIC of nine digits nor a SWIFT code');
  expect(shown).toHaveTextContent('direction mark U+200F, zero-width character U+200B');
  expect(shown).toHaveTextContent('no-break space U+00A0, direction mark U+2066');
  const copy = (name: string): Promise<string> =>
    copiedBy(() => user.click(copyButton(shown, name)));
  expect(await copy('Copy number')).toBe('2200700812345674');
  expect(await copy('Copy name')).toBe(data.name);
  expect(await copy('Copy bank')).toBe(data.bank_name);
  expect(await copy('Copy BIC')).toBe(data.bic);
  expect(await copy('Copy reason')).toBe(data.payment_reason);
  expect(await copy('Copy iban')).toBe(data.iban);
  const support = await copiedBy(() => chooseInMenu(user, shown, 'Copy for provider support'));
  expect(support).toContain('Number ends with: 5674');
  expect(support).not.toContain('22007008');
  await waitFor(async () => {
    expect(await recordedCopies(desk, shown)).toEqual([
      ['number', '2200700812345674'],
      ['name', data.name],
      ['bank_name', data.bank_name],
      ['bic', data.bic],
      ['payment_reason', data.payment_reason],
      ['other', data.iban],
      ['support', support],
    ]);
  });
  await chooseInMenu(user, shown, 'Repeat');
  await waitFor(() => expect(field('Customer')).toHaveValue('cust-odd'));
});

const NUMBERS = {
  'cust-a': '4111111111111111',
  'cust-b': '2201382000000013',
  'cust-c': '5555555555554444',
} as const;

it('three at once, answered out of order: each card has its own requisites, and the operator’s hands are not disturbed', async () => {
  const { user, answer, letGo } = await openAnsweringDesk();
  const customers = ['cust-a', 'cust-b', 'cust-c'] as const;
  for (const customer of customers) {
    const payment_data = { number: NUMBERS[customer], name: customer.toUpperCase() };
    answer(customer, { payment_data }, true);
    await issueDirect(user, customer);
    const shown = await findCard(customer);
    await waitFor(() => expect(shown).toHaveTextContent('sent. Waiting for the answer.'));
  }
  await navigator.clipboard.writeText('mine');
  await suggestedOrder();
  await put(field('Customer'), 'cust-next');
  for (const customer of ['cust-c', 'cust-a', 'cust-b'] as const) {
    await waitFor(() => letGo(customer));
    expect(await findIssued(customer)).toHaveTextContent('created');
    expect(field('Customer')).toHaveFocus();
  }
  expect(await navigator.clipboard.readText()).toBe('mine');
  expect(field('Customer')).toHaveValue('cust-next');
  for (const customer of customers) {
    const shown = await findIssued(customer);
    expect(await copiedBy(() => user.click(copyButton(shown)))).toBe(NUMBERS[customer]);
    const message = await copiedBy(() => user.click(copyButton(shown, 'Copy message')));
    expect(message).toContain(NUMBERS[customer]);
    expect(message).toContain(customer.toUpperCase());
  }

  // What was handed on is one line when the next one comes, opens by Enter, and keeps the keyboard.
  answer('cust-next', { payment_data: { number: '4111111111111111' } });
  await put(field('Amount'), '1500');
  field('Customer').focus();
  await user.keyboard('{Enter}');
  expect(await findIssued('cust-next')).toHaveTextContent('created');
  const buttonsOfA = (): readonly HTMLElement[] =>
    cards('cust-a').flatMap((shown) => within(shown).queryAllByRole('button'));
  await waitFor(() => {
    const names = buttonsOfA().map((own) => own.getAttribute('aria-label') ?? own.textContent);
    expect(names).toEqual(['Details', 'Copy number']);
  });
  buttonsOfA()[0]?.focus();
  await user.keyboard('{Enter}');
  const opened = await findIssued('cust-a');
  expect(button('Details', opened)).toHaveFocus();
  expect(button('Details', opened)).toHaveAttribute('aria-expanded', 'true');
});

it('F9 copies for the newest card or for the one with the keyboard, never an older one’s', async () => {
  const { desk, user, answer, letGo } = await openAnsweringDesk({ mode: 'live' });
  for (const [customer, number] of Object.entries(NUMBERS)) {
    answer(customer, { payment_data: { number } }, customer !== 'cust-c');
  }
  await issueDirect(user, 'cust-a');
  await findCard('cust-a');
  await issueDirect(user, 'cust-b');
  await findCard('cust-b');
  await pressF9();
  await screen.findByText(/cust-b is still waiting: nothing copied\./u);
  await issueDirect(user, 'cust-c');
  await findIssued('cust-c', 'Copy message');
  const newest = await copiedBy(pressF9);
  await screen.findByText(/Message for cust-c copied/u);
  expect(newest).toContain(NUMBERS['cust-c']);
  expect(newest).not.toMatch(/^TEST/u);

  for (const customer of ['cust-b', 'cust-a'] as const) {
    await waitFor(() => letGo(customer));
    const shown = await findIssued(customer, 'Copy message');
    // The card that has the keyboard is the one that is meant.
    copyButton(shown).focus();
    const own = await copiedBy(pressF9);
    expect(own).toContain(NUMBERS[customer]);
    expect(own).not.toContain(NUMBERS['cust-c']);
    await waitFor(async () => {
      expect(await recordedCopies(desk, shown)).toEqual([['message', own]]);
    });
  }
});

/** What asks whose message is meant. */
const choice = (): HTMLElement => screen.getByRole('dialog', { name: 'Whose message?' });

it('F9 belongs to the request that is open in the Log, whatever was issued since', async () => {
  const { user, answer } = await openAnsweringDesk({ mode: 'live' });
  for (const customer of ['cust-a', 'cust-b'] as const) {
    answer(customer, { payment_data: { number: NUMBERS[customer] } });
    await issueDirect(user, customer);
    await findIssued(customer, 'Copy message');
  }
  await openSection(user, 'Log');
  const link = (customer: string): Promise<HTMLElement> => findRow(customer).then(linkIn);
  // A row that the arrow keys came to.
  (await link('cust-b')).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(async () => expect(await link('cust-a')).toHaveFocus());
  expect(await copiedBy(pressF9)).toContain(NUMBERS['cust-a']);
  await screen.findByText(/Message for cust-a copied/u);

  // Opened by its row, with the keyboard somewhere else; then by the palette.
  await user.keyboard('{Enter}');
  await findIssued('cust-a', 'Copy message');
  screen.getByRole('searchbox').focus();
  expect(await copiedBy(pressF9)).toContain(NUMBERS['cust-a']);
  await openSection(user, 'New request');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(
    await screen.findByRole('combobox', { name: 'Type a command, a customer or an order' }),
    'cust-a',
  );
  await user.click(await screen.findByRole('option', { name: /cust-a/u }));
  await findIssued('cust-a', 'Copy message');
  expect(await copiedBy(pressF9)).toContain(NUMBERS['cust-a']);

  // One is open, the keyboard is on the other.
  (await link('cust-b')).focus();
  await navigator.clipboard.writeText('nothing yet');
  await pressF9();
  await waitFor(() => expect(within(choice()).getAllByRole('button')).toHaveLength(2));
  expect(await navigator.clipboard.readText()).toBe('nothing yet');
});

const nowSchema = z.looseObject({
  value: z.array(
    z.looseObject({ body: z.object({ fields: z.looseObject({ customer: z.string() }) }).loose() }),
  ),
});

it('F9 pressed for one after the other leaves the last one’s message, however long the first took to read', async () => {
  const { desk, user, answer, reload } = await openAnsweringDesk({ mode: 'live' });
  for (const customer of ['cust-a', 'cust-b'] as const) {
    answer(customer, { payment_data: { number: NUMBERS[customer] } });
    await issueDirect(user, customer);
    await findIssued(customer, 'Copy message');
  }
  // Of long ago: only the log has it.
  desk.onOperation('log.now', async (call) => {
    const reply = nowSchema.parse(await call.fetch());
    const value = reply.value.filter(({ body }) => body.fields.customer !== 'cust-a');
    call.fulfill({ ...reply, value });
  });
  await reload();
  await openSection(user, 'Log');
  const reading = holdOperation(desk, 'log.history');
  for (const customer of ['cust-a', 'cust-b']) {
    linkIn(await findRow(customer)).focus();
    await pressF9();
  }
  const copiesOf = async (customer: string): Promise<number> =>
    (await recordedCopies(desk, await findRow(customer))).length;
  await waitFor(async () => expect(await copiesOf('cust-b')).toBe(1));
  await reading.release();
  await pressF9();
  await waitFor(async () => expect(await copiesOf('cust-b')).toBe(2));
  expect(await copiesOf('cust-a')).toBe(0);
  expect(await navigator.clipboard.readText()).toContain(NUMBERS['cust-b']);
});

it('F9 asks whose message is meant where two wait to be handed on, and names the customer first', async () => {
  const { user, answer } = await openAnsweringDesk({ mode: 'live' });
  for (const customer of ['cust-a', 'cust-b'] as const) {
    answer(customer, { payment_data: { number: NUMBERS[customer] } });
    await issueDirect(user, customer);
    await findIssued(customer, 'Copy message');
  }
  await suggestedOrder();
  field('Customer').focus();
  await navigator.clipboard.writeText('nothing yet');
  await pressF9();
  await waitFor(() => expect(choice()).toHaveFocus());
  const options = within(choice()).getAllByRole('button');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^cust-b\s*1\s500\.00\sRUB/u),
    expect.stringMatching(/^cust-a\s*1\s500\.00\sRUB/u),
  ]);
  // Neither the key again nor what was typed for the form answers the question: it goes where it was meant to go.
  await pressF9();
  await user.keyboard('{Enter}');
  await user.keyboard('next');
  await waitFor(() => expect(field('Customer')).toHaveValue('next'));
  expect(screen.queryByRole('dialog', { name: 'Whose message?' })).toBeNull();
  expect(await navigator.clipboard.readText()).toBe('nothing yet');

  await pressF9();
  await waitFor(() => expect(choice()).toHaveFocus());
  const copied = await copiedBy(() => user.keyboard('{ArrowDown}{ArrowDown}{Enter}'));
  expect(copied).toContain(NUMBERS['cust-a']);
  await screen.findByText(/Message for cust-a copied/u);
  await waitFor(() => expect(field('Customer')).toHaveFocus());
});

it('after the requisites’ end F9 says so first, and copies when pressed again', async () => {
  const { desk, user, answer } = await openAnsweringDesk({ mode: 'live' });
  answer('cust-1', { payment_data: { number: NUMBERS['cust-a'] } });
  await issueDirect(user, 'cust-1');
  const shown = await findIssued('cust-1', 'Copy message');
  await holdForOneMinute(desk);
  await waitFor(() => expect(shown).toHaveTextContent(/valid/iu));
  const laterMs = Date.now() + 3_600_000;
  setClock(laterMs);
  copyButton(shown, 'Copy message').focus();
  await navigator.clipboard.writeText('nothing yet');
  await pressF9();
  await screen.findByText(/cust-1: Not copied yet\./u);
  expect(await navigator.clipboard.readText()).toBe('nothing yet');
  expect(await recordedCopies(desk, shown)).toEqual([]);
  setClock(laterMs + 2000);
  const copied = await copiedBy(pressF9);
  expect(copied).toContain(NUMBERS['cust-a']);
  expect(copied).toMatch(/\nValid until .*\(Tashkent, UTC\+5\)$/u);
});

/** As an integrator sets it up: requisites of the profile hold for a minute after they were issued. */
async function holdForOneMinute(desk: TestDesk): Promise<void> {
  const { value } = profilesSchema.parse(await desk.call('profile.list', {}));
  const found = value.find(({ id }) => id === ANSWERING_PROFILE);
  const { id, archivedAt: _, ...setUp } = found ?? { id: '' };
  const changed = { ...setUp, requisitesValidMin: 1, timeZone: 'Asia/Tashkent' };
  await succeed(desk, 'profile.save', { id, setUp: changed });
}

const profilesSchema = z.object({ value: z.array(z.looseObject({ id: z.string() })) });

it('requisites count down, and are copied after their end only when that is asked for; the bill is shown', async () => {
  const { user, origin, answer } = await openAnsweringDesk({ validMin: 1 });
  answer('cust-late', {
    payment_data: { number: NUMBERS['cust-a'] },
    payment_bill_url: `${origin}/bill.png`,
  });
  await issueDirect(user, 'cust-late');
  const shown = await findIssued('cust-late');
  expect(shown).toHaveTextContent(/Valid to \d\d:\d\d · only (?:1:00|0:\d\d) left/u);
  await chooseInMenu(user, shown, 'Open bill');
  await within(shown).findByRole('img', { name: 'The bill, as the provider drew it' });
  await user.click(button('Close bill', shown));
  await waitFor(() => expect(shown.contains(document.activeElement)).toBe(true));
  setClock(Date.now() + 61_000);
  await waitFor(() => expect(shown).toHaveTextContent('Expired at'));
  await waitFor(() => expect(copyButton(shown)).toBeDisabled());
  await user.click(button('Copy anyway', shown));
  await waitFor(() => expect(copyButton(shown)).toBeEnabled());
  expect(await copiedBy(() => user.click(copyButton(shown)))).toBe(NUMBERS['cust-a']);
});
