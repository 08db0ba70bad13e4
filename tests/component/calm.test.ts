import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';

import { DEFAULT_LISTENER } from '../../src/shared/domain/callback.ts';
import { copiedBy, pressF9, recordedCopies } from './support/copies.ts';
import { findRow, tableRows } from './support/elements.ts';
import { copyButton, findIssued, holdOperation, issueDirect, quickLine } from './support/form.ts';
import { openAnsweringDesk } from './support/merchants.ts';
import {
  button,
  cards,
  chooseInMenu,
  findCard,
  openDeskPage,
  openMenu,
  openSection,
  suggestedOrder,
} from './support/page.ts';

/** New request with half the controls: what is in view, what is in the menu, what a key does. */

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** As Tab reaches them: of a group of radios the chosen one alone. */
function tabStops(): readonly Element[] {
  return [...document.querySelectorAll(FOCUSABLE)].filter(
    (control) =>
      control.getAttribute('tabindex') !== '-1' &&
      !control.matches(':disabled, input[type="radio"]:not(:checked)') &&
      control.closest('[hidden], [aria-label="First steps"]') === null,
  );
}

it('New request with one card has at most 26 controls, and no card for what was never issued', async () => {
  const { desk, user, reload } = await openDeskPage();
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  await desk.call('callback.setListener', { profileId: 'sandbox', settings, newPath: false });
  await issueDirect(user, 'cust-one');
  await findIssued('cust-one', 'Copy message');
  expect(tabStops().length).toBeLessThanOrEqual(26);
  // As a request of the sample day.
  desk.onOperation('log.now', async (call) => {
    const text = JSON.stringify(await call.fetch());
    call.fulfill(JSON.parse(text.replace('{"intentId"', '{"sample":true,"intentId"')));
  });
  await reload();
  await screen.findByText('Nothing issued yet');
  expect(cards('cust-one')).toHaveLength(0);
});

it('by the quick line: the data, Enter, F9; and the number alone by F6 and 1', async () => {
  const { user } = await openDeskPage();
  await suggestedOrder();
  quickLine().focus();
  await user.keyboard('1500 sbp cust-5{Enter}');
  const shown = await findIssued('cust-5', 'Copy message');
  expect(await copiedBy(pressF9)).toContain('1 500.00 RUB');

  // Typed into a field a digit is text, and copies nothing.
  await suggestedOrder();
  await user.keyboard('1');
  expect(quickLine()).toHaveValue('1');
  await user.clear(quickLine());
  const number = await copiedBy(async () => {
    fireEvent.keyDown(quickLine(), { key: 'F6', code: 'F6' });
    await user.keyboard('1');
  });
  expect(number).toMatch(/^\+?\d{5,}$/u);
  expect(shown).toHaveFocus();
  fireEvent.keyDown(shown, { key: 'F6', code: 'F6' });
  await waitFor(() => expect(quickLine()).toHaveFocus());
});

it('F6 leads to no earlier customer’s card while the next request is being recorded', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  quickLine().focus();
  await user.keyboard('1500 sbp cust-5{Enter}');
  const earlier = await findIssued('cust-5', 'Copy message');
  await suggestedOrder();
  const held = holdOperation(desk, 'issue.create');
  await user.keyboard('1700 sbp cust-6{Enter}');
  await waitFor(() => expect(held.calls()).toBe(1));
  fireEvent.keyDown(quickLine(), { key: 'F6', code: 'F6' });
  await user.keyboard('1');
  expect(earlier).not.toHaveFocus();
  expect(await recordedCopies(desk, earlier)).toEqual([]);
  await held.release();
  const newest = await findIssued('cust-6', 'Copy message');
  fireEvent.keyDown(quickLine(), { key: 'F6', code: 'F6' });
  expect(newest).toHaveFocus();
});

