import { hash } from 'node:crypto';

import { CURRENCIES, isCurrency } from '#shared/domain/currency.ts';
import type { CheckedRow, ImportCheck, RowProblem } from '#shared/domain/importing.ts';
import { Money } from '#shared/domain/money.ts';

import { type ReadyRow, SENT_DIGEST_BYTES, sentDigest } from '../imports.ts';
import type { Sheet } from '../reading/readSheet.ts';
import type { Step } from '../reading/refusal.ts';
import { type Rules, checkRow } from './checkRow.ts';
import {
  COLLISIONS,
  type Collisions,
  type KnownInLog,
  type OrderHolder,
  type RowKeys,
  createCollisions,
  rowKeys,
} from './collisions.ts';
import { inPieces } from './fileRules.ts';
import {
  type Acceptances,
  createAcceptances,
  createGroups,
  createIntern,
  groupKey,
} from './groups.ts';
import { type SheetEdits, hiddenRows } from './sheetEdits.ts';

export type CheckSummary = Pick<
  ImportCheck,
  'rows' | 'ready' | 'leftOut' | 'hidden' | 'groups' | 'totals'
> & {
  /** Of the rows that are ready. */
  readonly rowsDigest: string;
};

type RowState = {
  /** The row's own problems, apart from other rows and the log. Equal lists are one. */
  readonly own: readonly RowProblem[];
  readonly keys: RowKeys;
  readonly cents: number | null;
  /** Its place among `CURRENCIES`; -1: none of them. */
  readonly currency: number;
};

/** Every row held against the form's rules, the other rows and the log; kept up to date row by row. */
export type CheckedSheet = {
  readonly sheet: Sheet;
  readonly edits: SheetEdits;
  readonly rules: Rules;
  readonly orders: Map<string, OrderHolder>;
  readonly collisions: Collisions;
  readonly acceptances: Acceptances;
  readonly intern: (problems: readonly RowProblem[]) => readonly RowProblem[];
  readonly states: RowState[];
  /** `Collisions.of` each row. */
  readonly bits: Uint8Array;
  /** `sentDigest` of each row, one after the other. */
  readonly sent: Uint8Array;
  /** Order ids by whether the log was asked for them. */
  readonly asked: Set<string>;
  readonly unasked: Set<string>;
  /** Rows have joined or left since the bits were computed, or the log has said more. */
  isStale: boolean;
  ready: readonly number[];
  /** Those that were ready when the batch began to take them over. */
  frozen: readonly number[];
};

export function createCheckedSheet(
  sheet: Sheet,
  edits: SheetEdits,
  rules: Rules,
  customersInLog: Pick<KnownInLog, 'lately' | 'unanswered'>,
): CheckedSheet {
  const orders = new Map<string, OrderHolder>();
  return {
    sheet,
    edits,
    rules,
    orders,
    collisions: createCollisions({ ...customersInLog, orders }),
    acceptances: createAcceptances(),
    intern: createIntern(),
    states: [],
    bits: new Uint8Array(sheet.numbers.length),
    sent: new Uint8Array(sheet.numbers.length * SENT_DIGEST_BYTES),
    asked: new Set(),
    unasked: new Set(),
    isStale: true,
    ready: [],
    frozen: [],
  };
}

/** The first pass, in pieces. */
export async function loadRows(checked: CheckedSheet, step: Step): Promise<void> {
  for await (const [from, to] of inPieces(checked.sheet.numbers.length, step)) {
    for (let row = from; row < to; row += 1) load(checked, row);
  }
}

function load(checked: CheckedSheet, row: number): void {
  const { sheet, edits, rules, asked, unasked, states, intern, collisions } = checked;
  const { fields, cents, draft, problems } = checkRow(edits.texts(row), rules);
  const { order_id: order, currency } = draft.fields;
  const keys = rowKeys(draft.fields, cents);
  const orders = order === '' ? [] : [order, ...keys.otherOrders];
  for (const one of orders) if (!asked.has(one)) unasked.add(one);
  const at = isCurrency(currency) ? CURRENCIES.indexOf(currency) : -1;
  const own = intern([...problems, ...readingProblems(sheet, row)]);
  states[row] = { own, keys, cents, currency: at };
  const sent = sentDigest({ row: sheet.numbers[row] ?? 0, draft, fields });
  checked.sent.set(sent, row * SENT_DIGEST_BYTES);
  if (edits.leftOut(row) === null) collisions.join(row, keys);
}

export function correctCell(
  checked: CheckedSheet,
  row: number,
  column: number,
  text: string | null,
): void {
  const { states, collisions, edits } = checked;
  const keys = states[row]?.keys;
  if (keys !== undefined) collisions.leave(row, keys);
  edits.correct(row, column, text);
  load(checked, row);
  checked.isStale = true;
}

export function leaveRowsOut(
  checked: CheckedSheet,
  rows: readonly number[],
  reason: string | null,
): void {
  const { states, collisions, edits } = checked;
  for (const row of rows) {
    const keys = states[row]?.keys;
    const takesPart = edits.leftOut(row) === null;
    edits.leaveOut(row, reason);
    if (keys === undefined || takesPart === (reason === null)) continue;
    if (takesPart) collisions.leave(row, keys);
    else collisions.join(row, keys);
  }
  checked.isStale = true;
}

export function acceptGroup(checked: CheckedSheet, key: string, isAccepted: boolean): void {
  if (isAccepted) checked.acceptances.put(key, rowsIn(checked, key).length);
  else checked.acceptances.withdraw(key);
}

