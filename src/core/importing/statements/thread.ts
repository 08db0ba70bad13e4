import { type ImportChoices, PREVIEW_ROWS, unitByHeader } from '#shared/domain/importing.ts';
import {
  type StatementCheck,
  type StatementMapping,
  type StatementReading,
  type StatementRow,
  isUnreadable,
} from '#shared/domain/statement.ts';

import { inPieces } from '../checking/fileRules.ts';
import type { HeldImports } from '../heldImports.ts';
import { type Sheet, cellsOf, createMarkProof, readingOf } from '../reading/readSheet.ts';
import { RefusedError, type Step, refusable } from '../reading/refusal.ts';
import { statementFieldsIn } from './headers.ts';
import { type StatementRules, amountParts, readStatementRow } from './readRow.ts';
import { createDateOrder, createZone } from './times.ts';

export type StatementAsked = {
  readonly mapping: StatementMapping;
  /** Of times without a zone. */
  readonly timeZone: string;
};

export type ReadStatement = Omit<StatementCheck, 'sameFile' | 'digest'>;

/** The functions of the importer's thread for statements, after `add`. `read` is told to look for the columns of a statement. */
export function statementApi({ of, sheetOf, inStep }: HeldImports, quiet: Step) {
  return {
    statementPreview: (importId: string, asked: StatementAsked) =>
      refusable(async () => {
        const { sheet } = sheetOf(importId);
        const rules = await statementRules(sheet, asked, of(importId).chosenMark, quiet);
        return sheet.rows.slice(0, PREVIEW_ROWS).map((_, at) => rowAt(sheet, at, rules));
      }),
    statementCheck: (importId: string, asked: StatementAsked) =>
      refusable(() =>
        inStep(importId, 'checking', async (step): Promise<ReadStatement> => {
          const held = of(importId);
          held.statement = null;
          const { sheet } = sheetOf(importId);
          const rules = await statementRules(sheet, asked, held.chosenMark, step);
          const counts = createCounts();
          for await (const [from, to] of inPieces(sheet.rows.length, step)) {
            for (let at = from; at < to; at += 1) counts.add(rowAt(sheet, at, rules));
          }
          held.statement = rules;
          return counts.end();
        }),
      ),
    /** Of the last check, in the order of the file. */
    statementRows: (importId: string, from: number, count: number) =>
      refusable(async (): Promise<readonly StatementRow[]> => {
        const { sheet } = sheetOf(importId);
        const { statement: rules } = of(importId);
        if (rules === null) throw new RefusedError('gone');
        const piece = sheet.rows.slice(from, from + count);
        return piece.map((_, at) => rowAt(sheet, from + at, rules));
      }),
  };
}

export function statementReadingOf(
  sheet: Sheet,
  sha256: string,
  chosenMark: ImportChoices['decimalMark'],
): StatementReading {
  const fields = statementFieldsIn(sheet.headerRow === 0 ? [] : sheet.headers);
  const unit = unitByHeader(sheet.headers[fields.amount?.column ?? -1]);
  const amount = fields.amount === undefined ? {} : { amount: fields.amount };
  // The mark is detected in the column of the amounts.
  const { mapping: _, ...reading } = readingOf(sheet, sha256, chosenMark, amount);
  return { ...reading, mapping: { fields, unit } };
}

function rowAt(sheet: Sheet, at: number, rules: StatementRules): StatementRow {
  return readStatementRow(sheet.numbers[at] ?? 0, cellsOf(sheet.rows[at] ?? '[]'), rules);
}

/** What only the whole file tells: the decimal mark, and whether days stand before months. */
async function statementRules(
  sheet: Sheet,
  { mapping, timeZone }: StatementAsked,
  chosenMark: StatementRules['decimalMark'],
  step: Step,
): Promise<StatementRules> {
  const column = (field: keyof StatementMapping['fields']): number => {
    const source = mapping.fields[field];
    return source?.from === 'column' ? source.column : -1;
  };
  const amounts = (['amount', 'paid_amount', 'fee'] as const).map(column);
  const time = column('time');
  const proof = createMarkProof(amounts.some((at) => sheet.fractions.has(at)));
  const order = createDateOrder();
  for await (const [from, to] of inPieces(sheet.rows.length, step)) {
    for (const row of sheet.rows.slice(from, to)) {
      const cells = cellsOf(row);
      for (const at of amounts) proof.add(amountParts(cells[at] ?? '').number);
      order.add(cells[time] ?? '');
    }
  }
  return {
    mapping,
    columns: sheet.headers.length,
    decimalMark: chosenMark ?? proof.end(),
    times: { order: order.end(), toUtc: createZone(timeZone) },
  };
}

function createCounts() {
  const counts = { rows: 0, unreadable: 0, refunds: 0, totals: 0, withoutTime: 0 };
  const problems = new Map<string, StatementCheck['problems'][number]>();
  let earliest: string | null = null;
  let latest: string | null = null;
  return {
    add(row: StatementRow): void {
      counts.rows += 1;
      if (isUnreadable(row)) counts.unreadable += 1;
      if (row.kind === 'refund') counts.refunds += 1;
      if (row.kind === 'total') counts.totals += 1;
      else if (row.at === null) counts.withoutTime += 1;
      if (row.at !== null && (earliest === null || row.at < earliest)) earliest = row.at;
      if (row.at !== null && (latest === null || row.at > latest)) latest = row.at;
      for (const { field, code } of row.problems) {
        const key = `${field} ${code}`;
        const before = problems.get(key) ?? { field, code, rows: 0, first: row.row };
        problems.set(key, { ...before, rows: before.rows + 1 });
      }
    },
    end: (): ReadStatement => ({
      ...counts,
      earliest,
      latest,
      problems: [...problems.values()].toSorted((a, b) => b.rows - a.rows),
    }),
  };
}
