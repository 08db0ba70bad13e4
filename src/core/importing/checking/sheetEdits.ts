import type { ImportCheck } from '#shared/domain/importing.ts';

import { type Sheet, cellsOf } from '../reading/readSheet.ts';

export type SheetEdits = {
  /** As they stand in the file. */
  readonly cells: (row: number) => readonly string[];
  /** With the operator's corrections in force. */
  readonly texts: (row: number) => readonly string[];
  /** By column. */
  readonly corrections: (row: number) => Readonly<Record<string, string>>;
  /** The operator's reason; null: the row takes part. */
  readonly leftOut: (row: number) => string | null;
  /** Null: as it stands in the file. */
  readonly correct: (row: number, column: number, text: string | null) => void;
  readonly leaveOut: (row: number, reason: string | null) => void;
};

/** The reason of rows that were never seen by the operator. */
const HIDDEN = 'hidden';

/** What the operator changed about the rows of a file. The file's own cells stay as they are, and hidden rows are left out. */
export function createSheetEdits({
  rows,
  numbers,
  hidden,
}: Pick<Sheet, 'rows' | 'numbers' | 'hidden'>): SheetEdits {
  const corrections = new Map<number, Map<number, string>>();
  const leftOut = new Map<number, string>();
  for (const [row, number] of numbers.entries()) if (hidden.has(number)) leftOut.set(row, HIDDEN);
  const cells = (row: number): readonly string[] => cellsOf(rows[row] ?? '[]');
  return {
    cells,
    texts(row) {
      const own = cells(row);
      const corrected = corrections.get(row);
      if (corrected === undefined) return own;
      const length = Math.max(own.length, ...[...corrected.keys()].map((column) => column + 1));
      return Array.from({ length }, (_, column) => corrected.get(column) ?? own[column] ?? '');
    },
    corrections: (row) => Object.fromEntries(corrections.get(row) ?? []),
    leftOut: (row) => leftOut.get(row) ?? null,
    correct(row, column, text) {
      const own = corrections.get(row) ?? new Map<number, string>();
      if (text === null || text === (cells(row)[column] ?? '')) own.delete(column);
      else own.set(column, text);
      if (own.size === 0) corrections.delete(row);
      else corrections.set(row, own);
    },
    leaveOut(row, reason) {
      if (reason === null) leftOut.delete(row);
      else leftOut.set(row, reason);
    },
  };
}

const HIDDEN_NAMED = 10;

/** The rows that the spreadsheet does not show, the first of them by number. */
export function hiddenRows({ numbers, hidden }: Sheet, edits: SheetEdits): ImportCheck['hidden'] {
  const rows = numbers.flatMap((number, row) => (hidden.has(number) ? [{ number, row }] : []));
  return {
    rows: rows.length,
    leftOut: rows.filter(({ row }) => edits.leftOut(row) !== null).length,
    first: rows.slice(0, HIDDEN_NAMED).map(({ number }) => number),
  };
}
