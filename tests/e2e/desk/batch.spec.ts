import { writeFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import {
  batchRow,
  chooseByLetters,
  chooseFile,
  downloadedReport,
  expectState,
  expectStep,
  handOutNext,
  openBatch,
  pasteRows,
  pressTo,
  readyText,
  retype,
} from '../batchSteps.ts';
import { tabTo } from '../byKeyboard.ts';
import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { suggestedOrder } from '../steps.ts';

/** Every step of Batch by keyboard alone: no test in this file clicks. */

test(
  'pasted rows are checked, corrected, issued and handed out by keyboard',
  { tag: '@landing' },
  async ({ desk, deskPage: page }) => {
    await suggestedOrder(page);
    await openBatch(page);
    await pasteRows(page, [
      'Customer\tAmount\tCurrency\tType',
      'cust-1\t1 500,50\tRUB\tsbp',
      'cust-2\tlots\tRUB\tsbp',
    ]);
    await expect(page.getByRole('button', { name: 'Check 2 rows' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(readyText(page, '1 of 2 rows are ready')).toBeVisible();
    await tabTo(page, /textbox "Amount of row 3"/u);
    await retype(page, '2500');
    await page.keyboard.press('Enter');
    await expect(readyText(page, '2 of 2 rows are ready')).toBeVisible();
    await pressTo(page, /button "Continue"/u);
    await expect(page.getByRole('button', { name: 'Issue 2 requests' })).toBeFocused();
    expect(desk.ledger().arrivals).toBe(0);
    await page.keyboard.press('Enter');
    await expectState(page, 'Done');
    const issued = desk.ledger().deposits.map(({ cents, fields }) => [fields['customer'], cents]);
    expect(Object.fromEntries(issued)).toEqual({ 'cust-1': 150_050, 'cust-2': 250_000 });
    expect(issued).toHaveLength(2);
    await pressTo(page, /button "Hand out: 0 of 2"/u);
    expect(await handOutNext(page, 'cust-1')).toContain('1 500.50 RUB');
  },
);

test(
  'Requisites from pasted rows: every step by keyboard, and the report has what was pasted',
  { tag: '@landing' },
  async ({ desk, deskPage: page }, testInfo) => {
    const HEADERS = ['Remark', 'Amount', 'Customer', 'Who'];
    const ROWS = [
      ['VIP, first', '1 500,00', 'old-1', 'anna'],
      ['"quoted"', 'lots', 'old-2', 'boris'],
      ['0012', '1700', 'old-3', 'vera'],
      ['', '10', 'old-4', 'too-little'],
      [' blanks ', '1900', 'old-5', 'gleb'],
      ['=1+1', '2000', 'old-6', 'dina'],
    ];
    await suggestedOrder(page);
    await openBatch(page);
    const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    await pasteRows(
      page,
      [HEADERS, ...ROWS].map((cells) => cells.map(quoted).join('\t')),
    );

    await test.step('columns: another column, two constants', async () => {
      await expect(page.getByText('Choose a column for: Currency, Payment type.')).toBeVisible();
      await chooseByLetters(page, /combobox "Customer/u, 'Who');
      await chooseByLetters(page, /combobox "Payment type/u, 'Same');
      await tabTo(page, /textbox "Payment type of all rows"/u);
      await page.keyboard.type('sbp');
      await chooseByLetters(page, /combobox "Currency/u, 'Same');
      await tabTo(page, /textbox "Currency of all rows"/u);
      await page.keyboard.type('RUB');
      const preview = page.getByRole('table', { name: 'First 20 rows as they will be read' });
      await expect(preview.getByRole('row').nth(1)).toContainText('anna');
      await expect(preview.getByRole('row').nth(1)).not.toContainText('old-1');
      await pressTo(page, /button "Check 6 rows"/u);
    });

    await test.step('check: a group opened, a cell corrected, a row left out', async () => {
      await expect(readyText(page, '4 of 6 rows are ready')).toBeVisible();
      const problems = page.getByRole('list', { name: 'Problems' });
      await expect(problems.getByRole('listitem')).toHaveCount(2);
      await pressTo(page, /button "Amount: Not readable as an amount/u);
      await tabTo(page, /textbox "Amount of row 3"/u);
      await retype(page, '1600');
      await page.keyboard.press('Enter');
      await expect(readyText(page, '5 of 6 rows are ready')).toBeVisible();
      await expect(problems.getByRole('listitem')).toHaveCount(1);
      await pressTo(page, /button "Amount: Below the minimum/u);
      let reason: unknown = null;
      const leftOut = hostOf(page).answered('import.leaveOut', (input) => {
        reason = Reflect.get(Object(input), 'reason');
        return true;
      });
      await pressTo(page, /button "Leave out 1 row"/u);
      await leftOut;
      expect(reason).toMatch(/^Below the minimum/u);
      await expect(page.getByText('No row waits for a decision. 1 is left out.')).toBeVisible();
      await pressTo(page, /button "Continue"/u);
    });

    await test.step('confirm: totals, and a pace that leaves time to pause', async () => {
      await expectStep(page, 'Confirm');
      await expect(page.getByText('5 requests', { exact: true })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(/8.700\.00/u);
      await tabTo(page, /textbox "Requests at once"/u, 'Shift+Tab');
      await retype(page, '1');
      await tabTo(page, /textbox "Requests per minute"/u);
      await page.keyboard.type('20');
      expect(desk.ledger().arrivals).toBe(0);
      await pressTo(page, /button "Issue 5 requests"/u);
    });

    await test.step('run: paused, then resumed without a limit', async () => {
      // Tabs are counted in presses, and the plan is recorded first.
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await pressTo(page, /button "Pause"/u);
      await expectState(page, 'Paused');
      const sent = desk.ledger().arrivals;
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(5);
      await tabTo(page, /textbox "Requests per minute"/u);
      await page.keyboard.press('ControlOrMeta+KeyA');
      await page.keyboard.press('Delete');
      expect(desk.ledger().arrivals).toBe(sent);
      await pressTo(page, /button "Resume with \d rows/u);
      await expectState(page, 'Done');
      expect(desk.ledger().arrivals).toBe(5);
    });

    await test.step('report: the pasted columns untouched, then what became of each row', async () => {
      const file = testInfo.outputPath('report.csv');
      const [headers = [], ...rows] = await downloadedReport(
        page,
        /button "Download report"/u,
        file,
      );
      expect(headers.slice(0, HEADERS.length)).toEqual(HEADERS);
      // Left out by the operator: it is no row of the batch. A cell that begins like a formula has an apostrophe before it.
      const issued = ROWS.filter(([, , customer]) => customer !== 'old-4').map((cells) =>
        cells.map((cell) => (cell.startsWith('=') ? `'${cell}` : cell)),
      );
      expect(rows.map((cells) => cells.slice(0, HEADERS.length))).toEqual(issued);
      const outcome = headers.indexOf('outcome');
      expect(rows.map((cells) => cells[outcome])).toEqual(issued.map(() => 'accepted'));
      const orders = rows.map((cells) => cells[headers.indexOf('order_id')]);
      const known = desk.ledger().deposits.map(({ order_id }) => order_id);
      expect(new Set(orders)).toEqual(new Set(known));
    });

    await test.step('hand out: F9 copies the next message and ticks its row', async () => {
      await tabTo(page, /button "Hand out: 0 of 5"/u, 'Shift+Tab');
      await page.keyboard.press('Enter');
      for (const [customer, amount] of [
        ['anna', '1 500.00 RUB'],
        ['boris', '1 600.00 RUB'],
      ] as const) {
        const deposit = desk
          .ledger()
          .deposits.find(({ fields }) => fields['customer'] === customer);
        const copied = await handOutNext(page, customer);
        expect(copied).toContain(amount);
        expect(copied).toContain(deposit?.payment_data['number']);
      }
      await expect(batchRow(page, 'vera').locator('td').last()).toBeEmpty();
      await expect(page.getByRole('region', { name: 'Hand out' })).toContainText('2 of 5');
    });
  },
);

/** As a Russian Excel saves a CSV. */
function inWindows1251(text: string): Buffer {
  const bytes = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
  });
  return Buffer.from(bytes);
}

test(
  'Payment link from a file: read, decided, stopped, and the rest imported again, by keyboard',
  { tag: ['@landing', '@host'] },
  async ({ desk, deskPage: page }, testInfo) => {
    const CUSTOMERS = ['Анна', 'Борис', 'Вера', 'Вера', 'Глеб', 'Дина'];
    const LINES = CUSTOMERS.map((customer, at) => `${customer};1500,5${at < 4 ? 0 : at};Z-${at}`);
    const file = testInfo.outputPath('customers.csv');
    writeFileSync(file, inWindows1251(['Клиент;Сумма;Заказ', ...LINES, ''].join('\r\n')));
    await suggestedOrder(page);
    await openBatch(page);
    await tabTo(page, /radio "Requisites"/u, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Payment link' })).toBeChecked();
    await tabTo(page, /button "Choose file"/u);
    await chooseFile(page, file);

    await test.step('columns: encoding seen, changed and put back; currency for all rows', async () => {
      await expectStep(page, 'Columns');
      const preview = page.getByRole('table', { name: 'First 20 rows as they will be read' });
      await expect(preview).toContainText('Борис');
      await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1251');
      await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveValue(';');
      await chooseByLetters(page, /combobox "Encoding"/u, 'utf-8');
      // In that encoding no header has a name that is known.
      await expect(preview).toBeHidden();
      // The last one; letters would go on with those just typed.
      await page.keyboard.press('End');
      await expect(preview).toContainText('Борис');
      await tabTo(page, /combobox "Currency/u);
      await page.keyboard.type('Same');
      await tabTo(page, /textbox "Currency of all rows"/u);
      await page.keyboard.type('RUB');
      await pressTo(page, /button "Check 6 rows"/u);
    });

    await test.step('check: the same customer and amount twice is the operator’s to decide', async () => {
      await expect(readyText(page, '4 of 6 rows are ready')).toBeVisible();
      await pressTo(page, /button "Customer: Twice in this file/u);
      await pressTo(page, /button "Issue 2 rows all the same"/u);
      await expect(readyText(page, '6 of 6 rows are ready')).toBeVisible();
      await pressTo(page, /button "Continue"/u);
    });

    await test.step('run: stopped for good, what waited is cancelled', async () => {
      await expectStep(page, 'Confirm');
      await tabTo(page, /textbox "Requests at once"/u, 'Shift+Tab');
      await retype(page, '1');
      await tabTo(page, /textbox "Requests per minute"/u);
      await page.keyboard.type('20');
      await pressTo(page, /button "Issue 6 requests"/u);
      await expect(batchRow(page, 'Анна')).toContainText('Accepted');
      await pressTo(page, /button "Stop"/u);
      await pressTo(page, /button "Stop batch"/u);
      await expectState(page, 'Stopped');
      await expect(batchRow(page, 'Дина')).toContainText('Cancelled');
    });
    const { arrivals } = desk.ledger();
    expect(arrivals).toBeLessThan(6);

    await test.step('hand out: the message has the link', async () => {
      await tabTo(page, /button "Hand out: 0 of/u, 'Shift+Tab');
      await page.keyboard.press('Enter');
      const copied = await handOutNext(page, 'Анна');
      const [deposit] = desk.ledger().deposits;
      expect(deposit?.flow).toBe('build');
      expect(copied).toContain(deposit?.payment_data['url'] ?? 'http');
    });

    await test.step('report of failed rows: as they were, and mapped as they were', async () => {
      const failed = testInfo.outputPath('failed.csv');
      const rows = await downloadedReport(page, /button "Failed only"/u, failed);
      expect(rows).toEqual(
        ['Клиент;Сумма;Заказ', ...LINES.slice(arrivals)].map((line) => line.split(';')),
      );
      await openBatch(page);
      await tabTo(page, /radio "Requisites"/u, 'Shift+Tab');
      await page.keyboard.press('ArrowRight');
      await tabTo(page, /button "Choose file"/u);
      await chooseFile(page, failed);
      await expect(page.getByText('Columns as last time')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Check \d/u })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(readyText(page, `of ${6 - arrivals} rows are ready`)).toBeVisible();
      await expect(page.getByText(/cannot be issued as they are/u)).toBeHidden();
      await expect(page.getByText(/a batch before/u)).toBeHidden();
    });
    expect(desk.ledger().arrivals).toBe(arrivals);
  },
);
