import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { sheetRow, workbookOf } from '../../src/core/importing/testing/workbook.ts';
import { createInput } from '../support/builders.ts';
import { copiedBy, pressF9 } from './support/copies.ts';
import { quickLine } from './support/form.ts';
import { succeed } from './support/merchants.ts';
import { button, field, openDeskPage, suggestedOrder } from './support/page.ts';
import { openAnsweringDesk } from './support/merchants.ts';
import { pasteInto } from './support/paste.ts';

/** A file of requests, from the paste to the customer's message. */

const ROWS = [
  'Customer\tAmount\tCurrency\tType',
  'cust-1\t150\tRUB\tsbp',
  'cust-2\tlots\tRUB\tsbp',
];

it('pasted rows are checked, corrected in place, confirmed, and issued once each', async () => {
  const { desk, user } = await openDeskPage();
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), ROWS.join('\n'));
  const check = await screen.findByRole('button', { name: 'Check 2 rows' });
  // Without a column a request has the profile's addresses, and no note.
  expect(screen.getByRole('combobox', { name: 'Callback URL' })).toHaveDisplayValue(
    'From the profile',
  );
  expect(screen.getByRole('combobox', { name: 'Note' })).toHaveDisplayValue('Leave empty');
  await user.click(check);
  await screen.findByText('1 of 2 rows are ready');
  expect(button('Continue')).toBeDisabled();
  expect(desk.ledger().arrivals).toBe(0);

  const cell = await screen.findByRole('textbox', { name: 'Amount of row 3' });
  await user.clear(cell);
  await user.type(cell, '250{Enter}');
  await screen.findByText('2 of 2 rows are ready');
  await waitFor(() => expect(button('Continue')).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Issue 2 requests' }));
  const table = await screen.findByRole('table', { name: 'Rows of the batch' });
  await waitFor(() => expect(within(table).getAllByText('Accepted')).toHaveLength(2));
  expect(desk.ledger().arrivals).toBe(2);
  await user.click(await screen.findByRole('button', { name: 'Hand out: 0 of 2' }));
  const next = await screen.findByRole('region', { name: 'Hand out' });
  await within(next).findByText('cust-1');
});

it('what was issued since the check leads back to it, and the file is still there after a reload', async () => {
  const { desk, user, reload } = await openDeskPage();
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  const rows = [...ROWS.slice(0, 2), 'cust-2\t250\tRUB\tsbp'];
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), rows.join('\n'));
  await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }));
  await screen.findByText('2 of 2 rows are ready');
  await user.click(button('Continue'));
  // Another page, in the meantime.
  const typed = { customer: 'cust-2', cents: 25_000, payment_type: 'sbp' };
  await succeed(desk, 'issue.create', createInput(typed));
  await user.click(await screen.findByRole('button', { name: 'Issue 2 requests' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The check is not the same any more/u,
  );
  await screen.findByText('1 of 2 rows are ready');
  expect(desk.ledger().arrivals).toBe(1);

  await reload();
  await user.click(await screen.findByRole('link', { name: 'Batch' }));
  await screen.findByText('1 of 2 rows are ready');
  await screen.findByText(/^Same customer and amount a short time ago/u);
});

it('a header of minor units has the keyboard at the unit, and asks for it in words', async () => {
  const { user } = await openDeskPage();
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  const rows = ['Customer\tAmount (cents)\tCurrency\tType', 'cust-1\t150000\tRUB\tsbp'];
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), rows.join('\n'));
  const unit = await screen.findByRole('combobox', { name: 'Amounts are in' });
  await waitFor(() => expect(unit).toHaveFocus());
  screen.getByText('Choose what the amounts are in.');
  expect(screen.queryByText(/^Choose a column for/u)).toBeNull();
  expect(button('Check 1 row')).toBeDisabled();
  await user.selectOptions(unit, 'minor units: 150000');
  await user.click(button('Check 1 row'));
  await screen.findByText('1 of 1 rows are ready');
  await screen.findByText(/^1.500\.00 RUB$/u);
});

it('rows that the spreadsheet hides are named and left out until the operator takes them in', async () => {
  const { user } = await openDeskPage();
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await screen.findByRole('button', { name: 'Paste rows' });
  const lines = [...ROWS.slice(0, 2), 'cust-2\t250\tRUB\tsbp', 'cust-3\t350\tRUB\tsbp'];
  const rows = lines.map((line, at) => sheetRow(line.split('\t'), at, at > 1 ? ' hidden="1"' : ''));
  const workbook = await workbookOf({ sheets: { Sheet1: rows.join('') } });
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (chooser === null) throw new Error('No file can be chosen');
  await user.upload(chooser, new File([new Uint8Array(workbook)], 'day.xlsx'));
  await user.click(await screen.findByRole('button', { name: 'Check 3 rows' }));
  await screen.findByText('2 hidden rows are left out');
  screen.getByText('The spreadsheet does not show rows 3, 4.');
  screen.getByText('1 of 3 rows are ready');
  await user.click(button('Take in 2 rows'));
  await screen.findByText('3 of 3 rows are ready');
  screen.getByText('2 hidden rows take part');
  await user.click(button('Leave out 2 rows'));
  await screen.findByText('1 of 3 rows are ready');
});

