import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { readCsv } from '../../src/core/exports/testing/readCsv.ts';
import { readXlsx } from '../../src/core/exports/testing/readXlsx.ts';
import { DEFAULT_PACE } from '../../src/shared/domain/batch.ts';
import { failure } from '../../src/shared/domain/failure.ts';
import { DETECT_ALL } from '../../src/shared/domain/importing.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../src/shared/domain/logSearch.ts';
import { err } from '../../src/shared/domain/result.ts';
import { createInput } from '../support/builders.ts';
import { digitsOf, expectText, mainPart, parentOf } from './support/elements.ts';
import { put } from './support/form.ts';
import {
  type DeskPage,
  button,
  findCard,
  goTo,
  openDeskPage,
  openSection,
} from './support/page.ts';

/** Related requests of the sample, and what matches a search taken away as a file with a proof. */

const ROOT = path.join(import.meta.dirname, '../..');

const foundSchema = z.object({
  value: z.object({
    rows: z.array(z.object({ intentId: z.string(), resolution: z.string().nullable() })),
  }),
});
const orderedSchema = z.object({ exportId: z.string() });
const reportSchema = z.object({ format: z.string(), delimiter: z.string().optional() });
const readSchema = z.object({ value: z.object({ mapping: z.unknown() }) });
const checkedSchema = z.object({ value: z.object({ digest: z.string() }) });

const detail = (): HTMLElement => screen.getByRole('complementary');
const panel = (): HTMLElement => screen.getByRole('dialog', { name: 'Export' });
const opener = (name: RegExp = /^Export/u): HTMLElement => button(name, mainPart());

async function openSample(): Promise<DeskPage> {
  const page = await openDeskPage();
  await page.desk.call('log.loadSample', {});
  return page;
}

/** The Log, narrowed to `cust-`; `count`: how many match, as the button says. */
async function openSearchedLog(): Promise<DeskPage & { readonly count: number }> {
  const page = await openSample();
  await page.desk.call('issue.create', createInput({ customer: 'cust-export' }));
  await within(await findCard('cust-export')).findByText('created');
  await openSection(page.user, 'Log');
  await expectText(opener, /^Export ?301$/u);
  await put(screen.getByRole('searchbox'), 'cust-');
  await waitFor(() => {
    expect(opener()).toHaveTextContent(/^Export ?\d+$/u);
    expect(opener()).not.toHaveTextContent('301');
  });
  return { ...page, count: Number(digitsOf(opener().textContent)) };
}

async function openExport({ user }: DeskPage, name?: RegExp): Promise<void> {
  await user.click(opener(name));
  await screen.findByRole('dialog', { name: 'Export' });
}

/** Where the desk says that it put the file. */
async function exportedFile(): Promise<string> {
  await within(panel()).findByText(/rows? exported$/u);
  const [shown] = within(panel()).getAllByText(/\.(?:csv|xlsx|jsonl)$/u);
  return shown?.textContent.trim() ?? '';
}

/** The number that the provider gave for the last request. */
const lastNumber = ({ desk }: DeskPage): string =>
  desk.ledger().deposits.at(-1)?.payment_data['number'] ?? '';

/** 0: the file is as the log says that it was exported. 1: it is not. */
function verified({ desk }: DeskPage, file: string): Promise<number> {
  const script = ['scripts/verify-export.ts', '--data-dir', desk.dataDir, file];
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: ROOT }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

describe('a request of the log', () => {
  it('leads to the request that resolved it, and back, and says the limits of its time', async () => {
    const { desk, user } = await openSample();
    const query = {
      text: '',
      filter: { ...NO_FILTER, outcomes: ['unknown'] },
      range: { kind: 'all' },
      sort: NEWEST_FIRST,
      dayProfileId: 'sandbox',
    };
    const search = { searchId: crypto.randomUUID(), query, pageSize: 200 };
    const { rows } = foundSchema.parse(await desk.call('log.search', search)).value;
    const opened = rows.find(({ resolution }) => resolution === 'reissued')?.intentId ?? 'none';
    await goTo(`#/log/${opened}`);
    const related = (): HTMLElement => {
      const lists = within(detail()).getAllByRole('list');
      const found = lists.find((list) => within(list).queryAllByRole('link').length > 0);
      if (found === undefined) throw new Error('The request has no related ones');
      return found;
    };
    await waitFor(() => expect(related()).toHaveTextContent('Resolved by'));
    expect(within(detail()).getByText('Sample')).toBeInTheDocument();
    const [resolver] = within(related()).getAllByRole('link');
    if (resolver === undefined) throw new Error('Nothing resolved it');
    await user.click(resolver);
    await waitFor(() => expect(related()).toHaveTextContent('Repeated from'));
    expect(related().querySelectorAll(`[href$="${opened}"]`)).toHaveLength(1);
    await user.click(within(detail()).getByText('Technical'));
    const heading = await within(detail()).findByRole('heading', { name: /^Limits/u });
    await expectText(() => parentOf(heading), /\d – .*\d.* · answered so since /u);
    const bounds = within(detail()).getByText(/^All bounds · /u);
    await user.click(bounds);
    await waitFor(() => expect(bounds.closest('details')).toHaveAttribute('open'));
    expect(parentOf(bounds).querySelectorAll('tbody tr').length).toBeGreaterThan(0);
  });
});

