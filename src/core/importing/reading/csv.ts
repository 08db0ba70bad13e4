import Papa from 'papaparse';

import { DELIMITERS } from '#shared/domain/importing.ts';

import type { Encoding } from './encoding.ts';
import { type FieldsIn, mappingByHeaders, mostKnownHeaders } from './headers.ts';
import {
  MAX_COLUMNS,
  MAX_RECORDS,
  MAX_ROW_CHARACTERS,
  RefusedError,
  type Step,
} from './refusal.ts';

export type Delimiter = (typeof DELIMITERS)[number];
/** A row of the file with its number as a spreadsheet shows it, from 1. */
export type FileRow = {
  readonly number: number;
  readonly cells: readonly string[];
  /** The spreadsheet does not show it. */
  readonly isHidden?: boolean;
};

const PIECE_BYTES = 64 * 1024;
const SAMPLE_RECORDS = 30;
/** Excel's own first line, which names the delimiter and is no row. */
const SEP_LINE = /^sep=(?<mark>[,;\t])\r?\n/iu;

/** Of the beginning of the file: the delimiter under which most headers are known, else most rows have the same number of cells. */
export function detectDelimiter(
  beginning: string,
  fieldsIn: FieldsIn = mappingByHeaders,
): Delimiter {
  const named = SEP_LINE.exec(beginning)?.groups?.['mark'];
  const byName = DELIMITERS.find((delimiter) => delimiter === named);
  if (byName !== undefined) return byName;
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: scoreOf(beginning, delimiter, fieldsIn),
  }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function scoreOf(beginning: string, delimiter: Delimiter, fieldsIn: FieldsIn): number {
  const { records } = parsePiece(beginning, delimiter, true);
  const rows = records.slice(0, SAMPLE_RECORDS).filter((cells) => !isBlank(cells));
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns, alike] = [...counts].reduce(
    (best, one) => (one[1] > best[1] ? one : best),
    [0, 0],
  );
  if (columns < 2) return 0;
  const { known } = mostKnownHeaders(rows, fieldsIn);
  return known * 1000 + (alike / rows.length) * 100 + Math.min(columns, 50);
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** The rows in order, decoded and parsed piece by piece, so that neither the text nor a row without an end is held whole. */
export async function* csvRows(
  bytes: Uint8Array,
  encoding: Encoding,
  delimiter: Delimiter,
  step: Step,
): AsyncGenerator<FileRow, void> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let number = 0;
  for await (const { piece, isFirst, isLast } of inPieces(bytes, step)) {
    rest += decoder.decode(piece, { stream: !isLast });
    if (isFirst) rest = rest.replace(SEP_LINE, '');
    const parsed = parsePiece(rest, delimiter, isLast);
    for (const cells of parsed.records) {
      number += 1;
      refuseHuge(cells, number);
      yield { number, cells };
    }
    if (parsed.isTorn) throw new RefusedError('damaged', String(number + 1));
    rest = rest.slice(parsed.end);
    if (rest.length > MAX_ROW_CHARACTERS)
      throw new RefusedError('row_too_long', String(number + 1));
  }
}

type BytePiece = {
  readonly piece: Uint8Array;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

async function* inPieces(bytes: Uint8Array, step: Step): AsyncGenerator<BytePiece> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    const isLast = at + PIECE_BYTES >= bytes.length;
    yield step.breathe(at, bytes.length).then(() => ({ piece, isFirst: at === 0, isLast }));
  }
}

function refuseHuge(cells: readonly string[], number: number): void {
  if (number > MAX_RECORDS) throw new RefusedError('too_many_rows');
  if (cells.length > MAX_COLUMNS) throw new RefusedError('row_too_long', String(number));
}

type Piece = {
  readonly records: readonly (readonly string[])[];
  /** Where the first record that is not whole begins. */
  readonly end: number;
  /** The record after `records` has a quote that is not closed, or text behind one. */
  readonly isTorn: boolean;
};

/** The last record of a piece that is not the last one may go on in the next. */
function parsePiece(text: string, delimiter: Delimiter, isLast: boolean): Piece {
  const records: string[][] = [];
  let end = 0;
  let waiting: { readonly cells: string[]; readonly end: number } | null = null;
  let isTorn = false;
  const keep = (): void => {
    if (waiting === null) return;
    records.push(waiting.cells);
    end = waiting.end;
    waiting = null;
  };
  // Both kinds of line ends in one file: what is left of a CR is cut off below.
  const newline = text.includes('\n') ? '\n' : '\r';
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    step({ data, errors, meta }, parser) {
      keep();
      isTorn = errors.some(({ type }) => type === 'Quotes');
      if (isTorn) parser.abort();
      else waiting = { cells: withoutCr(data), end: meta.cursor };
    },
  });
  if (isLast) keep();
  return { records, end, isTorn: isTorn && isLast };
}

function withoutCr(cells: string[]): string[] {
  const last = cells.at(-1);
  return last?.endsWith('\r') === true ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}
