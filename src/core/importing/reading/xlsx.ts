import { posix } from 'node:path';

import type { FileRow } from './csv.ts';
import { dateText, numberText } from './numbers.ts';
import {
  MAX_COLUMNS,
  MAX_RECORDS,
  MAX_ROW_CHARACTERS,
  RefusedError,
  type Step,
} from './refusal.ts';
import { createText, dateStyles, readWhole, sharedStrings, unescaped } from './sharedParts.ts';
import { type Attributes, readXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

type Workbook = {
  readonly sheets: readonly string[];
  /** Null: the first one that is not hidden. */
  readonly rows: (sheet: string | null) => AsyncIterable<FileRow>;
  readonly nameOf: (sheet: string | null) => string;
  /** Columns with a number that has a fraction, among the rows read so far: there the decimal mark is a point. */
  readonly fractions: ReadonlySet<number>;
};

type SheetPart = { readonly name: string; readonly part: string; readonly isHidden: boolean };
type Shared = {
  readonly strings: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly is1904: boolean;
};

/** A workbook, unpacked and parsed piece by piece: cells as text, formulas as the value that was last computed. */
export async function openWorkbook(bytes: Buffer, step: Step): Promise<Workbook> {
  const archive = openArchive(bytes, step);
  const main = await mainPart(archive);
  if (main === null || !archive.has(main)) throw new RefusedError('not_a_table');
  const links = await relationships(archive, relsOf(main));
  const { sheets, is1904 } = await readMain(archive, main, links);
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  if (first === undefined) throw new RefusedError('empty');
  const fractions = new Set<number>();
  const partOf = (type: string): string | undefined =>
    links.find((link) => link.type.endsWith(`/${type}`) && archive.has(link.part))?.part;
  let shared: Shared | null = null;

  function chosen(name: string | null): SheetPart {
    const sheet = name === null ? first : sheets.find((one) => one.name === name);
    if (sheet === undefined) throw new RefusedError('sheet_not_found', name);
    return sheet;
  }
  async function* rows(name: string | null): AsyncGenerator<FileRow> {
    const { part } = chosen(name);
    shared ??= {
      strings: await sharedStrings(archive, partOf('sharedStrings')),
      dateStyles: await dateStyles(archive, partOf('styles')),
      is1904,
    };
    yield* sheetRows(archive, part, shared, fractions);
  }
  return {
    sheets: sheets.map(({ name }) => name),
    rows,
    nameOf: (name) => chosen(name).name,
    fractions,
  };
}

async function mainPart(archive: Archive): Promise<string | null> {
  if (!archive.has('_rels/.rels')) return null;
  const links = await relationships(archive, '_rels/.rels');
  return links.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? null;
}

function relsOf(part: string): string {
  return `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
}

type Link = { readonly id: string; readonly type: string; readonly part: string };

async function relationships(archive: Archive, rels: string): Promise<readonly Link[]> {
  const folder = posix.dirname(posix.dirname(rels));
  const links: Link[] = [];
  await readWhole(archive, rels, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
      const target = attribute('Target') ?? '';
      const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      const [id = '', type = ''] = [attribute('Id'), attribute('Type')];
      links.push({ id, type, part: part.toLowerCase() });
    },
  });
  return links;
}

async function readMain(
  archive: Archive,
  part: string,
  links: readonly Link[],
): Promise<{ readonly sheets: readonly SheetPart[]; readonly is1904: boolean }> {
  const sheets: SheetPart[] = [];
  let is1904 = false;
  await readWhole(archive, part, {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const id = attribute('*:id');
      const link = links.find((one) => one.id === id && one.type.endsWith('/worksheet'));
      if (link === undefined) return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute('name') ?? '', part: link.part, isHidden });
    },
  });
  return { sheets, is1904 };
}

type OpenRow = { number: number; cells: string[]; size: number; isHidden: boolean };
type Cell = { column: number; type: string; style: number; value: string; formula: string };

async function* sheetRows(
  archive: Archive,
  part: string,
  shared: Shared,
  fractions: Set<number>,
): AsyncGenerator<FileRow> {
  let done: FileRow[] = [];
  let row: OpenRow | null = null;
  let cell: Cell | null = null;
  let last = 0;
  let inside: 'v' | 'f' | null = null;
  const inline = createText();

  function openTag(name: string, attribute: Attributes): void {
    if (name === 'row') {
      const number = rowNumber(attribute('r'), last);
      row = { number, cells: [], size: 0, isHidden: isHiddenRow(attribute) };
    } else if (name === 'c' && row !== null) cell = cellOf(attribute, row.cells.length);
    else if (cell !== null && (name === 'v' || name === 'f')) inside = name;
    else if (cell !== null) inline.open(name);
  }
  function addText(text: string): void {
    if (cell === null) return;
    if (inside === 'v') cell.value += text;
    else if (inside === 'f') cell.formula += text;
    else inline.add(text);
  }
  function closeTag(name: string): void {
    if (name === 'v' || name === 'f') inside = null;
    else if (name === 'c' && row !== null && cell !== null) {
      const text = textOf(cell, inline.take(), shared, fractions);
      row.size += text.length;
      if (text !== '') putCell(row, cell.column, text);
      cell = null;
    } else if (name === 'row' && row !== null) {
      last = row.number;
      done.push(row);
      row = null;
    } else inline.close(name);
  }

  const pieces = readXml(archive.read(part), { open: openTag, text: addText, close: closeTag });
  for await (const _ of pieces) {
    yield* done;
    done = [];
  }
}

function rowNumber(said: string | undefined, last: number): number {
  const number = said === undefined ? last + 1 : Number(said);
  if (!Number.isInteger(number) || number <= last) throw new RefusedError('damaged', said ?? null);
  if (number > MAX_RECORDS) throw new RefusedError('too_many_rows');
  return number;
}

/** By hand, by a filter, in a folded group, or without height. */
function isHiddenRow(attribute: Attributes): boolean {
  return ['1', 'true'].includes(attribute('hidden') ?? '') || Number(attribute('ht') ?? 1) === 0;
}

function cellOf(attribute: Attributes, next: number): Cell {
  const letters = /^[A-Z]{1,3}/u.exec(attribute('r') ?? '')?.[0];
  const column = letters === undefined ? next : columnOf(letters);
  const [type = 'n', style = '-1'] = [attribute('t'), attribute('s')];
  return { column, type, style: Number(style), value: '', formula: '' };
}

/** A is 0, AA is 26. */
function columnOf(letters: string): number {
  let sum = 0;
  for (const letter of letters) sum = sum * 26 + letter.charCodeAt(0) - 64;
  return sum - 1;
}

function putCell(row: OpenRow, column: number, text: string): void {
  if (column >= MAX_COLUMNS || row.size > MAX_ROW_CHARACTERS) {
    throw new RefusedError('row_too_long', String(row.number));
  }
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = text;
}

function textOf(cell: Cell, inline: string, shared: Shared, fractions: Set<number>): string {
  const { type, value, formula, style, column } = cell;
  if (type === 'inlineStr') return inline;
  // Never computed: what it would be is not in the file.
  if (value === '') return formula === '' ? '' : `=${formula}`;
  if (type === 's') return shared.strings[Number(value)] ?? '#REF!';
  if (type === 'str') return unescaped(value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return value;
  if (shared.dateStyles.has(style)) return dateText(value, shared.is1904);
  const text = numberText(value.trim());
  if (text.includes('.')) fractions.add(column);
  return text;
}
