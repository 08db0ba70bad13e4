import { readdirSync } from 'node:fs';
import path from 'node:path';

import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { createInput } from '../support/builders.ts';
import { fileOf, fillPast, pastRows, remoteIdOf } from '../support/pastStatement.ts';
import { findRow, linkIn } from './support/elements.ts';
import { type DeskPage, button, field, fill, goTo, openDeskPage } from './support/page.ts';
import { pasteInto } from './support/paste.ts';

/** The provider's list against the log, over a real desk with requests of the last hours. */

afterEach(() => void vi.restoreAllMocks());

const openPast = (): Promise<DeskPage> => openDeskPage({ prepare: fillPast });

/** From the pasted rows to the coverage. */
async function readRows(user: UserEvent, rows: readonly string[]): Promise<void> {
  await goTo('#/log/statements');
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  await pasteInto(field('Rows copied from a spreadsheet, with their headers'), fileOf(rows));
  const shown = rows.length === 1 ? 'Read 1 row' : `Read ${rows.length} rows`;
  await user.click(await screen.findByRole('button', { name: shown }));
  await screen.findByRole('heading', { name: 'What does this file cover?' });
}

async function stateCoverage(
  user: UserEvent,
  lists: 'Every created request' | 'Only paid requests' = 'Every created request',
): Promise<void> {
  await user.click(screen.getByRole('radio', { name: lists }));
  await user.click(button('Just now'));
  await user.click(button('From the first row to the last'));
}

async function compareRows(
  user: UserEvent,
  rows: readonly string[],
  lists?: 'Every created request' | 'Only paid requests',
): Promise<void> {
  await readRows(user, rows);
  await stateCoverage(user, lists);
  await user.click(button('Record and compare'));
  await screen.findByRole('list', { name: 'Classes' });
  await screen.findByRole('table', { name: 'Lines of the comparison' });
}

const card = (name: RegExp): HTMLElement =>
  within(screen.getByRole('list', { name: 'Classes' })).getByRole('button', { name });
const lines = (): HTMLElement => screen.getByRole('table', { name: 'Lines of the comparison' });
const pair = (): HTMLElement =>
  screen.getByRole('complementary', { name: 'Both records side by side' });

it('settles an unknown both ways after a preview, and says what it did', async () => {
  const { desk, user } = await openPast();
  await compareRows(user, pastRows());
  expect(card(/matched/u)).toHaveTextContent('43');
  expect(card(/only here/u)).toHaveTextContent('1');
  const panel = screen.getByRole('region', { name: 'Unknown requests' });
  await user.click(button('Settle 2 unknowns', panel));
  const preview = await within(panel).findByRole('table', { name: 'This will be recorded' });
  expect(within(preview).getByRole('row', { name: /U-1 found/u })).toHaveTextContent(
    remoteIdOf(15),
  );
  within(preview).getByRole('row', { name: /U-2 not at the provider/u });
  await fill(user, within(panel).getByRole('textbox', { name: 'Note for all of them' }), 'evening');
  await user.click(button('Settle 2 now', panel));
  await within(panel).findByText('2 unknowns settled');
  within(panel).getByText('None was skipped.');
  await waitFor(() => expect(card(/only here/u)).toHaveTextContent(/^0/u));
  expect(await desk.call('log.now', { profileId: 'sandbox' })).toMatchObject({ ok: true });
  // Reopened from the list, nothing is left to settle.
  await goTo('#/log/statements');
  await user.click(
    within(await screen.findByRole('table', { name: 'Statements on record' })).getByRole('link'),
  );
  await screen.findByRole('heading', { name: /^Statement · /u });
  await waitFor(() => expect(card(/matched/u)).toHaveTextContent('43'));
  expect(screen.queryByRole('region', { name: 'Unknown requests' })).toBeNull();
});

it('goes on with its file after a reload, with the columns and the zone as they were', async () => {
  const { user, reload } = await openPast();
  const zone = () => screen.getByRole('combobox', { name: 'Time zone of the file' });
  await readRows(user, pastRows());
  await user.selectOptions(zone(), 'Asia/Tashkent');
  await waitFor(() => expect(zone()).toHaveValue('Asia/Tashkent'));
  await reload();
  await goTo('#/log/statements');
  const read = await screen.findByRole('button', { name: `Read ${pastRows().length} rows` });
  expect(zone()).toHaveValue('Asia/Tashkent');
  await user.click(read);
  await screen.findByRole('heading', { name: 'What does this file cover?' });
});