it('1 to 4 copy the rows of the card that has the focus', async () => {
  const { user, answer } = await openAnsweringDesk();
  const payment_data = { number: '4111111111111111', name: 'IVAN P.', bank_name: 'Bank X' };
  answer('cust-rows', { payment_data });
  await issueDirect(user, 'cust-rows');
  const shown = await findIssued('cust-rows', 'Copy message');
  copyButton(shown, 'Copy message').focus();
  expect(await copiedBy(() => user.keyboard('3'))).toBe('Bank X');
  expect(await copiedBy(() => user.keyboard('2'))).toBe('IVAN P.');
  expect(await copiedBy(() => user.keyboard('1'))).toBe('4111111111111111');
});

it('everything else of a card is in one menu, in one order; language and channel are chosen there', async () => {
  const { user, answer, origin } = await openAnsweringDesk();
  const url = 'https://pay.example/AbC';
  answer('cust-menu', {
    payment_data: { number: '4111111111111111', url },
    payment_bill_url: `${origin}/bill.png`,
  });
  await issueDirect(user, 'cust-menu');
  const shown = await findIssued('cust-menu', 'Copy message');
  const menu = await openMenu(user, shown);
  const labels = [...menu.querySelectorAll('[role^="menuitem"]')].map(
    ({ firstElementChild }) => firstElementChild?.textContent,
  );
  expect(labels).toEqual([
    'Language',
    'Channel',
    'Edit this message',
    'Save QR',
    'Copy QR',
    'Open bill',
    'Open payment page',
    'Repeat',
    'Repeat with another amount',
    'Copy for provider support',
    'Other fields of the answer',
  ]);
  await user.keyboard('{Escape}');
  expect(shown).toHaveTextContent('EN · Telegram');
  await chooseInMenu(user, shown, 'Language', 'Русский');
  await waitFor(() => expect(shown).toHaveTextContent('RU · Telegram'));
  await chooseInMenu(user, shown, 'Channel', 'WhatsApp');
  await waitFor(() => expect(shown).toHaveTextContent('RU · WhatsApp'));
  await chooseInMenu(user, shown, 'Other fields of the answer');
  await waitFor(() => expect(shown.querySelector('details')).toHaveAttribute('open'));
});

it('Now has one line for old unknowns and tells what is due soon; both lead to the list', async () => {
  const { user, answer } = await openAnsweringDesk({ validMin: 60 });
  answer('cust-due', { payment_data: { number: '4111111111111111' } });
  await issueDirect(user, 'cust-due');
  await findIssued('cust-due');
  answer('cust-lost', { payment_data: 'not an object' });
  await issueDirect(user, 'cust-lost');
  await findCard('cust-lost');
  await waitFor(() => expect(cards('cust-lost')[0]).toHaveAttribute('data-open', 'true'));
  expect(screen.queryByRole('link', { name: /due in/u })).toBeNull();

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 57 * 60_000 });
  await openSection(user, 'Log');
  await openSection(user, 'New request');
  await screen.findByRole('link', { name: /^1 due in [34] min$/u });
  expect(screen.getByText(/^1 unknown since \d\d:\d\d$/u)).toBeInTheDocument();
  expect(cards('cust-lost')).toHaveLength(0);
  await user.click(screen.getByRole('link', { name: 'Open list' }));
  await findRow('cust-lost');
  expect(tableRows()).toHaveLength(1);
});

it('in a narrow window the form is one line after issuing, until it is opened or has to say something', async () => {
  vi.spyOn(document.body, 'clientWidth', 'get').mockReturnValue(900);
  const { user } = await openDeskPage();
  const desk = (): HTMLElement => screen.getByRole('region', { name: 'New request' });
  const isCalm = (): string | undefined => desk().querySelector('form')?.dataset['calm'];
  await suggestedOrder();
  expect(desk()).toHaveAttribute('data-folded', 'false');
  quickLine().focus();
  await user.keyboard('1500 sbp cust-5{Enter}');
  await findIssued('cust-5');
  await waitFor(() => expect(desk()).toHaveAttribute('data-folded', 'true'));
  await waitFor(() => expect(quickLine()).toHaveFocus());
  expect(isCalm()).toBe('true');
  await user.keyboard('1500 sbp');
  expect(isCalm()).toBe('true');
  // Without a customer it is refused at the field, which has to be seen.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(isCalm()).toBe('false'));
  await user.click(button('Open form'));
  expect(desk()).toHaveAttribute('data-folded', 'false');
});
