import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DETECT_ALL, type SameBefore } from '#shared/domain/importing.ts';

import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  profileOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, acceptedAs, issueOne } from '../testing/fillLog.ts';
import { openTestLog } from '../testing/log.ts';
import { type OpenedImporter, openImporter, valueOf } from './testing/openImporter.ts';
import { archiveOf, sheetRow, workbookOf } from './testing/workbook.ts';
import { rowDigest } from './imports.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);

const HEADER = 'Amount;Currency;Payment type;Customer;Order ID';
const row = (customer: string, order: string, amount = '1500,00'): string =>
  `${amount};RUB;any_bank;${customer};${order}`;
const fileOf = (...rows: readonly string[]): string => [HEADER, ...rows, ''].join('\r\n');

describe('a file of requests', () => {
  const clock = manualClock();
  let dataDir: string;
  let log: LogPort;
  let desk: OpenedImporter;
  beforeEach(async () => {
    dataDir = temporaryDir();
    log = await openTestLog(dataDir, { clock });
    desk = openImporter({ dataDir, log, clock, profile: profileOf({ duplicateWindowMin: 10 }) });
  });
  afterEach(async () => {
    await desk.importer.end();
    await log.close();
  });
  const groupsOf = (check: {
    groups: readonly { key: string; rows: number }[];
  }): readonly string[] => check.groups.map(({ key, rows }) => `${key} ${rows}`);

  it('is read, mapped, checked and handed over row by row', async () => {
    const { importId, check } = await desk.check(
      `\ufeffСумма;Валюта;Способ оплаты;Клиент;№ заказа;Примечание\r\n1 500,50;руб;any_bank;Иван;A-1;первый\r\n\r\n600;RUB;ANY_BANK;Пётр;;\r\n`,
    );
    expect(check).toMatchObject({
      rows: 2,
      ready: 2,
      leftOut: 0,
      groups: [],
      totals: [{ currency: 'RUB', requests: 2, cents: 210_050 }],
      sameBefore: null,
      limitsAt: '2026-11-15T10:00:00.000Z',
    });
    const ready = valueOf(await desk.importer.ready(importId));
    expect(ready).toMatchObject({ file: 'day.csv', flow: 'create', count: 2 });
    const rows = await ready.read(0, 10);
    expect(rows.map((one) => [one.row, one.fields.note, one.draft.fields.order_id])).toEqual([
      [2, 'первый', 'A-1'],
      [4, undefined, ''],
    ]);
    expect(rows[0]?.cells).toEqual(['1 500,50', 'руб', 'any_bank', 'Иван', 'A-1', 'первый']);
  });

  it('may be pasted', async () => {
    const importId = '00000000-0000-4000-8000-000000000001';
    const { importer } = desk;
    const profileId = profileOf().id;
    valueOf(
      await importer.begin({ importId, profileId, flow: 'create', source: { kind: 'paste' } }),
    );
    const base64 = Buffer.from('Amount\tCustomer\n1500\tИван\n').toString('base64');
    valueOf(await importer.add({ importId, base64 }));
    const reading = valueOf(await importer.read({ importId, choices: DETECT_ALL }));
    expect(reading).toMatchObject({ delimiter: '\t', headers: ['Amount', 'Customer'], rows: 1 });
  });

  it('is previewed with the rules of the form and the limits in hand', async () => {
    const { importId, reading } = await desk.read(
      fileOf(row('Иван', 'A-1', '100,00'), row("'@ivan", 'A-2', '1500,00')),
    );
    const { mapping } = valueOf(reading);
    const rows = valueOf(await desk.importer.preview({ importId, mapping }));
    expect(rows.map(({ fields, problems }) => [fields.customer, problems])).toMatchObject([
      ['Иван', [{ code: 'below_minimum', field: 'amount', limit: 50_000 }]],
      ['@ivan', [{ code: 'guard_removed', field: null, force: 'tell' }]],
    ]);
    expect(desk.limitsRead()).toBe(0);
  });

  it('is held against the file itself and the log, with limits that are read once', async () => {
    await issueOne(log, 'used', acceptedAs('used'));
    await issueOne(log, 'failed', NOT_SENT);
    await log.prepare(preparedOf('lost', { customer: 'Ольга' }));
    await log.markSending(intent('lost'), SENT);
    await log.settle(intent('lost'), UNKNOWN, null);
    await log.prepare(preparedOf('early', { customer: 'Анна' }));
    await log.markSending(intent('early'), SENT);
    await log.settle(
      intent('early'),
      acceptedAs('early', { id: 'aaaaaaaa-2222-4333-8444-555555555555' }),
      null,
    );
    const { importId, check } = await desk.check(
      fileOf(
        row('a', 'used'),
        row('b', 'failed'),
        row('Ольга', 'new-1'),
        row('Анна', 'new-2'),
        row('Анна', 'new-3', '1600'),
        row('c', 'twice'),
        row('d', 'twice'),
        row('e', 'e-1'),
        row('e', 'e-2'),
        row('f', 'f-1', '10,00'),
      ),
    );
    expect(groupsOf(check)).toEqual([
      'twice_in_file:order_id 2',
      'order_in_log:order_id 1',
      'unanswered_before:customer 1',
      'below_minimum:amount 1',
      'twice_in_file:customer 2',
      'same_lately:customer 1',
    ]);
    expect(check.ready).toBe(2);
    expect(desk.limitsRead()).toBe(1);
    const found = valueOf(
      await desk.importer.rows({ importId, group: 'order_in_log:order_id', from: 0, count: 10 }),
    );
    expect(found).toMatchObject({
      total: 1,
      rows: [{ row: 2, problems: [{ code: 'order_in_log', otherIntentId: intent('used') }] }],
    });
    const twice = valueOf(
      await desk.importer.rows({ importId, group: 'twice_in_file:order_id', from: 1, count: 1 }),
    );
    expect(twice).toMatchObject({ total: 2, rows: [{ row: 8, problems: [{ otherRow: 7 }] }] });
  });

  it('does not take a request of before the window for the same again, nor one resolved as absent', async () => {
    await issueOne(log, 'gone', UNKNOWN);
    await log.resolve([intent('gone')], { kind: 'absent' }, OPERATOR, '');
    clock.advance(11 * 60_000);
    const { check } = await desk.check(fileOf(row('cust-gone', 'gone')));
    expect(check.groups).toEqual([]);
  });

  it('can be corrected, and every count follows', async () => {
    await issueOne(log, 'used', acceptedAs('used'));
    const { importId } = await desk.check(
      fileOf(row('a', 'x', 'many'), row('b', 'x'), row('c', 'y')),
    );
    // A step that is cancelled when none runs changes nothing.
    await desk.importer.cancel({ importId });
    const correct = async (row_: number, column: number, text: string | null) =>
      groupsOf(valueOf(await desk.importer.correct({ importId, row: row_, column, text })));
    expect(await correct(2, 0, '1500')).toEqual(['twice_in_file:order_id 2']);
    expect(await correct(2, 4, 'used')).toEqual(['order_in_log:order_id 1']);
    expect(await correct(2, 4, 'z')).toEqual([]);
    const [corrected] = valueOf(
      await desk.importer.rows({ importId, group: 'ready', from: 0, count: 1 }),
    ).rows;
    expect(corrected).toMatchObject({
      row: 2,
      cells: ['many', 'RUB', 'any_bank', 'a', 'x'],
      corrections: { 0: '1500', 4: 'z' },
      cents: 150_000,
    });
    expect(await correct(2, 4, null)).toEqual(['twice_in_file:order_id 2']);
    expect(await desk.importer.correct({ importId, row: 99, column: 0, text: '' })).toMatchObject({
      ok: false,
    });
  });

  it('is issued without rows that are left out, and with what the operator accepted', async () => {
    const { importId } = await desk.check(
      fileOf(row('a', 'x'), row('b', 'x'), row('c', 'c-1'), row('c', 'c-2')),
    );
    const { importer } = desk;
    const without = valueOf(await importer.leaveOut({ importId, rows: [3], reason: 'twice' }));
    expect(without).toMatchObject({ ready: 1, leftOut: 1 });
    expect(groupsOf(without)).toEqual(['twice_in_file:customer 2']);
    const group = 'twice_in_file:customer';
    const accepted = valueOf(await importer.accept({ importId, group, accepted: true }));
    expect(accepted).toMatchObject({ ready: 3, groups: [{ isAccepted: true }] });
    // A third row was not part of the decision.
    const grown = valueOf(await importer.correct({ importId, row: 2, column: 3, text: 'c' }));
    expect(grown).toMatchObject({ ready: 0, groups: [{ rows: 3, isAccepted: false }] });
    const back = valueOf(
      await importer.leaveOut({ importId, rows: { group: 'leftOut' }, reason: null }),
    );
    expect(back).toMatchObject({ leftOut: 0 });
    expect(groupsOf(back)).toEqual(['twice_in_file:order_id 2', 'twice_in_file:customer 3']);
  });

  it('remembers how its columns were mapped', async () => {
    const content = 'A;B;C\r\n1500;Иван;x\r\n';
    const first = await desk.read(content);
    expect(valueOf(first.reading)).toMatchObject({ mapping: {}, isRemembered: false });
    const mapping = {
      amount: { from: 'column', column: 0 },
      customer: { from: 'column', column: 1 },
      currency: { from: 'constant', text: 'RUB' },
      payment_type: { from: 'constant', text: 'any_bank' },
    } as const;
    const { importId } = first;
    expect(valueOf(await desk.importer.check({ importId, mapping })).ready).toBe(1);
    const again = openImporter({ dataDir, log, clock });
    const { reading } = await again.read(content);
    expect(valueOf(reading)).toMatchObject({ mapping, isRemembered: true });
    await again.importer.end();
  });

  it.each(['Amount (cents)', 'Сумма, коп.', 'Summa (tiyin)'])(
    'has no row ready while its header %s leaves the unit to be chosen',
    async (header) => {
      const content = `${header};Currency;Payment type;Customer\r\n150000;RUB;any_bank;Иван\r\n`;
      const { importId, check } = await desk.check(content);
      expect(check).toMatchObject({ ready: 0, totals: [] });
      expect(groupsOf(check)).toEqual(['unit_unclear:amount 1']);
      const { mapping } = valueOf((await desk.read(content)).reading);
      const checked = async (unit: 'major' | 'minor') =>
        valueOf(
          await desk.importer.check({
            importId,
            mapping: { ...mapping, amount: { from: 'column', column: 0, unit } },
          }),
        ).totals;
      expect(await checked('major')).toMatchObject([{ requests: 1, cents: 15_000_000 }]);
      expect(await checked('minor')).toMatchObject([{ requests: 1, cents: 150_000 }]);
      const [first] = await valueOf(await desk.importer.ready(importId)).read(0, 1);
      expect(first?.draft.fields).toMatchObject({ cents: 150_000 });
      // The next file with these headers is not asked about again.
      expect(valueOf((await desk.read(content)).reading).mapping.amount).toMatchObject({
        unit: 'minor',
      });
    },
  );

  it('stops where it was a batch before, until the operator goes on', async () => {
    const before: SameBefore = {
      batchId: '00000000-0000-4000-8000-000000000002',
      name: 'old.csv',
      createdAt: '2026-11-14T10:00:00.000Z',
      isSameFile: true,
      sharedRows: 1,
    };
    const asked: (readonly string[])[] = [];
    const findSimilar = async (_sha256: string, digests: readonly string[]) => {
      asked.push(digests);
      return [before];
    };
    const careful = openImporter({ dataDir, log, clock, findSimilar });
    const { importId, check } = await careful.check(fileOf(row('a', 'x')));
    expect(check).toMatchObject({ ready: 1, sameBefore: before, isSameAccepted: false });
    expect(asked).toEqual([[rowDigest(['1500,00', 'RUB', 'any_bank', 'a', 'x'])]]);
    expect(valueOf(await careful.importer.ready(importId)).count).toBe(0);
    const accepted = await careful.importer.accept({
      importId,
      group: 'same_before',
      accepted: true,
    });
    expect(valueOf(accepted).isSameAccepted).toBe(true);
    expect(valueOf(await careful.importer.ready(importId)).count).toBe(1);
    await careful.importer.end();
  });

  it('can be cancelled while it is checked, and stays', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => row(`c${at}`, `o${at}`));
    const { importId, reading } = await desk.read(fileOf(...rows));
    const { mapping } = valueOf(reading);
    const checking = desk.importer.check({ importId, mapping });
    await expect
      .poll(() =>
        desk.events.some(
          (event) => event.name === 'import.progress' && event.progress.step === 'checking',
        ),
      )
      .toBe(true);
    await desk.importer.cancel({ importId });
    expect(await checking).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
    expect(await desk.importer.ready(importId)).toMatchObject({
      ok: false,
      error: { reason: 'gone' },
    });
    expect(valueOf(await desk.importer.check({ importId, mapping })).ready).toBe(20_000);
  });

  it('is gone once it is closed, or four others came after it', async () => {
    const { importId, reading } = await desk.read(fileOf(row('a', 'x')));
    expect(reading.ok).toBe(true);
    for (const name of ['b', 'c', 'd', 'e']) await desk.read(fileOf(row(name, name)));
    const gone = { ok: false, error: { code: 'import_refused', reason: 'gone' } };
    expect(await desk.importer.rows({ importId, group: null, from: 0, count: 1 })).toMatchObject(
      gone,
    );
    const last = await desk.check(fileOf(row('f', 'f')));
    await desk.importer.close({ importId: last.importId });
    expect(await desk.importer.ready(last.importId)).toMatchObject(gone);
  });

  describe('is refused as', () => {
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    it.each<[string, () => string | Buffer | Promise<Buffer>, string]>([
      ['empty: nothing in it', () => '', 'empty'],
      ['empty: a header alone', () => `${HEADER}\r\n`, 'empty'],
      ['empty: blank lines', () => '\r\n\r\n  \r\n', 'empty'],
      ['no table: a PDF', () => '%PDF-1.7 \n1 0 obj', 'not_a_table'],
      [
        'no table: a picture',
        () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        'not_a_table',
      ],
      [
        'no table: an old Excel file',
        () => Buffer.concat([ole, Buffer.alloc(2000)]),
        'not_a_table',
      ],
      [
        'no table: a page',
        () => '<!DOCTYPE html><table><tr><td>1</td></tr></table>',
        'not_a_table',
      ],
      [
        'no table: another archive',
        () => archiveOf({ 'word/document.xml': '<w/>' }),
        'not_a_table',
      ],
      [
        'encrypted',
        () => Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
        'encrypted',
      ],
      ['of too many rows', () => `a,b\n${'1,2\n'.repeat(100_001)}`, 'too_many_rows'],
      ['of ten million blank rows', () => `a,b\n1,2\n${'\n'.repeat(10_000_000)}`, 'too_many_rows'],
      ['of a row without end', () => `a,b\n${'x'.repeat(1024 * 1024)}`, 'row_too_long'],
      ['torn', () => 'a,b\n1,"2\n', 'damaged'],
      ['of one text that every row names', sharedText, 'unpacks_too_large'],
    ])('%s', async (_name, make, reason) => {
      const { reading } = await desk.read(await make());
      expect(reading).toMatchObject({ ok: false, error: { code: 'import_refused', reason } });
    });

    it('changed meanwhile, or too large', async () => {
      const importId = '00000000-0000-4000-8000-000000000003';
      const { importer } = desk;
      const begin = (bytes: number) =>
        importer.begin({
          importId,
          profileId: profileOf().id,
          flow: 'create',
          source: { kind: 'file', name: 'x.csv', bytes },
        });
      expect(await begin(50 * 1024 * 1024 + 1)).toMatchObject({ error: { reason: 'too_large' } });
      valueOf(await begin(10));
      expect(await importer.read({ importId, choices: DETECT_ALL })).toMatchObject({
        error: { reason: 'file_changed' },
      });
    });
  });

  it('leaves rows out that its spreadsheet hides, until the operator takes them in', async () => {
    const rows = [
      ['Amount', 'Currency', 'Payment type', 'Customer', 'Order ID'],
      ['1500', 'RUB', 'any_bank', 'a', 'a-1'],
      ['1600', 'RUB', 'any_bank', 'b', 'b-1'],
      ['1700', 'RUB', 'any_bank', 'c', 'a-1'],
    ];
    const hides: Readonly<Record<number, string>> = { 2: ' hidden="1"', 3: ' ht="0"' };
    const { importId, check } = await desk.check(
      await workbookOf({
        sheets: { Sheet1: rows.map((cells, at) => sheetRow(cells, at, hides[at])).join('') },
      }),
    );
    const { importer } = desk;
    expect(check).toMatchObject({
      rows: 3,
      ready: 1,
      leftOut: 2,
      groups: [],
      hidden: { rows: 2, leftOut: 2, first: [3, 4] },
      totals: [{ requests: 1, cents: 150_000 }],
    });
    const leave = async (reason: string | null) =>
      valueOf(await importer.leaveOut({ importId, rows: { group: 'hidden' }, reason }));
    const taken = await leave(null);
    expect(taken).toMatchObject({ ready: 1, leftOut: 0, hidden: { rows: 2, leftOut: 0 } });
    expect(groupsOf(taken)).toEqual(['twice_in_file:order_id 2']);
    expect(await leave('hidden')).toMatchObject({ ready: 1, leftOut: 2, groups: [] });
  });

  it('finds its headers below a title, and the rest by row', async () => {
    const rows = [
      ['Deposits of May'],
      ['Amount', 'Currency', 'Payment type', 'Customer'],
      ['(rubles)', '', '', ''],
      ['1500', 'RUB', 'any_bank', 'Иван'],
    ];
    const { importId, check } = await desk.check(
      await workbookOf({
        sheets: { Sheet1: rows.map((cells, at) => sheetRow(cells, at)).join('') },
      }),
    );
    expect(check).toMatchObject({ rows: 2, ready: 1 });
    const ready = valueOf(await desk.importer.ready(importId));
    expect((await ready.read(0, 1))[0]?.row).toBe(4);
  });
});

/** 100 KB of text in a file of some kilobytes. */
function sharedText(): Promise<Buffer> {
  return workbookOf({
    strings: `<si><t>${'x'.repeat(100_000)}</t></si>`,
    sheets: { Sheet1: '<row><c t="s"><v>0</v></c></row>'.repeat(20_000) },
  });
}