it('says which condition keeps an unknown open, and offers nothing for it', async () => {
  const { user } = await openPast();
  const rows = pastRows().filter((row) => !row.includes(',U-1,'));
  await compareRows(user, rows, 'Only paid requests');
  const panel = screen.getByRole('region', { name: 'Unknown requests' });
  within(panel).getByText('2 unknowns stay open');
  within(panel).getByText(/The file does not list every created request/u);
  expect(within(panel).queryByRole('button', { name: /Settle/u })).toBeNull();
  await user.click(button('Show', panel));
  await waitFor(() => expect(within(lines()).getAllByRole('row')).toHaveLength(3));
  await user.click(within(lines()).getByRole('link', { name: 'U-2' }));
  await within(pair()).findByRole('heading', {
    name: 'Why “not at the provider” may not be concluded',
  });
});

it('shows both records with the differences marked, by keyboard, and flags them', async () => {
  const { user } = await openPast();
  const rows = pastRows().with(0, pastRows()[0]?.replace('1500.00', '1501.00') ?? '');
  await compareRows(user, rows);
  await user.click(card(/amount differs/u));
  await waitFor(() => expect(within(lines()).getAllByRole('row')).toHaveLength(2));
  await user.click(within(lines()).getByRole('link', { name: 'A-00' }));
  const amount = await within(pair()).findByRole('row', { name: /Amount differs/u });
  expect(amount).toHaveTextContent(/1.500\.00.RUB1.501\.00.RUB/u);
  // "Created" beside "paid" is no contradiction at a desk that has heard nothing since, and says so.
  within(pair()).getByRole('row', { name: /created when issued; no callback since/u });
  await user.keyboard('f');
  await within(pair()).findByRole('button', { name: 'Remove flag' });
  await waitFor(() => within(lines()).getByText('Flagged'));
  // All lines again: J and K go through them.
  await user.click(card(/amount differs/u));
  await waitFor(() => expect(within(lines()).getAllByRole('row').length).toBeGreaterThan(40));
  await user.keyboard('j');
  await waitFor(() => expect(location.hash).toMatch(/row-3$/u));
  await user.keyboard('k');
  await waitFor(() => expect(location.hash).toMatch(/row-2$/u));
});

