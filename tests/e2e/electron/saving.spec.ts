import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { test as base } from '../fixtures.ts';
import { appOf } from '../hosts/electronHost.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { callFromPage, goTo, issueDirect, savedFile } from '../steps.ts';
import {
  bringForward,
  closeBy,
  copyElsewhere,
  noXTools,
  pastedElsewhere,
  press,
  windowTitles,
} from './xDesktop.ts';

/** What leaves the desk for the system: files in the folder of downloads, paper, the clipboard. */

type Home = { readonly page: Page; readonly downloads: string; readonly home: string };

/** A desk whose user has a home of its own, so that nothing else is among its downloads. */
const test = base.extend<{ home: Home }>({
  home: async ({ startHost, page: given }, use) => {
    const home = mkdtempSync(path.join(tmpdir(), 'home-'));
    const downloads = path.join(home, 'Downloads');
    mkdirSync(path.join(home, '.config'), { recursive: true });
    const named = 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\nXDG_DOCUMENTS_DIR="$HOME"\n';
    writeFileSync(path.join(home, '.config/user-dirs.dirs'), named);
    const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') };
    const desk = await startHost({ dataDir: path.join(home, 'desk'), env });
    const page = await desk.open(given);
    await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
    await use({ page, downloads, home });
    await desk.stop();
    if (existsSync(downloads)) chmodSync(downloads, 0o700);
    rmSync(home, { recursive: true });
  },
});

test.beforeEach(() => {
  const reason = noXTools();
  test.skip(reason !== null, reason ?? '');
});

const EXCEL = Buffer.from('PK\u0003\u0004');

const SAMPLE_ROWS = 300;
const ENDINGS: Readonly<Record<string, RegExp>> = {
  CSV: /\.csv$/u,
  Excel: /\.xlsx$/u,
  'JSON Lines': /\.jsonl$/u,
};

function isObject(line: string): boolean {
  return z.looseObject({}).safeParse(JSON.parse(line)).success;
}

const pieceSchema = z.object({ value: z.object({ base64: z.string() }) });

function bytesOf(reply: unknown): Buffer {
  return Buffer.from(pieceSchema.parse(reply).value.base64, 'base64');
}

async function startExport(page: Page, format: string): Promise<Locator> {
  await goTo(page, '#/log');
  const panel = page.getByRole('dialog', { name: 'Export' });
  if (!(await panel.isVisible())) {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Export/u })
      .click();
  }
  await panel.getByText(format, { exact: true }).click();
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  return panel;
}

const CHOOSE_FOLDER = 'Where files go until Deposit Desk is closed';
const SHUT = 'The system does not let this program write into the folder';

test('what the desk and its page save is on the disk, whole, and replaces nothing', async ({
  home: { page, downloads },
}) => {
  await callFromPage(page, 'log.loadSample', {});
  mkdirSync(downloads);
  writeFileSync(path.join(downloads, 'batch-requisites.xlsx'), 'mine');
  await goTo(page, '#/batch');
  const template = page.getByRole('button', { name: /template/iu });
  for (const name of ['batch-requisites (2).xlsx', 'batch-requisites (3).xlsx']) {
    expect(await savedFile(page, () => template.click())).toBe(path.join(downloads, name));
    const reply = await callFromPage(page, 'batch.template', {
      profileId: 'sandbox',
      flow: 'create',
    });
    expect(readFileSync(path.join(downloads, name))).toEqual(bytesOf(reply));
  }
  expect(readFileSync(path.join(downloads, 'batch-requisites.xlsx'), 'utf8')).toBe('mine');
  await goTo(page, '#/log/statements');
  const statement = await savedFile(page, () =>
    page.getByRole('button', { name: /download/iu }).click(),
  );
  expect(path.basename(statement)).toBe('sandbox-statement.csv');
  const asked = await callFromPage(page, 'sandbox.statement', {});
  expect(readFileSync(statement)).toEqual(bytesOf(asked));

  const inFolder = await appOf(page).evaluateHandle(({ shell }) => {
    const files: string[] = [];
    shell.showItemInFolder = (file) => void files.push(file);
    return { files };
  });
  const shown = (): Promise<string> => inFolder.evaluate(({ files }) => files.at(-1) ?? '');
  const rows: Record<string, (bytes: Buffer) => number> = {
    CSV: (bytes) => bytes.toString('utf8').trimEnd().split('\r\n').length - 1,
    Excel: (bytes) => (bytes.subarray(0, 4).equals(EXCEL) ? SAMPLE_ROWS : 0),
    'JSON Lines': (bytes) =>
      bytes
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .filter((line) => isObject(line)).length,
  };
  for (const [format, count] of Object.entries(rows)) {
    const panel = await startExport(page, format);
    await expect(panel.getByRole('status').first()).toHaveText(`${SAMPLE_ROWS} rows exported`);
    await panel.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(shown).toMatch(ENDINGS[format] ?? /^$/u);
    const file = await shown();
    expect(path.dirname(file)).toBe(downloads);
    const bytes = readFileSync(file);
    expect(count(bytes)).toBe(SAMPLE_ROWS);
    const proof: unknown = JSON.parse(readFileSync(`${file}.proof`, 'utf8'));
    expect(JSON.stringify(proof)).toContain(createHash('sha256').update(bytes).digest('hex'));
    await panel.getByRole('button', { name: 'New export' }).click();
  }
});

