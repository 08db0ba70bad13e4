import { setImmediate } from 'node:timers/promises';

import {
  type CheckedRow,
  type ImportChoices,
  type ImportProgress,
  MAX_IMPORT_BYTES,
  PREVIEW_ROWS,
} from '#shared/domain/importing.ts';
import { repeatKeyOf } from '#shared/domain/orderUse.ts';

import { forgetOrders, knowOrders, ordersToAsk } from './checking/askedOrders.ts';
import type { Rules } from './checking/checkRow.ts';
import {
  type CheckSummary,
  acceptGroup,
  checkedRow,
  correctCell,
  createCheckedSheet,
  leaveRowsOut,
  loadRows,
  readyRows,
  rowsIn,
  shownRow,
  summarise,
} from './checking/checkedSheet.ts';
import { type OrderHolder } from './checking/collisions.ts';
import { fileRules } from './checking/fileRules.ts';
import { createSheetEdits } from './checking/sheetEdits.ts';
import { type HeldImports, createHeldImports } from './heldImports.ts';
import type { ReadyRow } from './imports.ts';
import { type FieldsIn, mappingByHeaders } from './reading/headers.ts';
import { type Sheet, cellsOf, readSheet, readingOf } from './reading/readSheet.ts';
import { MAX_COLUMNS, RefusedError, type Step, refusable } from './reading/refusal.ts';
import { rowDigest } from './imports.ts';
import { statementFieldsIn } from './statements/headers.ts';
import { statementApi, statementReadingOf } from './statements/thread.ts';
import type { SameAgain } from '../log/reads/importReads.ts';

/** What the rows are held against, as far as the file does not tell. */
export type CheckAsked = Omit<Rules, 'decimalMark' | 'unit' | 'habits' | 'columns'>;
type CustomersInLog = {
  readonly lately: readonly SameAgain[];
  readonly unanswered: readonly SameAgain[];
};

export type ImporterApi = ReturnType<typeof createImporterApi>;

/** The functions of the importer's thread, which holds the files: neither the thread that issues nor the page reads one. */
export function createImporterApi(onProgress: (progress: ImportProgress) => void) {
  const imports = createHeldImports(onProgress);
  const of = (work: (importId: string) => void) => (importId: string) =>
    refusable(async () => {
      work(importId);
      return null;
    });
  return {
    begin: of(imports.begin),
    cancel: of(imports.cancel),
    close: of(imports.close),
    ...readingApi(imports),
    ...checkingApi(imports),
    ...rowsApi(imports),
    ...statementApi(imports, QUIET_STEP),
  };
}

type ReadingOf<R> = (sheet: Sheet, sha256: string, mark: ImportChoices['decimalMark']) => R;

function readingApi({ of, sheetOf, inStep }: HeldImports) {
  const readHeld = <R>(
    importId: string,
    choices: ImportChoices,
    bytes: number | null,
    fieldsIn: FieldsIn,
    shownAs: ReadingOf<R>,
  ): Promise<R> =>
    inStep(importId, 'reading', async (step) => {
      const held = of(importId);
      if (bytes !== null && bytes !== held.bytes) throw new RefusedError('file_changed');
      held.read = null;
      held.checked = null;
      held.statement = null;
      const whole = Buffer.concat(held.pieces);
      // One piece from now on: it is read again with other choices.
      held.pieces.splice(0, held.pieces.length, whole);
      const sheet = await readSheet(whole, choices, step, fieldsIn);
      held.read = { sheet, edits: createSheetEdits(sheet) };
      held.chosenMark = choices.decimalMark;
      return shownAs(sheet, held.hash.copy().digest('hex'), choices.decimalMark);
    });
  return {
    add: (importId: string, base64: string) =>
      refusable(async () => {
        const held = of(importId);
        const piece = Buffer.from(base64, 'base64');
        held.bytes += piece.length;
        if (held.bytes > MAX_IMPORT_BYTES) throw new RefusedError('too_large');
        held.pieces.push(piece);
        held.hash.update(piece);
        return null;
      }),
    /** `bytes`: what the page said that the file has; null for pasted rows. */
    read: (importId: string, choices: ImportChoices, bytes: number | null) =>
      refusable(() => readHeld(importId, choices, bytes, mappingByHeaders, readingOf)),
    readStatement: (importId: string, choices: ImportChoices, bytes: number | null) =>
      refusable(() => readHeld(importId, choices, bytes, statementFieldsIn, statementReadingOf)),
    preview: (importId: string, asked: CheckAsked) =>
      refusable(async (): Promise<readonly CheckedRow[]> => {
        const { sheet, edits } = sheetOf(importId);
        const rules = await fileRules(sheet, asked, of(importId).chosenMark, QUIET_STEP);
        const rows = sheet.numbers.slice(0, PREVIEW_ROWS);
        return rows.map((_, row) => shownRow(sheet, edits, rules, row, []));
      }),
    digests: (importId: string, from: number, count: number) =>
      refusable(async () => {
        const { rows } = sheetOf(importId).sheet;
        return rows.slice(from, from + count).map((row) => rowDigest(cellsOf(row)));
      }),
  };
}

