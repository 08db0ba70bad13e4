import {
  type ImportChoices,
  type ImportReading,
  MAX_IMPORT_ROWS,
  MAX_UNPACKED_BYTES,
  type Mapping,
  PREVIEW_ROWS,
} from '#shared/domain/importing.ts';
import { decimalMarkOf } from '#shared/domain/money.ts';

import { unguard } from '../../exports/csvField.ts';
import { type Delimiter, type FileRow, csvRows, detectDelimiter, isBlank } from './csv.ts';
import { type Encoding, detectEncoding, isBinary } from './encoding.ts';
import { type FieldsIn, mappingByHeaders, mostKnownHeaders } from './headers.ts';
import { RefusedError, type Step } from './refusal.ts';
import { openWorkbook } from './xlsx.ts';

type DecimalMark = ImportReading['decimalMark'];

/** The rows of a file or a pasted range, held in little room. */
export type Sheet = Pick<
  ImportReading,
  'format' | 'encoding' | 'delimiter' | 'sheet' | 'sheets' | 'headerRow' | 'headers'
> & {
  /** The cells of each row as JSON: one text takes a fifth of the room of ten. */
  readonly rows: readonly string[];
  /** The number of each row in the file, ascending. */
  readonly numbers: readonly number[];
  /** Columns whose numbers are known to have a decimal point. */
  readonly fractions: ReadonlySet<number>;
  /** Numbers of the rows from which a formula guard was taken. */
  readonly unguarded: ReadonlySet<number>;
  /** Numbers of the rows that the spreadsheet does not show. */
  readonly hidden: ReadonlySet<number>;
};

/** Headers are looked for in the first rows; a title or a date may stand above them. */
const HEADER_ROWS = 20;
const BEGINNING_BYTES = 64 * 1024;
/** In memory, where one of them is no Latin letter. */
const BYTES_PER_CHARACTER = 2;
/** Enough to show a decimal mark; the check looks at all of them. */
const MARK_ROWS = 2000;

/** `fieldsIn`: the names by which the row of headers is known. */
export async function readSheet(
  bytes: Buffer,
  choices: ImportChoices,
  step: Step,
  fieldsIn: FieldsIn = mappingByHeaders,
): Promise<Sheet> {
  if (bytes.length === 0) throw new RefusedError('empty');
  refuseForeign(bytes);
  const read = isZip(bytes) ? readWorkbook : readText;
  return read(bytes, choices, step, fieldsIn);
}

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream of an OLE file that holds an encrypted workbook, as its directory names it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const FOREIGN = [
  '%PDF-',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  'GIF8',
  '\u001f\u008b',
  'Rar!',
  '7z',
  '{\\rtf',
];

function refuseForeign(bytes: Buffer): void {
  if (bytes.subarray(0, OLE.length).equals(OLE)) {
    throw new RefusedError(bytes.includes(ENCRYPTED) ? 'encrypted' : 'not_a_table');
  }
  const beginning = bytes.toString('latin1', 0, 8);
  if (FOREIGN.some((mark) => beginning.startsWith(mark))) throw new RefusedError('not_a_table');
}

function isZip(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 2) === 'PK' && (bytes[2] ?? 0) < 9 && (bytes[3] ?? 0) < 9;
}

async function readWorkbook(
  bytes: Buffer,
  choices: ImportChoices,
  step: Step,
  fieldsIn: FieldsIn,
): Promise<Sheet> {
  const workbook = await openWorkbook(bytes, step);
  const { sheets, fractions } = workbook;
  const sheet = workbook.nameOf(choices.sheet);
  const gathered = await gather(workbook.rows(choices.sheet), choices.headerRow, fieldsIn);
  const none = { encoding: null, delimiter: null, unguarded: new Set<number>() };
  return { format: 'xlsx', ...none, sheet, sheets, fractions, ...gathered };
}

async function readText(
  bytes: Buffer,
  choices: ImportChoices,
  step: Step,
  fieldsIn: FieldsIn,
): Promise<Sheet> {
  const encoding: Encoding = choices.encoding ?? detectEncoding(bytes);
  if (isBinary(bytes, encoding)) throw new RefusedError('not_a_table');
  const beginning = new TextDecoder(encoding).decode(bytes.subarray(0, BEGINNING_BYTES));
  if (/^\s*<[!?a-z]/iu.test(beginning)) throw new RefusedError('not_a_table');
  const delimiter: Delimiter = choices.delimiter ?? detectDelimiter(beginning, fieldsIn);
  const unguarded = new Set<number>();
  const rows = withoutGuards(csvRows(bytes, encoding, delimiter, step), unguarded);
  const gathered = await gather(rows, choices.headerRow, fieldsIn);
  const none = { sheet: null, sheets: [], fractions: new Set<number>() };
  return { format: 'csv', encoding, delimiter, unguarded, ...none, ...gathered };
}

