import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { joined } from '../../exports/fileBytes.ts';
import { workbookParts } from '../../exports/xlsx.ts';
import { zipped } from '../../exports/zip.ts';
import { FREE_STEP, type WorkbookOf, archiveOf, workbookOf } from '../testing/workbook.ts';
import { openWorkbook } from './xlsx.ts';

async function rowsOf(bytes: Buffer, sheet: string | null = null) {
  const workbook = await openWorkbook(bytes, FREE_STEP);
  const rows: { number: number; cells: readonly string[] }[] = [];
  for await (const { number, cells } of workbook.rows(sheet)) rows.push({ number, cells });
  return { ...workbook, rows };
}

async function cellsOf(of: WorkbookOf): Promise<readonly (readonly string[])[]> {
  const { rows } = await rowsOf(await workbookOf(of));
  return rows.map(({ cells }) => cells);
}

const oneRow = (cells: string): Readonly<Record<string, string>> => ({
  Sheet1: `<row r="1">${cells}</row>`,
});

describe('a cell', () => {
  it.each<[string, string, string]>([
    ['a text of its own', '<c r="A1" t="inlineStr"><is><t>00123</t></is></c>', '00123'],
    [
      'a text in runs',
      '<c r="A1" t="inlineStr"><is><r><t>Ив</t></r><r><t>ан</t></r></is></c>',
      'Иван',
    ],
    ['blanks', '<c r="A1" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
    ['an escaped character', '<c r="A1" t="inlineStr"><is><t>a_x000D_b</t></is></c>', 'a\rb'],
    [
      'a character beyond 16 bits',
      '<c r="A1" t="inlineStr"><is><t>&#128512;&#x1F600;</t></is></c>',
      '😀😀',
    ],
    ['CDATA', '<c r="A1" t="inlineStr"><is><t><![CDATA[a<b&c]]></t></is></c>', 'a<b&c'],
    ['a prefix', '<x:c xmlns:x="m" r="A1" t="inlineStr"><x:is><x:t>p</x:t></x:is></x:c>', 'p'],
    ['a number', '<c r="A1"><v>1500.5</v></c>', '1500.5'],
    [
      'more digits than a spreadsheet keeps',
      '<c r="A1"><v>1234567890123456789</v></c>',
      '1234567890123456789',
    ],
    ['an exponent', '<c r="A1"><v>1.2345678901234501E+16</v></c>', '12345678901234500'],
    ['a small exponent', '<c r="A1"><v>5.0000000000000001E-3</v></c>', '0.005'],
    ['the dust of sums', '<c r="A1"><v>1500.3000000000002</v></c>', '1500.3'],
    ['a truth', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['a formula with its value', '<c r="A1"><f>SUM(B1:B9)</f><v>42</v></c>', '42'],
    ['a formula of text', '<c r="A1" t="str"><f>A2&amp;A3</f><v>ab</v></c>', 'ab'],
    ['a formula that was never computed', '<c r="A1"><f>SUM(B1:B9)</f></c>', '=SUM(B1:B9)'],
    ['a shared text that is not there', '<c r="A1" t="s"><v>99</v></c>', '#REF!'],
  ])('%s', async (_name, xml, text) => {
    expect(await cellsOf({ sheets: oneRow(xml) })).toEqual([[text]]);
  });

  it('of shared texts, without the reading aids', async () => {
    const strings =
      '<si><t>one</t></si><si><r><t>tw</t></r><r><t>o</t></r><rPh><t>aid</t></rPh></si>';
    const cells = '<c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c>';
    expect(await cellsOf({ sheets: oneRow(cells), strings })).toEqual([['two', 'one']]);
  });

  it('is a date where its format says so', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;руб&quot;;[Red]-0"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
    const cells =
      '<c r="A1" s="0"><v>46000</v></c><c r="B1" s="1"><v>46000</v></c><c r="C1" s="2"><v>46000.5</v></c><c r="D1" s="3"><v>46000</v></c>';
    expect(await cellsOf({ sheets: oneRow(cells), styles })).toEqual([
      ['46000', '2025-12-09', '2025-12-09 12:00:00', '46000'],
    ]);
    expect(await cellsOf({ sheets: oneRow(cells), styles, is1904: true })).toEqual([
      ['46000', '2029-12-10', '2029-12-10 12:00:00', '46000'],
    ]);
  });
});

describe('a sheet', () => {
  it('keeps its row numbers, and cells that are not there are empty', async () => {
    const { rows, fractions } = await rowsOf(
      await workbookOf({
        sheets: {
          Sheet1:
            '<row r="3"><c r="C3"><v>1.5</v></c></row><row r="7"><c><v>2</v></c><c><v>3</v></c></row>',
        },
      }),
    );
    expect(rows).toEqual([
      { number: 3, cells: ['', '', '1.5'] },
      { number: 7, cells: ['2', '3'] },
    ]);
    expect([...fractions]).toEqual([2]);
  });

  it('is the first that can be seen, or the one that was chosen', async () => {
    const row = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const book = await workbookOf({ sheets: { Old: row('a'), New: row('b') }, hidden: ['Old'] });
    expect((await rowsOf(book)).rows[0]?.cells).toEqual(['b']);
    expect((await rowsOf(book)).sheets).toEqual(['Old', 'New']);
    expect((await rowsOf(book, 'Old')).rows[0]?.cells).toEqual(['a']);
    await expect(rowsOf(book, 'None')).rejects.toMatchObject({ reason: 'sheet_not_found' });
  });

  it('that our own writer wrote is read back unchanged', async () => {
    const text = fc.oneof(
      fc.constantFrom('', ' x ', '_x0041_', 'a\r\nb', '\u0001', '<&>"', '0012', '😀', '=1+1'),
      fc.string({ maxLength: 10 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 6 }),
        async (rows) => {
          const columns = Array.from('abcdef', (name) => ({ name }));
          const table = { columns, total: rows.length, rows: () => [rows] };
          const parts = workbookParts([{ name: 'A & "B"', table }]);
          const read = await rowsOf(await joined(zipped(parts, { zip64: false })));
          expect(read.sheets).toEqual(['A & "B"']);
          expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(rows.map(withoutEmptyEnd));
        },
      ),
      { numRuns: 60 },
    );
  });
});

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

