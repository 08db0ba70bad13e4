import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { PICTURES } from '../../../src/core/messages/bill/testing/pictures.ts';
import {
  type WorkbookOf,
  archiveOf,
  workbookOf,
} from '../../../src/core/importing/testing/workbook.ts';
import type { ImportRefusal, RowProblem } from '../../../src/shared/domain/importing.ts';
import { OFFICE_FILES } from './oleFile.ts';

const MB = 1024 * 1024;

/** What becomes of a file. `row`: the refusal names it. `problems`: it is read, and the check finds these. */
export type Expected =
  | { readonly refused: ImportRefusal; readonly row?: number }
  | { readonly problems: readonly RowProblem['code'][] };

export type HostileFile = {
  /** What the operator sees as its name. */
  readonly name: string;
  readonly make: () => string | Buffer | Promise<Buffer>;
  readonly expected: Expected;
};

const refused = (
  reason: ImportRefusal,
  name: string,
  make: HostileFile['make'],
  inRow?: number,
): HostileFile => ({
  name,
  make,
  expected: inRow === undefined ? { refused: reason } : { refused: reason, row: inRow },
});

const read = (
  problems: readonly RowProblem['code'][],
  name: string,
  make: HostileFile['make'],
): HostileFile => ({ name, make, expected: { problems } });

const HEADER = 'Customer,Amount,Currency,Payment type';
const csv = (...lines: readonly string[]): string => `${[HEADER, ...lines].join('\n')}\n`;