/**
 * A report in CSV has an apostrophe before each cell that begins like a formula (`'@ivan`); imported again, the cell is what it was.
 * The same apostrophe in any other file is one that a spreadsheet or another program put there. Workbooks need no guard and have none.
 */
async function* withoutGuards(
  rows: AsyncIterable<FileRow>,
  unguarded: Set<number>,
): AsyncGenerator<FileRow, void> {
  for await (const row of rows) {
    const cells = row.cells.map((cell) => (cell.includes("'") ? unguard(cell) : cell));
    if (cells.some((cell, column) => cell !== row.cells[column])) unguarded.add(row.number);
    yield { number: row.number, cells };
  }
}

async function gather(
  all: AsyncIterable<FileRow>,
  chosen: number | null,
  fieldsIn: FieldsIn,
): Promise<Pick<Sheet, 'headerRow' | 'headers' | 'rows' | 'numbers' | 'hidden'>> {
  const first: FileRow[] = [];
  const later: { row: string; number: number }[] = [];
  const hidden = new Set<number>();
  let columns = 0;
  let held = 0;
  const packed = ({ number, cells }: FileRow): { row: string; number: number } => {
    columns = Math.max(columns, cells.length);
    const row = JSON.stringify(cells);
    held += row.length * BYTES_PER_CHARACTER;
    // Every row of a workbook may name the same long text.
    if (held > MAX_UNPACKED_BYTES) throw new RefusedError('unpacks_too_large');
    return { row, number };
  };
  for await (const row of all) {
    if (isBlank(row.cells)) continue;
    if (row.isHidden === true) hidden.add(row.number);
    if (row.number <= HEADER_ROWS) first.push(row);
    else later.push(packed(row));
    if (later.length > MAX_IMPORT_ROWS) throw new RefusedError('too_many_rows');
  }
  const headerRow = chosen ?? headerRowOf(first, fieldsIn);
  const header = first.find(({ number }) => number === headerRow)?.cells ?? [];
  const top = first.filter(({ number }) => number > headerRow).map(packed);
  const data = [...top, ...later];
  if (data.length > MAX_IMPORT_ROWS) throw new RefusedError('too_many_rows');
  if (data.length === 0) throw new RefusedError('empty');
  return {
    headerRow,
    headers: headersOf(header, columns),
    rows: data.map(({ row }) => row),
    numbers: data.map(({ number }) => number),
    hidden,
  };
}

/** The row with the most known names. Without any, the first row if nothing in it is a number; 0: there is none. */
function headerRowOf(first: readonly FileRow[], fieldsIn: FieldsIn): number {
  const cellsOfFirst = first.map(({ cells }) => cells);
  const { at } = mostKnownHeaders(cellsOfFirst, fieldsIn);
  const known = first[at];
  if (known !== undefined) return known.number;
  const [top] = first;
  if (top === undefined || first.length < 2) return 0;
  return top.cells.some((cell) => /^[\s\d.,+-]*\d[\s\d.,+-]*$/u.test(cell)) ? 0 : top.number;
}

function headersOf(header: readonly string[], columns: number): readonly string[] {
  const names = header.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  // Without a header every column is a column. With one, cells behind it belong to none.
  const count = names.length === 0 ? columns : names.length;
  return Array.from({ length: count }, (_, at) => {
    const name = names[at] ?? '';
    return name === '' ? `Column ${at + 1}` : name;
  });
}

/** Packed above: it is done for every row of every check. */
export function cellsOf(row: string): readonly string[] {
  const cells: unknown = JSON.parse(row);
  return isCells(cells) ? cells : [];
}

function isCells(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

/** The decimal mark that amounts of a column prove; null where none does, or they contradict each other. */
export function createMarkProof(hasFractions: boolean) {
  const proven = new Set<DecimalMark>(hasFractions ? ['.'] : []);
  return {
    add(text: string): void {
      const mark = proven.size > 1 ? null : decimalMarkOf(text);
      if (mark !== null) proven.add(mark);
    },
    end: (): DecimalMark | null => (proven.size === 1 ? ([...proven][0] ?? null) : null),
  };
}

/** As a page sees it, with the columns mapped by their names. */
export function readingOf(
  sheet: Sheet,
  sha256: string,
  chosenMark: DecimalMark | null,
  mapping: Mapping = mappingByHeaders(sheet.headerRow === 0 ? [] : sheet.headers),
): ImportReading {
  const {
    rows,
    numbers: _numbers,
    unguarded: _unguarded,
    hidden: _hidden,
    fractions,
    ...shown
  } = sheet;
  const amount = mapping.amount?.from === 'column' ? mapping.amount.column : -1;
  const proof = createMarkProof(fractions.has(amount));
  for (const row of rows.slice(0, MARK_ROWS)) proof.add(cellsOf(row)[amount] ?? '');
  return {
    ...shown,
    decimalMark: chosenMark ?? proof.end() ?? '.',
    rows: rows.length,
    sha256,
    preview: rows.slice(0, PREVIEW_ROWS).map(cellsOf),
    mapping,
    isRemembered: false,
  };
}
