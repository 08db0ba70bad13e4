import type { ExportOrder } from '#shared/domain/logExport.ts';
import { assertNever } from '#shared/domain/result.ts';

import { EXPORT_COLUMNS, type ExportColumn, type ExportValues, FLAG_COLUMNS } from './columns.ts';
import { csvLine } from './csvField.ts';
import { workbookParts } from './xlsx.ts';
import { zipped } from './zip.ts';

/** Where the rows come from, a piece of the list at a time. A caller that asks for the next piece has taken the last one in. */
export type RowSource = {
  readonly total: number;
  readonly csv: () => AsyncIterable<Buffer>;
  readonly values: () => AsyncIterable<readonly ExportValues[]>;
};

export const DELIMITERS = { comma: ',', semicolon: ';' } as const;

/** Without it Excel takes the file for one in the machine's old code page. */
const BOM = '\ufeff';

export function fileBytes(
  { format, delimiter }: Pick<ExportOrder, 'format' | 'delimiter'>,
  rows: RowSource,
  zip64: boolean,
): AsyncIterable<Buffer> {
  switch (format) {
    case 'csv':
      return csvBytes(rows, DELIMITERS[delimiter]);
    case 'jsonl':
      return jsonLines(rows);
    case 'xlsx':
      return zipped(workbookParts(rows.values(), rows.total), { zip64 });
    default:
      return assertNever(format);
  }
}

async function* csvBytes(rows: RowSource, delimiter: ',' | ';'): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + csvLine(EXPORT_COLUMNS, delimiter));
  yield* rows.csv();
}

async function* jsonLines(rows: RowSource): AsyncGenerator<Buffer> {
  for await (const some of rows.values()) yield Buffer.from(some.map(jsonLine).join(''));
}

const KEYS = EXPORT_COLUMNS.map((column) => `${JSON.stringify(column)}:`);

/** Amounts stay text: a number in JSON is a double to most who read it. Member by member: an object a row would only be made to be taken apart. */
function jsonLine(values: ExportValues): string {
  const members = EXPORT_COLUMNS.map(
    (column, at) => `${KEYS[at]}${member(column, values[at] ?? null)}`,
  );
  return `{${members.join(',')}}\n`;
}

function member(column: ExportColumn, value: string | null): string {
  if (FLAG_COLUMNS.has(column)) return String(value === 'yes');
  if (column === 'attention') return JSON.stringify(value === null ? [] : value.split(' '));
  return JSON.stringify(value);
}