it('shows only what is flagged now, and steps over the edge of a page', async () => {
  const { user } = await openPast();
  const strangers = Array.from(
    { length: 160 },
    (_, at) => `${remoteIdOf(1000 + at)},X-${at},1.00,RUB,created,,nobody`,
  );
  await compareRows(user, [...pastRows(), ...strangers]);
  const open = async (row: number, order: string): Promise<void> => {
    location.hash = location.hash.replace(/(?<page>statements\/[^/]+).*$/u, `$<page>/row-${row}`);
    const side = await screen.findByRole('complementary');
    await waitFor(() =>
      expect(within(side).getByRole('row', { name: /^Order ID/u })).toHaveTextContent(order),
    );
  };
  const isAt = (row: number) =>
    waitFor(() => expect(location.hash).toMatch(new RegExp(`row-${row}$`, 'u')));
  // 100 lines to a page: the first ends with row 101.
  await open(101, 'X-56');
  await user.keyboard('j');
  await isAt(102);
  await waitFor(() => within(lines()).getByRole('link', { name: 'X-57' }));
  // Two keys while a page is on its way are one step.
  await user.keyboard('k');
  await isAt(101);
  await waitFor(() => within(lines()).getByRole('link', { name: 'X-56' }));
  await user.keyboard('jj');
  await waitFor(() => expect(location.hash).toMatch(/row-10[23]$/u));

  await open(2, 'A-00');
  await user.keyboard('f');
  await within(pair()).findByRole('button', { name: 'Remove flag' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'flagged');
  await waitFor(() => expect(within(lines()).getAllByRole('row')).toHaveLength(2));
  screen.getByRole('option', { name: 'Flagged · 1' });
  await user.click(button('Remove flag', pair()));
  await within(pair()).findByRole('button', { name: 'Flag' });
  await screen.findByText(/^No line fits/u);
  screen.getByRole('option', { name: 'Flagged · 0' });
});

it('puts what differs into Needs attention until it is dealt with', async () => {
  const { user } = await openPast();
  const rows = pastRows().with(0, pastRows()[0]?.replace('1500.00', '1501.00') ?? '');
  await compareRows(user, rows.toSpliced(1, 1));
  await goTo('#/overview');
  const last = await screen.findByRole('region', { name: 'Last statement' });
  await within(last).findByText('amount differs');
  await user.click(await within(last).findByRole('link', { name: 'Need attention now: 2' }));
  within(await findRow('cust-A-00')).getByTitle(/Another amount in the provider’s statement/u);
  await user.click(linkIn(await findRow('cust-A-01')));
  await within(await screen.findByRole('complementary')).findByText(
    'Not in the provider’s statement',
    { selector: 'p' },
  );
  await user.click(await screen.findByRole('button', { name: 'Mark as dealt with' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Mark as dealt with' })).toBeNull(),
  );
  await goTo('#/overview');
  await within(await screen.findByRole('region', { name: 'Last statement' })).findByRole('link', {
    name: 'Need attention now: 1',
  });
});

it('applies a suggestion only when it is accepted, and links by hand with a reason', async () => {
  const { user } = await openPast();
  const damaged = (row: string, name: string, id: string): string =>
    row.replace(/^[^,]+,/u, ',').replace(name, id);
  const rows = pastRows().map((row, at) =>
    at === 3 ? damaged(row, 'A-03', ' A-03 ') : at === 5 ? damaged(row, 'A-05', 'LOST') : row,
  );
  await compareRows(
    user,
    rows.map((row, at) => (at === 5 ? row.replace('cust-A-05', 'nobody') : row)),
  );
  expect(card(/only at the provider/u)).toHaveTextContent(/^2/u);
  await user.click(card(/only at the provider/u));
  await user.click(await within(lines()).findByRole('link', { name: 'A-03' }));
  await within(pair()).findByRole('button', { name: 'Accept suggestion' });
  await waitFor(() => expect(button('Accept suggestion', pair())).toBeEnabled());
  await user.keyboard('a');
  await waitFor(() => expect(card(/only at the provider/u)).toHaveTextContent(/^1/u));

  await user.click(within(lines()).getByRole('link', { name: 'LOST' }));
  await user.click(await within(pair()).findByRole('button', { name: 'Link by hand' }));
  await user.click(await within(pair()).findByRole('radio', { name: /A-05/u }));
  expect(button('Link', pair())).toBeDisabled();
  await fill(user, within(pair()).getByRole('textbox', { name: /^Reason/u }), 'called them');
  await user.click(button('Link', pair()));
  await waitFor(() => expect(card(/only at the provider/u)).toHaveTextContent(/^0/u));
  await within(pair()).findByText(/called them/u);
  await user.click(button('Unlink', pair()));
  await waitFor(() => expect(card(/only at the provider/u)).toHaveTextContent(/^1/u));
});

it('knows the same file again', async () => {
  const { user } = await openPast();
  await compareRows(user, pastRows());
  await readRows(user, pastRows());
  await screen.findByText('This file is on record already');
  expect(button('Record again and compare')).toBeEnabled();
});

it('states nothing by itself: without coverage nothing is recorded', async () => {
  const { desk, user } = await openPast();
  await readRows(user, pastRows());
  await user.click(button('Record and compare'));
  expect(screen.getAllByText('Fill this in.')).toHaveLength(4);
  expect(await desk.call('statement.list', { profileId: null })).toMatchObject({ value: [] });
});

it('takes the sandbox’s own list', async () => {
  const { desk, user } = await openDeskPage();
  await desk.call('issue.create', createInput());
  await goTo('#/log/statements');
  await user.click(await screen.findByRole('button', { name: 'Use this statement' }));
  await user.click(await screen.findByRole('button', { name: 'Read 1 row' }));
  await screen.findByRole('heading', { name: 'What does this file cover?' });
  await stateCoverage(user);
  await user.click(button('Record and compare'));
  await screen.findByRole('list', { name: 'Classes' });
  expect(card(/matched/u)).toHaveTextContent(/^1/u);
});

it('writes the report with its proof', async () => {
  const { desk, user } = await openPast();
  await compareRows(user, pastRows());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'csv');
  // The DOM here would go to the address of a download.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(button('Report'));
  await screen.findByText('The report is written');
  const files = readdirSync(path.join(desk.dataDir, 'exports'));
  expect(files.toSorted()).toEqual([
    expect.stringMatching(/^statement_sandbox_.*\.csv$/u),
    expect.stringMatching(/^statement_sandbox_.*\.csv\.proof$/u),
  ]);
});
