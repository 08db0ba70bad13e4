import type { ExportOrder } from '#shared/domain/logExport.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { Column, ExportValues, Table } from './columns.ts';
import { csvLine } from './csvField.ts';
import { workbookParts } from './xlsx.ts';
import { zipped } from './zip.ts';

export type FileForm = Pick<ExportOrder, 'format' | 'delimiter'>;

const DELIMITERS = { comma: ',', semicolon: ';' } as const;

/** Without it Excel takes the file for one in the machine's old code page. */
const BOM = '\ufeff';

/** `zip64`: of a workbook whose sheet may be 4 GB or larger. */
export function fileBytes(
  { format, delimiter }: FileForm,
  table: Table,
  zip64 = false,
): AsyncIterable<Buffer> {
  switch (format) {
    case 'csv':
      return csvBytes(table, DELIMITERS[delimiter]);
    case 'jsonl':
      return jsonLines(table);
    case 'xlsx':
      return zipped(workbookParts([{ name: 'Deposits', table }]), { zip64 });
    default:
      return assertNever(format);
  }
}

async function* csvBytes({ columns, rows }: Table, delimiter: ',' | ';'): AsyncGenerator<Buffer> {
  const names = columns.map(({ name }) => name);
  yield Buffer.from(BOM + csvLine(names, delimiter));
  for await (const some of rows()) {
    yield Buffer.from(some.map((values) => csvLine(values, delimiter)).join(''));
  }
}

/** Amounts stay text: a number in JSON is a double to most who read it. */
async function* jsonLines({ columns, rows }: Table): AsyncGenerator<Buffer> {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const line = (values: ExportValues): string => {
    const members = columns.map(({ kind }, at) => `${keys[at]}:${json(kind, values[at] ?? null)}`);
    return `{${members.join(',')}}\n`;
  };
  for await (const some of rows()) yield Buffer.from(some.map(line).join(''));
}

function json(kind: Column['kind'], value: string | null): string {
  if (kind === 'flag') return String(value === 'yes');
  if (kind === 'words') return JSON.stringify(value === null ? [] : value.split(' '));
  return JSON.stringify(value);
}

/** For a file that is handed over from memory. */
export async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
