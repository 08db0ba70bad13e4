import { type BatchField, amountUnitOf } from '#shared/domain/importing.ts';

import { type Sheet, cellsOf, createMarkProof } from '../reading/readSheet.ts';
import type { Step } from '../reading/refusal.ts';
import { createHabit } from './cells.ts';
import type { Rules } from './checkRow.ts';

const ROWS_IN_A_PIECE = 250;
const HABIT_FIELDS = [
  'customer',
  'order_id',
  'customer_phone_number',
] as const satisfies readonly BatchField[];

/** What only the whole file tells: the decimal mark, and what the cells of a column have in common. */
export async function fileRules(
  sheet: Sheet,
  asked: Omit<Rules, 'decimalMark' | 'unit' | 'habits' | 'columns'>,
  chosenMark: Rules['decimalMark'],
  step: Step,
): Promise<Rules> {
  const column = (field: BatchField): number => {
    const source = asked.mapping[field];
    return source?.from === 'column' ? source.column : -1;
  };
  const amount = column('amount');
  const proof = createMarkProof(sheet.fractions.has(amount));
  const habits = HABIT_FIELDS.map((field) => ({ field, at: column(field), habit: createHabit() }));
  for await (const [from, to] of inPieces(sheet.rows.length, step)) {
    for (const row of sheet.rows.slice(from, to)) {
      const cells = cellsOf(row);
      proof.add(cells[amount] ?? '');
      for (const { at, habit } of habits) habit.add(cells[at] ?? '');
    }
  }
  return {
    ...asked,
    columns: sheet.headers.length,
    decimalMark: chosenMark ?? proof.end(),
    unit: amountUnitOf(asked.mapping.amount, sheet.headers),
    habits: Object.fromEntries(habits.map(({ field, habit }) => [field, habit.end()])),
  };
}

/** From and to, row by row in between; the step may be cancelled before each piece. */
export async function* inPieces(
  total: number,
  step: Step,
): AsyncGenerator<readonly [number, number]> {
  for (let from = 0; from < total; from += ROWS_IN_A_PIECE) {
    const piece = [from, Math.min(total, from + ROWS_IN_A_PIECE)] as const;
    yield step.breathe(from, total).then(() => piece);
  }
}