describe('what matches is exported', () => {
  it('masked as CSV and whole as Excel, and a proof tells a changed file', async () => {
    const page = await openSearchedLog();
    const { count, user } = page;
    const number = lastNumber(page);
    await openExport(page);
    await expectText(panel, `All ${count} matching requests.`);
    expect(within(panel()).getByRole('radio', { name: 'Excel' })).toBeChecked();
    await user.click(within(panel()).getByRole('radio', { name: 'CSV' }));
    await user.click(button('Export', panel()));
    const csv = await exportedFile();
    const text = readFileSync(csv, 'utf8');
    const [head = [], ...rows] = readCsv(text.replace(/^\ufeff/u, ''), ',');
    expect(rows).toHaveLength(count);
    const own = rows.find((row) => row[head.indexOf('customer')] === 'cust-export');
    expect(own?.[head.indexOf('requisite_number')]).toMatch(
      new RegExp(`${number.slice(-4)}$`, 'u'),
    );
    expect(text.replaceAll(' ', '')).not.toContain(number);

    // What went on meanwhile is found again.
    await openSection(user, 'Inbox');
    await openSection(user, 'Log');
    await openExport(page, /^Exported/u);
    await user.click(button('New export', panel()));
    await user.click(within(panel()).getByRole('radio', { name: /Excel/u }));
    await user.click(within(panel()).getByRole('radio', { name: /Whole/u }));
    await within(panel()).findByText(/It is recorded that you took them/u);
    await user.click(button('Export with whole requisites', panel()));
    const xlsx = await exportedFile();
    const book = readXlsx(readFileSync(xlsx));
    expect(book).toHaveLength(count + 1);
    const cells = book.flatMap((row) => [...row.values()]);
    expect(cells).toContainEqual({ value: number, isNumber: false });
    // A browser takes the same bytes.
    const saved = vi.spyOn(URL, 'createObjectURL');
    // The DOM here would go to the address of a download.
    const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    await user.click(button('Download', panel()));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    const [[blob] = []] = saved.mock.calls;
    if (!(blob instanceof Blob)) throw new Error('No file was handed over');
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(readFileSync(xlsx));
    expect(followed).toHaveBeenCalledTimes(1);
    saved.mockRestore();
    followed.mockRestore();
    await user.click(button('Copy check command', panel()));
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(`npm run verify-export -- ${xlsx}`),
    );

    expect(await Promise.all([verified(page, csv), verified(page, xlsx)])).toEqual([0, 0]);
    appendFileSync(csv, ' ');
    expect(await verified(page, csv)).toBe(1);
  });

  it('with its progress, which a reload finds again, and Cancel leaves no file', async () => {
    const page = await openSearchedLog();
    const { desk, user } = page;
    // A small log is exported before a finger could reach Cancel, so a long one is told by the answers alone.
    const answer = { written: 4300, total: 12_431, file: null, problem: null };
    let state = 'running';
    desk.onOperation('export.*', (call) => {
      const { exportId } = orderedSchema.parse(call.input);
      if (call.name.endsWith('.cancel')) state = 'cancelled';
      call.fulfill({ ok: true, value: { ...answer, exportId, state } });
    });
    await openExport(page);
    await user.click(button('Export', panel()));
    await waitFor(() => {
      const progress = within(panel()).getByRole('progressbar');
      expect(progress).toHaveAttribute('aria-valuenow', '34');
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await page.reload();
    await screen.findByRole('button', { name: /^Exporting 34/u });
    await openExport(page, /^Exporting 34/u);
    await user.click(button('Cancel', panel()));
    await within(panel()).findByText('No file was left behind.');
  });
});

/** The sheet is read by the desk, as far as its mapping. */
async function begun(
  { desk }: DeskPage,
  sheet: string,
  {
    flow,
    read,
  }: { readonly flow: 'create' | null; readonly read: `${'import' | 'statement'}.read` },
): Promise<{ readonly importId: string; readonly mapping: unknown }> {
  const importId = crypto.randomUUID();
  const source = { kind: 'file', name: 'sheet.csv', bytes: sheet.length };
  await desk.call('import.begin', { importId, profileId: 'sandbox', flow, source });
  await desk.call('import.add', { importId, base64: btoa(sheet) });
  const { value } = readSchema.parse(await desk.call(read, { importId, choices: DETECT_ALL }));
  return { importId, mapping: value.mapping };
}

async function issuedBatch(page: DeskPage): Promise<string> {
  const { desk } = page;
  const sheet = 'Customer,Amount,Currency,Type\ncust-1,150,RUB,sbp\n';
  const { importId, mapping } = await begun(page, sheet, { flow: 'create', read: 'import.read' });
  const checked = checkedSchema.parse(await desk.call('import.check', { importId, mapping }));
  const { digest } = checked.value;
  const batchId = crypto.randomUUID();
  const plan = { importId, batchId, requests: 1, digest, pace: DEFAULT_PACE };
  expect(await desk.call('batch.start', plan)).toMatchObject({ ok: true });
  return batchId;
}

async function recordedStatement(page: DeskPage): Promise<string> {
  const { desk } = page;
  const [from, at] = [new Date(Date.now() - 60_000), new Date()].map((time) => time.toISOString());
  const id = '00000000-0000-4000-8000-00000000feed';
  const sheet = `ID,Order ID,Amount,Currency,Status,Created at\n${id},S-1,1500.00,RUB,created,${at}\n`;
  const { importId, mapping } = await begun(page, sheet, { flow: null, read: 'statement.read' });
  const asked = { importId, mapping, timeZone: 'UTC' };
  const { digest } = checkedSchema.parse(await desk.call('statement.check', asked)).value;
  const stated = { lists: 'all', timeZone: 'UTC', marginMin: 30, from, to: at, madeAt: at };
  const statementId = crypto.randomUUID();
  const record = { importId, statementId, digest, stated, again: false };
  expect(await desk.call('statement.record', record)).toMatchObject({ ok: true });
  return statementId;
}

it('reports as CSV have the separator of the log’s last export', async () => {
  const page = await openSample();
  const { desk, user } = page;
  const [batchId, statementId] = [await issuedBatch(page), await recordedStatement(page)];
  const ordered: string[] = [];
  const reports = [
    ['activity.export', '#/settings/people/activity', 'Export activity'],
    ['batch.report', `#/batch/${batchId}`, 'Download report'],
    ['statement.report', `#/log/statements/${statementId}`, 'Report'],
  ] as const;
  for (const [name] of reports) {
    desk.onOperation(name, ({ input, fulfill }) => {
      const { format, delimiter } = reportSchema.parse(input);
      ordered.push(`${name} ${format} ${delimiter}`);
      fulfill(err(failure('export_file_missing')));
    });
  }
  const order = async (): Promise<readonly string[]> => {
    ordered.length = 0;
    for (const [at, [, address, label]] of reports.entries()) {
      await goTo(address);
      const press = await screen.findByRole('button', { name: label });
      await user.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'csv');
      await user.click(press);
      await waitFor(() => expect(ordered).toHaveLength(at + 1));
    }
    return [...ordered];
  };
  const allWith = (delimiter: string): readonly string[] =>
    reports.map(([name]) => `${name} csv ${delimiter}`);
  // Of none so far: by the language.
  expect(await order()).toEqual(allWith('comma'));

  await openSection(user, 'Log');
  await openExport(page);
  await user.click(within(panel()).getByRole('radio', { name: 'CSV' }));
  await user.click(within(panel()).getByRole('radio', { name: 'Semicolon ;' }));
  await user.click(button('Export', panel()));
  expect(readFileSync(await exportedFile(), 'utf8').split('\r\n', 1)[0]).toContain(';order_id;');
  expect(await order()).toEqual(allWith('semicolon'));
});