test('a folder of downloads that is shut: the desk says so, takes another one, and the system asks where the page may save', async ({
  home: { page, downloads, home },
}) => {
  await callFromPage(page, 'log.loadSample', {});
  mkdirSync(downloads, { mode: 0o500 });
  const another = path.join(home, 'another');
  mkdirSync(another);
  await bringForward(page);
  const panel = await startExport(page, 'CSV');
  await expect(panel).toContainText(SHUT);
  const elsewhere = panel.getByRole('button', { name: 'Another folder…' });
  await elsewhere.click();
  await closeBy(CHOOSE_FOLDER, 'Escape');
  await expect(panel).toContainText(SHUT);
  // GTK's own list of folders takes no path by keys that could be relied on: its answer is given in its place.
  await appOf(page).evaluate(({ dialog }, folder) => {
    const answer = { canceled: false, filePaths: [folder] };
    Object.assign(dialog, { showOpenDialog: async () => answer });
  }, another);
  await elsewhere.click();
  await expect(panel.getByRole('status').first()).toHaveText(`${SAMPLE_ROWS} rows exported`);
  expect(readdirSync(another).map((name) => path.extname(name))).toEqual(['.csv', '.proof']);

  await goTo(page, '#/batch');
  const template = page.getByRole('button', { name: /template/iu });
  const saving = hostOf(page).savedFile(page, () => template.click());
  const isDialog = (title: string): boolean => title.startsWith('blob:');
  await expect.poll(async () => (await windowTitles()).filter(isDialog)).toHaveLength(1);
  await closeBy((await windowTitles()).find(isDialog) ?? '', 'Escape');
  expect(await saving).toMatchObject({ name: 'batch-requisites.xlsx', isSaved: false });
  expect(readdirSync(another)).toHaveLength(2);
  expect(readdirSync(downloads)).toEqual([]);
});

/** As PDF writes a title. */
function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

test('a shift is handed over on paper: the system’s own dialog, a page that is not empty, and a desk that goes on', async ({
  home: { page, home },
}) => {
  await callFromPage(page, 'log.loadSample', {});
  await goTo(page, '#/hand-over');
  await bringForward(page);
  const print = page.getByRole('button', { name: 'Print' });
  await print.focus();
  await press('Enter');
  await closeBy('Print', 'Escape');
  const paper = path.join(home, 'output.pdf');
  expect(existsSync(paper)).toBe(false);
  await print.focus();
  await press('Enter');
  // To the list of printers, and there to the only one: a file.
  await closeBy('Print', 'Tab', 'Tab', 'ArrowDown', 'Enter');
  await expect
    .poll(() => (existsSync(paper) ? readFileSync(paper).subarray(-6).toString() : ''))
    .toMatch(/%%EOF/u);
  const bytes = readFileSync(paper);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain(utf16Hex('Hand over the shift'));
  // The sample leaves more open than one page holds.
  expect(bytes.toString('latin1')).toMatch(/\/Count [2-9]\n/u);
  const order = page
    .getByRole('region', { name: /^Outcome unknown \d+$/u })
    .getByRole('link')
    .first();
  await order.click();
  await expect(page.getByRole('heading', { name: 'Log', level: 1 })).toBeVisible();
});

test('a copy that another program replaces at once is told of, and recorded as such', async ({
  home: { page },
}) => {
  const { shown } = await issueDirect(page, 'cust-clip');
  await shown.getByRole('button', { name: 'Copy number' }).waitFor();
  await bringForward(page);
  await press('F9');
  await expect(page.getByText('Message for cust-clip copied · checked.')).toBeVisible();
  expect(await pastedElsewhere()).toContain('1 500.00 RUB');

  // Between the desk's writing and its reading: another program takes the clipboard, in earnest.
  const inMain = await appOf(page).evaluateHandle(({ clipboard }) => {
    const write = clipboard.writeText.bind(clipboard);
    const held: (() => void)[] = [];
    clipboard.writeText = async (text) => {
      await write(text);
      await new Promise<void>((resolve) => void held.push(resolve));
    };
    return { held };
  });
  await shown.getByRole('button', { name: 'Copy number' }).click();
  await expect.poll(() => inMain.evaluate(({ held }) => held.length)).toBe(1);
  await copyElsewhere('2200700812345675');
  await inMain.evaluate(({ held }) => held[0]?.());
  await expect(shown).toContainText('The clipboard holds something else than was copied.');
  expect(await pastedElsewhere()).toBe('2200700812345675');
  const intentId = await shown.getAttribute('data-intent');
  const read = async (): Promise<string> =>
    JSON.stringify(await callFromPage(page, 'log.history', { intentId }));
  await expect.poll(read).toContain('"readBack":"different"');
});
