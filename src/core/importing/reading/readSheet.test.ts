import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DETECT_ALL } from '#shared/domain/importing.ts';

import { csvLine } from '../../exports/csvField.ts';
import { FREE_STEP } from '../testing/workbook.ts';
import { type Sheet, cellsOf, readSheet } from './readSheet.ts';

const HEADERS = ['Customer', 'Amount', 'Currency', 'Note'];

/** As the report of failed rows is written in CSV. */
function reportOf(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\ufeff${[HEADERS, ...rows].map((row) => csvLine(row, ',')).join('')}`);
}

const read = (bytes: Buffer): Promise<Sheet> => readSheet(bytes, DETECT_ALL, FREE_STEP);
const cellsIn = ({ rows }: Sheet): readonly (readonly string[])[] => rows.map(cellsOf);

/** What a formula guard is about, and every other text; UTF-8 has no place for half a character. */
const cell = fc.oneof(
  fc.constantFrom(
    '@ivan',
    "'@ivan",
    "''=1",
    '=SUM(A1)',
    '+998901234567',
    '+998-90-123',
    '-12.50',
    '\t=1',
    'later, -5 % off',
    "a,'-b",
    'line\n+1',
    '＝1',
    "O'Neil",
  ),
  fc.string({ unit: 'grapheme' }),
);
const row = fc.tuple(
  cell,
  cell,
  fc.constant('RUB'),
  // The reader takes a CR at a row's end for half of its line end.
  cell.filter((text) => !text.endsWith('\r')),
);

describe('a report of failed rows that is imported again', () => {
  it('has the cells that the file had', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        expect(cellsIn(await read(reportOf(rows)))).toEqual(rows);
      }),
    );
  });

  it('names the rows from which a guard was taken', async () => {
    const sheet = await read(
      reportOf([
        ['cust-1', '150', 'RUB', "O'Neil"],
        ['@ivan', '150', 'RUB', ''],
        ['cust-3', '150', 'RUB', 'later, -5 % off'],
      ]),
    );
    expect([...sheet.unguarded]).toEqual([3, 4]);
  });

  it('has headers that begin like a formula', async () => {
    const sheet = await read(Buffer.from("Customer,Amount,'-extra\r\ncust-1,150,x\r\n"));
    expect(sheet.headers).toEqual(['Customer', 'Amount', '-extra']);
  });
});