function checkingApi({ of, sheetOf, checkedOf, inStep }: HeldImports) {
  return {
    /** What the log knows of customers comes before the check and before the batch, in pieces; the first one with `isFirst`. */
    knowCustomers: (importId: string, isFirst: boolean, found: CustomersInLog) =>
      refusable(async () => {
        const { inLog, checked } = of(importId);
        if (isFirst) for (const known of Object.values(inLog)) known.clear();
        addCustomers(inLog.lately, found.lately);
        addCustomers(inLog.unanswered, found.unanswered);
        if (checked !== null) checked.isStale = true;
        return null;
      }),
    check: (importId: string, asked: CheckAsked) =>
      refusable(() =>
        inStep(importId, 'checking', async (step) => {
          const { sheet, edits } = sheetOf(importId);
          const held = of(importId);
          held.checked = null;
          const rules = await fileRules(sheet, asked, held.chosenMark, step);
          const checked = createCheckedSheet(sheet, edits, rules, held.inLog);
          await loadRows(checked, step);
          held.checked = checked;
          return null;
        }),
      ),
    ordersToAsk: (importId: string, most: number) =>
      refusable(async () => ordersToAsk(checkedOf(importId), most)),
    forgetOrders: (importId: string) =>
      refusable(async () => {
        forgetOrders(checkedOf(importId));
        return null;
      }),
    know: (importId: string, orders: readonly (readonly [string, OrderHolder])[]) =>
      refusable(async () => {
        knowOrders(checkedOf(importId), orders);
        return null;
      }),
    summarise: (importId: string) =>
      refusable(async (): Promise<CheckSummary> => summarise(checkedOf(importId))),
    /** The rows that are ready now stay those that `readyRows` gives. */
    freeze: (importId: string) =>
      refusable(async (): Promise<CheckSummary> => {
        const checked = checkedOf(importId);
        const summary = summarise(checked);
        checked.frozen = checked.ready;
        return summary;
      }),
  };
}

function rowsApi({ sheetOf, checkedOf }: HeldImports) {
  function rowAt(importId: string, number: number): number {
    const row = rowOf(sheetOf(importId).sheet, number);
    if (row === null) throw new RefusedError('gone', String(number));
    return row;
  }
  return {
    rows: (importId: string, group: string | null, from: number, count: number) =>
      refusable(async () => {
        const checked = checkedOf(importId);
        const rows = rowsIn(checked, group);
        const page = rows.slice(from, from + count);
        return { total: rows.length, rows: page.map((row) => checkedRow(checked, row)) };
      }),
    correct: (importId: string, number: number, column: number, text: string | null) =>
      refusable(async () => {
        if (column >= MAX_COLUMNS) throw new RefusedError('row_too_long', String(number));
        correctCell(checkedOf(importId), rowAt(importId, number), column, text);
        return null;
      }),
    leaveOut: (
      importId: string,
      which: readonly number[] | { readonly group: string },
      reason: string | null,
    ) =>
      refusable(async () => {
        const checked = checkedOf(importId);
        const rows =
          'group' in which
            ? rowsIn(checked, which.group)
            : which.map((number) => rowAt(importId, number));
        leaveRowsOut(checked, rows, reason);
        return null;
      }),
    accept: (importId: string, group: string, isAccepted: boolean) =>
      refusable(async () => {
        acceptGroup(checkedOf(importId), group, isAccepted);
        return null;
      }),
    readyRows: (importId: string, from: number, count: number) =>
      refusable(async (): Promise<readonly ReadyRow[]> =>
        readyRows(checkedOf(importId), from, count),
      ),
  };
}

/** A preview takes a moment, and must not end the step that is running. */
const QUIET_STEP: Step = { breathe: () => setImmediate() };

function addCustomers(known: Map<string, OrderHolder>, others: readonly SameAgain[]): void {
  for (const { customer, currency, cents, ...holder } of others) {
    const key = repeatKeyOf({ customer, currency, cents });
    if (key !== null) known.set(key, holder);
  }
}

/** By its number in the file: rows stand in ascending order. */
function rowOf({ numbers }: Sheet, number: number): number | null {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === number ? from : null;
}