it('handing out names what was copied, takes two quick presses for one, and undoes a tick', async () => {
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: async () => ({ state: 'granted' }) },
  });
  const { user } = await openDeskPage();
  await suggestedOrder();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  const rows = [...ROWS.slice(0, 2), 'cust-2\t250\tRUB\tsbp'];
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), rows.join('\n'));
  await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Issue 2 requests' }));
  await user.click(await screen.findByRole('button', { name: 'Hand out: 0 of 2' }));
  const panel = await screen.findByRole('region', { name: 'Hand out' });
  const next = () => within(panel).getByRole('group', { name: 'Next' });
  const isReady = () =>
    expect(within(next()).getByRole('button', { name: /^Copy message/u })).toBeEnabled();
  await waitFor(() => expect(next()).toHaveTextContent('cust-1'));
  await waitFor(isReady);
  const copied = await copiedBy(pressF9);
  await waitFor(() => expect(next()).toHaveTextContent('cust-2'));
  await waitFor(isReady);
  // The second half of a double press: the next customer stays open.
  await pressF9();
  expect(within(panel).getByRole('status')).toHaveTextContent('cust-1');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await navigator.clipboard.readText()).toBe(copied);
  expect(button('Hand out: 1 of 2')).toBeVisible();

  await user.click(button('Undo the tick', panel));
  await screen.findByRole('button', { name: 'Hand out: 0 of 2' });
  await waitFor(() => expect(next()).toHaveTextContent('cust-1'));
  // The button went with the tick; the keyboard goes on from where it was.
  await waitFor(() => expect(within(panel).queryByText('Undo the tick')).toBeNull());
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));

  await waitFor(isReady);
  await copiedBy(pressF9);
  const table = screen.getByRole('table', { name: 'Rows of the batch' });
  const ofRow = await within(table).findByRole('button', { name: 'Undo the tick of row 2' });
  await user.click(ofRow);
  await waitFor(() => expect(ofRow).not.toBeInTheDocument());
  await waitFor(() => expect(table.contains(document.activeElement)).toBe(true));
});

it('a live batch asks to confirm its profile where it is started and where it is resumed', async () => {
  const { desk, user, answer, letGo, reload } = await openAnsweringDesk({ mode: 'live' });
  for (const customer of ['live-1', 'live-2']) answer(customer, {}, true);
  // Each start of the desk forgets what was confirmed before.
  await desk.restart();
  await reload();
  await user.click(screen.getByRole('link', { name: 'Batch' }));
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  const rows = ['Customer\tAmount\tCurrency\tType'];
  for (const at of [1, 2, 3]) rows.push(`live-${at}\t1500\tRUB\tsbp`);
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), rows.join('\n'));
  await user.click(await screen.findByRole('button', { name: 'Check 3 rows' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByText(/^First LIVE use since the desk was started: Answering/u);
  await user.type(field('Type the number of requests: 3'), '3');
  await user.click(button('Issue 3 requests'));
  const table = await screen.findByRole('table', { name: 'Rows of the batch' });
  await waitFor(() => expect(within(table).getAllByText('In flight')).toHaveLength(2));
  await user.click(button('Pause'));
  await screen.findByText('Pausing', { selector: '.screen-head *' });
  // `Pause` is gone; the next Tab leads to what comes in its place.
  expect(document.body).not.toHaveFocus();
  for (const customer of ['live-1', 'live-2']) await waitFor(() => letGo(customer));
  const resume = () => screen.findByRole('button', { name: /^Resume/u });
  await resume();

  // This page still knows the profile as confirmed.
  await desk.restart();
  await user.click(await resume());
  await screen.findByText(/^This live profile is not confirmed/u);
  await user.click(await resume());
  const question = await screen.findByRole('alertdialog', { name: 'Live: real money' });
  const confirm = button('Confirm Answering and resume', question);
  await waitFor(() => expect(confirm).toBeEnabled());
  expect(button(/^Back to the batch/u, question)).toBeVisible();
  await user.click(confirm);
  await waitFor(() => expect(within(table).getAllByText('Accepted')).toHaveLength(3));
});

it('three pasted lines in the quick line are offered as a batch, two are not', async () => {
  const { user } = await openDeskPage();
  await suggestedOrder();
  await pasteInto(quickLine(), ROWS.slice(0, 2).join('\n'));
  expect(screen.queryByRole('button', { name: 'Open as a batch' })).toBeNull();
  await pasteInto(quickLine(), ROWS.join('\n'));
  await user.click(await screen.findByRole('button', { name: 'Open as a batch' }));
  await screen.findByRole('button', { name: 'Check 2 rows' });
});