/** Counts everything anew; some milliseconds for a hundred thousand rows. */
export function summarise(checked: CheckedSheet): CheckSummary {
  const { sheet, edits, states, bits, collisions, acceptances } = checked;
  if (checked.isStale) {
    for (const [row, { keys }] of states.entries()) bits[row] = collisions.of(row, keys);
    checked.isStale = false;
  }
  const groups = createGroups();
  const ready: number[] = [];
  let leftOut = 0;
  for (const row of sheet.numbers.keys()) {
    if (edits.leftOut(row) !== null) leftOut += 1;
    else if (isReady(states[row], bits[row] ?? 0, groups.add, acceptances.has)) ready.push(row);
  }
  // A decision that was made for fewer rows is asked for anew.
  if (acceptances.settle(groups.rowsOf)) return summarise(checked);
  checked.ready = ready;
  return {
    rows: sheet.numbers.length,
    ready: ready.length,
    leftOut,
    hidden: hiddenRows(sheet, edits),
    groups: groups.list(acceptances.has),
    totals: totalsOf(ready, states),
    rowsDigest: rowsDigestOf(checked),
  };
}

/** As `createRowsDigest` gives it for the rows that are ready. */
function rowsDigestOf({ ready, sent }: CheckedSheet): string {
  const all = new Uint8Array(ready.length * SENT_DIGEST_BYTES);
  for (const [at, row] of ready.entries()) {
    const from = row * SENT_DIGEST_BYTES;
    all.set(sent.subarray(from, from + SENT_DIGEST_BYTES), at * SENT_DIGEST_BYTES);
  }
  return hash('sha256', all, 'hex');
}

/** Row indexes of a group, in the order of the file. Null: all. */
export function rowsIn(checked: CheckedSheet, group: string | null): readonly number[] {
  const { sheet, edits, states, bits, ready } = checked;
  const all = [...sheet.numbers.keys()];
  if (group === null) return all;
  if (group === 'ready') return ready;
  if (group === 'leftOut') return all.filter((row) => edits.leftOut(row) !== null);
  if (group === 'hidden') return all.filter((row) => sheet.hidden.has(sheet.numbers[row] ?? 0));
  return all.filter(
    (row) => edits.leftOut(row) === null && isIn(group, states[row], bits[row] ?? 0),
  );
}

export function checkedRow(checked: CheckedSheet, row: number): CheckedRow {
  const { sheet, edits, rules, states, collisions } = checked;
  const keys = states[row]?.keys;
  const found =
    keys === undefined ? [] : collisions.problems(row, keys, (other) => sheet.numbers[other] ?? 0);
  return shownRow(sheet, edits, rules, row, found);
}

export function readyRows(
  { sheet, edits, rules, frozen }: CheckedSheet,
  from: number,
  count: number,
): readonly ReadyRow[] {
  return frozen.slice(from, from + count).map((row) => {
    const { fields, draft } = checkRow(edits.texts(row), rules);
    return { row: sheet.numbers[row] ?? 0, cells: edits.cells(row), fields, draft };
  });
}

/** A row as a page sees it; `found`: how it collides with other rows and the log. */
export function shownRow(
  sheet: Sheet,
  edits: SheetEdits,
  rules: Rules,
  row: number,
  found: readonly RowProblem[],
): CheckedRow {
  const { fields, cents, problems } = checkRow(edits.texts(row), rules);
  return {
    row: sheet.numbers[row] ?? 0,
    cells: edits.cells(row),
    corrections: edits.corrections(row),
    fields,
    cents,
    problems: [...problems, ...readingProblems(sheet, row), ...found],
    leftOut: edits.leftOut(row),
  };
}

const GUARD_REMOVED: readonly RowProblem[] = [
  { code: 'guard_removed', field: null, force: 'tell', limit: null },
];

/** What was changed about a row while the file was read. */
function readingProblems({ numbers, unguarded }: Sheet, row: number): readonly RowProblem[] {
  return unguarded.has(numbers[row] ?? 0) ? GUARD_REMOVED : [];
}

function isReady(
  state: RowState | undefined,
  bits: number,
  count: (key: string, kind: RowProblem | (typeof COLLISIONS)[number]) => void,
  isAccepted: (key: string) => boolean,
): boolean {
  let ready = true;
  const look = (key: string, kind: RowProblem | (typeof COLLISIONS)[number]): void => {
    count(key, kind);
    if (kind.force === 'refuse' || (kind.force === 'confirm' && !isAccepted(key))) ready = false;
  };
  if (state === undefined) return false;
  for (const one of state.own) look(groupKey(one), one);
  if (bits > 0)
    for (const kind of COLLISIONS) if ((bits & kind.bit) > 0) look(groupKey(kind), kind);
  return ready;
}

function isIn(group: string, state: RowState | undefined, bits: number): boolean {
  if (state?.own.some((one) => groupKey(one) === group) === true) return true;
  return bits > 0 && COLLISIONS.some((kind) => (bits & kind.bit) > 0 && groupKey(kind) === group);
}

function totalsOf(rows: readonly number[], states: readonly RowState[]): CheckSummary['totals'] {
  const sums = CURRENCIES.map((currency) => ({ currency, requests: 0, cents: 0n }));
  for (const row of rows) {
    const state = states[row];
    const sum = sums[state?.currency ?? -1];
    if (sum === undefined) continue;
    sum.requests += 1;
    sum.cents += BigInt(state?.cents ?? 0);
  }
  const used = sums.filter(({ requests }) => requests > 0);
  return used.map((sum) => ({ ...sum, cents: Money.sum([sum.cents]) }));
}