describe('a workbook is refused', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['that unpacks to more than it may', bomb, 'unpacks_too_large'],
    ['whose directory lies about that', lyingBomb, 'unpacks_too_large'],
    ['that is another archive', () => archiveOf({ 'a.txt': 'hello' }), 'not_a_table'],
    ['that was cut', async () => (await workbookOf({})).subarray(0, 300), 'damaged'],
    ['whose XML breaks off', () => broken('<row r="1"><c r="A1"><v>1</v>'), 'damaged'],
    ['whose tag never ends', () => broken(`<row r="1" ${'x'.repeat(600_000)}`), 'row_too_long'],
    ['with rows out of order', () => sheetOf('<row r="5"/><row r="4"/>'), 'damaged'],
    ['with a row past the last', () => sheetOf('<row r="1048577"/>'), 'too_many_rows'],
    [
      'with a cell in the last column',
      () => sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      'row_too_long',
    ],
    ['with a megabyte in a cell', () => sheetOf(textRow('x'.repeat(1024 * 1024))), 'row_too_long'],
    ['that is encrypted inside', encryptedEntry, 'encrypted'],
    ['with one wrong bit', () => patchedEntry(16, 1), 'damaged'],
    ['whose part has another size', () => patchedEntry(24, 99), 'damaged'],
    ['with more texts than cells', manyTexts, 'unpacks_too_large'],
    ['without sheets', () => workbookOf({ sheets: {} }), 'empty'],
  ])('%s', async (_name, make, reason) => {
    const bytes = await make();
    await expect(rowsOf(bytes)).rejects.toMatchObject({ reason });
  });
});

const sheetOf = (rows: string): Promise<Buffer> => workbookOf({ sheets: { Sheet1: rows } });
const textRow = (text: string): string =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;

function broken(rows: string): Promise<Buffer> {
  return workbookOf({
    parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}` },
  });
}

function bomb(): Promise<Buffer> {
  return workbookOf({ parts: { 'xl/sharedStrings.xml': Buffer.alloc(210 * 1024 * 1024, ' ') } });
}

/** The same, with the size in the directory put to 1 KB: what really comes out is counted. */
async function lyingBomb(): Promise<Buffer> {
  const content = Buffer.alloc(210 * 1024 * 1024, `<x a="${'y'.repeat(4087)}"/>`);
  const bytes = await workbookOf({
    parts: { 'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), content]) },
  });
  const at = bytes.lastIndexOf('xl/sharedStrings.xml');
  bytes.writeUInt32LE(1024, at - 46 + 24);
  return bytes;
}

function manyTexts(): Promise<Buffer> {
  return workbookOf({ strings: '<si/>'.repeat(2_000_001), sheets: { Sheet1: '<row/>' } });
}

/** A number in the directory's entry of the sheet is another one. */
async function patchedEntry(at: number, value: number): Promise<Buffer> {
  const bytes = await sheetOf(textRow('1500'));
  bytes.writeUInt32LE(value, bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + at);
  return bytes;
}

async function encryptedEntry(): Promise<Buffer> {
  const bytes = await workbookOf({});
  const at = bytes.lastIndexOf('_rels/.rels');
  bytes.writeUInt16LE(1, at - 46 + 8);
  return bytes;
}