/** Another program's file under the name of a table. */
const FOREIGN: readonly HostileFile[] = [
  refused('not_a_table', 'noise.csv', () => randomBytes(200_000)),
  refused('not_a_table', 'noise.xlsx', () => Buffer.concat([Buffer.from('MZ'), randomBytes(9000)])),
  refused('not_a_table', 'picture.xlsx', () => PICTURES.png),
  refused('not_a_table', 'photo.csv', () => PICTURES.jpeg),
  refused('not_a_table', 'bill.csv', () => '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
  refused('not_a_table', 'packed.csv', () => gzipSync(csv('a,1500,RUB,sbp'))),
  refused('not_a_table', 'program.csv', () => beginningOf(process.execPath, 512 * 1024)),
  refused('not_a_table', 'page.xls', () => '<html><table><tr><td>1500</td></tr></table></html>'),
  refused('not_a_table', 'document.xlsx', () => archiveOf({ 'word/document.xml': '<w/>' })),
  refused('not_a_table', 'old.xls', () => OFFICE_FILES.old()),
  refused('not_a_table', 'nothing-but-nul.csv', () => Buffer.alloc(MB)),
  refused('encrypted', 'secret.xlsx', () => OFFICE_FILES.encrypted()),
  refused('encrypted', 'secret-part.xlsx', () => patchedEntry('_rels/.rels', 8, 1)),
];

/** More than a desk has room for, most of it out of a small file. */
const HUGE: readonly HostileFile[] = [
  refused('too_large', 'long.csv', () => Buffer.alloc(51 * MB, 'a,1500,RUB,sbp\n')),
  refused('too_many_rows', 'ten-million.csv', () => Buffer.alloc(20 * MB, '1\n')),
  refused('too_many_rows', 'ten-million-blank.csv', () => Buffer.alloc(10_000_000, '\n')),
  refused('too_many_rows', 'ten-million.xlsx', () => sheet('<row/>'.repeat(10_000_000))),
  refused('too_many_rows', 'far-away.xlsx', () => sheet('<row r="10000000"><c/></row>')),
  refused('unpacks_too_large', 'bomb.xlsx', () =>
    workbookOf({ parts: { 'xl/sharedStrings.xml': Buffer.alloc(210 * MB, ' ') } }),
  ),
  refused('unpacks_too_large', 'lying-bomb.xlsx', lyingBomb),
  refused('unpacks_too_large', 'two-million-texts.xlsx', () =>
    workbookOf({ strings: '<si/>'.repeat(2_000_001), sheets: { Sheet1: '<row/>' } }),
  ),
  // 200 KB of text, named by fifty thousand cells.
  refused('unpacks_too_large', 'one-text-many-times.xlsx', () =>
    workbookOf({
      strings: `<si><t>${'x'.repeat(200_000)}</t></si>`,
      sheets: { Sheet1: '<row><c t="s"><v>0</v></c></row>'.repeat(50_000) },
    }),
  ),
  refused('row_too_long', 'long-row.csv', () => csv(`${'a,'.repeat(MB / 2)}1500`), 2),
  refused('row_too_long', 'long-cell.csv', () => csv(`"${'a'.repeat(5 * MB)}",1500,RUB,sbp`), 2),
  refused('row_too_long', 'long-cell.xlsx', () => sheet(row(1, 'a'.repeat(5 * MB)))),
  refused('row_too_long', 'wide.xlsx', () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 1),
  refused(
    'row_too_long',
    'open-quote-long.csv',
    () => `"${csv('a,1500,RUB,sbp\n'.repeat(90_000))}`,
    1,
  ),
];

/** Cut, torn or forged. */
const BROKEN: readonly HostileFile[] = [
  refused('empty', 'empty.csv', () => ''),
  refused('empty', 'mark-alone.csv', () => '\ufeff'),
  refused('empty', 'header-alone.csv', () => `${HEADER}\n`),
  refused('empty', 'blank-lines.csv', () => '\r\n \r\n,,,\r\n'),
  refused('empty', 'header-alone.xlsx', () => sheet(row(1, 'Customer', 'Amount'))),
  refused('empty', 'no-sheet.xlsx', () => workbookOf({ sheets: {} })),
  refused(
    'damaged',
    'open-quote.csv',
    () => csv('a,1500,RUB,sbp', '"b,1600,RUB,sbp', 'c,1,RUB,sbp'),
    3,
  ),
  refused('damaged', 'behind-quote.csv', () => csv('a,1500,RUB,sbp', '"b"x,1600,RUB,sbp'), 3),
  refused('damaged', 'cut.xlsx', async () => (await good()).subarray(0, 400)),
  refused('damaged', 'no-directory.xlsx', async () => (await good()).subarray(0, -30)),
  refused('damaged', 'says-less-packed.xlsx', () =>
    patchedEntry('xl/worksheets/sheet1.xml', 20, 20),
  ),
  refused('damaged', 'says-more-packed.xlsx', () =>
    patchedEntry('xl/worksheets/sheet1.xml', 20, 0x7f_ff_ff_ff),
  ),
  refused('damaged', 'says-other-size.xlsx', () =>
    patchedEntry('xl/worksheets/sheet1.xml', 24, 99),
  ),
  refused('damaged', 'other-checksum.xlsx', () => patchedEntry('xl/worksheets/sheet1.xml', 16, 99)),
  refused('damaged', 'elsewhere.xlsx', () => patchedEntry('xl/workbook.xml', 42, 0x7f_ff_ff_ff)),
  refused('damaged', 'breaks-off.xlsx', () =>
    workbookOf({ parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c>' } }),
  ),
  refused('damaged', 'rows-backwards.xlsx', () => sheet(row(5, 'a') + row(4, 'b')), 4),
  refused('damaged', 'outside.xlsx', () => related('../../../../../../etc/passwd')),
  refused('damaged', 'outside-address.xlsx', () => related('file:///etc/passwd')),
  refused('empty', 'outside-external.xlsx', () =>
    related('file:///etc/passwd" TargetMode="External'),
  ),
];

/** Read to the end; what is wrong is told row by row. */
const ODD: readonly HostileFile[] = [
  read(['formula_error'], 'formulas.xlsx', () =>
    sheet(
      row(1, ...HEADER.split(',')) +
        `<row r="2"><c t="inlineStr"><is><t>a</t></is></c><c><f>SUM(B3:B9)</f></c>${text('RUB')}${text('sbp')}</row>`,
    ),
  ),
  read(['formula_error'], 'formulas.csv', () => csv('a,=1000+500,RUB,sbp', 'b,1500,RUB,sbp')),
  read(['required'], 'merged.xlsx', () =>
    sheet(
      row(1, ...HEADER.split(',')) +
        row(2, 'a', '1500', 'RUB', 'sbp') +
        row(3, '', '1600', 'RUB', 'sbp'),
      {
        after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      },
    ),
  ),
  // The second header is a row, and no amount.
  read(['malformed', 'currency_not_in_flow'], 'two-headers.csv', () =>
    csv(HEADER, 'a,1500,RUB,sbp'),
  ),
  read(['extra_cells'], 'decimal-comma.csv', () => csv('a,1500,50,RUB,sbp')),
  read(['control_character'], 'nul-inside.csv', () => csv('a\0b,1500,RUB,sbp')),
  // Entities of a document type are never expanded: the cell is no amount.
  read(['malformed'], 'entities.xlsx', () => entities('<!ENTITY a "1500">', '&a;')),
  read(['malformed'], 'entity-bomb.xlsx', () => entities(entityBomb(), '&l9;')),
  read(['malformed'], 'entity-outside.xlsx', () =>
    entities('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'),
  ),
];

export const HOSTILE_FILES: readonly HostileFile[] = [...FOREIGN, ...HUGE, ...BROKEN, ...ODD];

export const GOOD_FILE = csv('good-1,1500,RUB,sbp', 'good-2,1600,RUB,sbp');

const text = (said: string): string => `<c t="inlineStr"><is><t>${said}</t></is></c>`;

function row(number: number, ...cells: readonly string[]): string {
  return `<row r="${number}">${cells.map(text).join('')}</row>`;
}

async function sheet(rows: string, { after = '' } = {}): Promise<Buffer> {
  if (after === '') return workbookOf({ sheets: { Sheet1: rows } });
  const xml = `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`;
  return workbookOf({ parts: { 'xl/worksheets/sheet1.xml': xml } });
}

const good = (): Promise<Buffer> =>
  sheet(row(1, ...HEADER.split(',')) + row(2, 'a', '1500', 'RUB', 'sbp'));

/** A number in the directory of a good workbook is another one. */
async function patchedEntry(name: string, at: number, value: number): Promise<Buffer> {
  const bytes = await good();
  const entry = bytes.lastIndexOf(name) - 46;
  if (at === 8) bytes.writeUInt16LE(value, entry + at);
  else bytes.writeUInt32LE(value, entry + at);
  return bytes;
}

/** The directory says 1 KB. */
async function lyingBomb(): Promise<Buffer> {
  const content = Buffer.alloc(210 * MB, `<x a="${'y'.repeat(4087)}"/>`);
  const parts = { 'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), content]) };
  const bytes = await workbookOf({ parts });
  bytes.writeUInt32LE(1024, bytes.lastIndexOf('xl/sharedStrings.xml') - 46 + 24);
  return bytes;
}

/** The only sheet is said to be there. */
function related(target: string): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: WorkbookOf['parts'] = {
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="${target}"/></Relationships>`,
  };
  return workbookOf({ parts });
}

function entities(declared: string, amount: string): Promise<Buffer> {
  const rows = row(1, ...HEADER.split(',')) + row(2, 'a', amount, 'RUB', 'sbp');
  const xml = `<?xml version="1.0"?><!DOCTYPE worksheet [${declared}]><worksheet><sheetData>${rows}</sheetData></worksheet>`;
  return workbookOf({ parts: { 'xl/worksheets/sheet1.xml': xml } });
}

/** Ten to the ninth. */
function entityBomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  );
  return `<!ENTITY l0 "1500">${levels.join('')}`;
}

function beginningOf(file: string, bytes: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const beginning = Buffer.alloc(bytes);
    readSync(descriptor, beginning);
    return beginning;
  } finally {
    closeSync(descriptor);
  }
}
