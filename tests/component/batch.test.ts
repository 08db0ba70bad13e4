import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';

import { quickLine } from './support/form.ts';
import { button, field, openDeskPage, suggestedOrder } from './support/page.ts';
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
  await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }));
  await screen.findByText('1 of 2 rows are ready');
  expect(button('Continue')).toBeDisabled();
  expect(desk.ledger().arrivals).toBe(0);

  const cell = await screen.findByRole('textbox', { name: 'Amount of row 3' });
  await user.clear(cell);
  await user.type(cell, '250{Enter}');
  await screen.findByText('2 of 2 rows are ready');
  await user.click(button('Continue'));
  await user.click(await screen.findByRole('button', { name: 'Issue 2 requests' }));
  const table = await screen.findByRole('table', { name: 'Rows of the batch' });
  await waitFor(() => expect(within(table).getAllByText('Accepted')).toHaveLength(2));
  expect(desk.ledger().arrivals).toBe(2);
  await user.click(await screen.findByRole('button', { name: 'Hand out: 0 of 2' }));
  const next = await screen.findByRole('region', { name: 'Hand out' });
  await within(next).findByText('cust-1');
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
