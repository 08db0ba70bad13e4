import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { DEFAULT_PACE } from '../../src/shared/domain/batch.ts';
import { DETECT_ALL } from '../../src/shared/domain/importing.ts';
import { createInput } from '../support/builders.ts';
import { copiedBy } from './support/copies.ts';
import { findRow, linkIn, mainPart, tableRows } from './support/elements.ts';
import { type DeskPage, button, goTo, openDeskPage, openSection } from './support/page.ts';

/** A batch outside of its own screen: in the Log, on its requests' cards, in Overview and in the hand-over. */

const FILE = ['Customer,Amount,Currency,Type', 'cust-1,150,RUB,sbp', 'cust-2,250,RUB,sbp'].join(
  '\n',
);

const readSchema = z.object({ value: z.object({ mapping: z.unknown() }) });
const checkSchema = z.object({ value: z.object({ digest: z.string() }) });
const startSchema = z.object({ batchId: z.string() });

/** `campaign.csv` with two rows, issued, and a typed request. */
async function openWithBatch(): Promise<DeskPage & { readonly batchId: string }> {
  const page = await openDeskPage();
  const { desk } = page;
  const [importId, batchId] = [crypto.randomUUID(), crypto.randomUUID()];
  const source = { kind: 'file', name: 'campaign.csv', bytes: FILE.length };
  await desk.call('import.begin', { importId, profileId: 'sandbox', flow: 'create', source });
  await desk.call('import.add', { importId, base64: btoa(FILE) });
  const read = readSchema.parse(await desk.call('import.read', { importId, choices: DETECT_ALL }));
  const { mapping } = read.value;
  const checked = checkSchema.parse(await desk.call('import.check', { importId, mapping }));
  const shown = { requests: 2, digest: checked.value.digest };
  await desk.call('batch.start', { importId, batchId, ...shown, pace: DEFAULT_PACE });
  await waitFor(async () =>
    expect(await desk.call('batch.get', { batchId })).toMatchObject({ value: { state: 'done' } }),
  );
  await desk.call('issue.create', createInput({ customer: 'cust-typed' }));
  return { ...page, batchId };
}

it('a batch opens the Log with its requests alone, until its chip is taken off', async () => {
  const { user, batchId } = await openWithBatch();
  await goTo(`#/batch/${batchId}`);
  await user.click(await screen.findByRole('link', { name: 'Show in Log' }));
  const chips = await screen.findByRole('list', { name: 'Filters in use' });
  await within(chips).findByText(/^campaign\.csv · /u);
  await waitFor(() => expect(tableRows()).toHaveLength(2));
  await user.click(within(chips).getByRole('button', { name: /^Remove.*Batch campaign\.csv/u }));
  await waitFor(() => expect(screen.queryByText(/^campaign\.csv · /u)).toBeNull());
  await waitFor(() => expect(tableRows()).toHaveLength(3));

  // It can be chosen like any other filter.
  await user.click(button('More filters', mainPart()));
  await user.click(await screen.findByRole('checkbox', { name: /^campaign\.csv · / }));
  await waitFor(() => expect(tableRows()).toHaveLength(2));
});

it('a request names its batch and row, and leads there', async () => {
  const { user } = await openWithBatch();
  await openSection(user, 'Log');
  await user.click(linkIn(await findRow('cust-2')));
  const detail = await screen.findByRole('region', { name: /^Request/u });
  await within(detail).findByText(/as row 3 of a batch/u);
  await user.click(await within(detail).findByRole('link', { name: 'Batch campaign.csv, row 3' }));
  await screen.findByRole('heading', { name: 'campaign.csv' });
});

it('Overview counts requests of batches, and the hand-over tells what is left to do', async () => {
  const { user } = await openWithBatch();
  await openSection(user, 'Overview');
  // Not in its group: the one that stands while a slow desk counts is replaced.
  await user.click(await screen.findByRole('link', { name: '2 from batches' }));
  await waitFor(() => expect(tableRows()).toHaveLength(2));
  const chips = screen.getByRole('list', { name: 'Filters in use' });
  expect(chips).toHaveTextContent('Batch any');

  await goTo('#/hand-over');
  const section = await screen.findByRole('region', { name: /^Open batches/u });
  within(section).getByRole('link', { name: 'campaign.csv' });
  expect(section).toHaveTextContent('Done: 2 to hand out');
  const copied = await copiedBy(() => user.click(button('Copy as text')));
  expect(copied).toMatch(/Open batches: 1\n• campaign\.csv · .+\n {2}Done: 2 to hand out/u);
});

it('a start that finds a part of a plan under its id begins anew under another', async () => {
  const { desk, user } = await openDeskPage();
  const ids: string[] = [];
  desk.onOperation('batch.start', async (call) => {
    ids.push(startSchema.parse(call.input).batchId);
    if (ids.length === 1) {
      call.fulfill({ ok: false, error: { code: 'batch_broke_off', detail: null } });
    } else await call.continue();
  });
  await goTo('#/batch');
  await user.click(await screen.findByRole('button', { name: 'Paste rows' }));
  const box = screen.getByRole('textbox', { name: /^Rows copied from a spreadsheet/u });
  const data = new DataTransfer();
  data.setData('text/plain', FILE.replaceAll(',', '\t'));
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  await user.click(await screen.findByRole('button', { name: 'Check 2 rows' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Issue 2 requests' }));
  await screen.findByRole('table', { name: 'Rows of the batch' });
  expect(new Set(ids).size).toBe(2);
  await waitFor(() => expect(desk.ledger().arrivals).toBe(2));
});
