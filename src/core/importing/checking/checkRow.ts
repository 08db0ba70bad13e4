import type { FilledIn } from '#shared/domain/callback.ts';
import { isCurrency } from '#shared/domain/currency.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { type DepositDraft, type DraftField, draftFaults } from '#shared/domain/draft.ts';
import {
  BATCH_FIELDS,
  type BatchField,
  type ImportReading,
  type Mapping,
  type RowProblem,
} from '#shared/domain/importing.ts';
import { type LimitsSnapshot, offeredTypes } from '#shared/domain/limits.ts';
import { type AmountUnit, type MinorUnits, Money } from '#shared/domain/money.ts';
import { cleanPhone } from '#shared/domain/phone.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { currencyOf, typeOf } from '#shared/domain/quickWords.ts';
import { crossedThreshold } from '#shared/domain/secondLook.ts';

import { type ColumnHabit, NO_HABIT, cleanCell, damageOf } from './cells.ts';

/** What a row is held against, apart from the other rows and the log. */
export type Rules = {
  readonly flow: Flow;
  readonly mapping: Mapping;
  readonly columns: number;
  readonly profile: Pick<Profile, 'merchant' | 'limitsPolicy' | 'confirmAbove'>;
  readonly filledIn: FilledIn;
  readonly limits: LimitsSnapshot | null;
  readonly nowMs: number;
  /** Null: the file does not prove one, so that `15,000` stays ambiguous. */
  readonly decimalMark: ImportReading['decimalMark'] | null;
  /** Null: `amountUnitOf` cannot tell, so that no amount is read. */
  readonly unit: AmountUnit | null;
  readonly habits: Readonly<Partial<Record<BatchField, ColumnHabit>>>;
};

type RowCheck = {
  readonly fields: Partial<Record<BatchField, string>>;
  readonly cents: MinorUnits | null;
  readonly draft: DepositDraft;
  readonly problems: readonly RowProblem[];
};

/** In the direct flow alone. */
const NOT_IN_BUILD: ReadonlySet<BatchField> = new Set(['payment_type', 'customer_phone_number']);
const MAX_NOTE = 2000;
/** E.164 allows fifteen digits; no country has fewer than seven. */
const PHONE = /^\+?\d{7,15}$/u;
/** Stands for an order id that the plan will make, so that its absence is no fault. */
const GENERATED_ORDER = 'generated';

export function checkRow(cells: readonly string[], rules: Rules): RowCheck {
  const { fields, problems } = readFields(cells, rules);
  if (
    cells.length > rules.columns &&
    cells.slice(rules.columns).some((cell) => cell.trim() !== '')
  ) {
    problems.push(problem('extra_cells', null, 'refuse'));
  }
  const { currency = '' } = fields;
  const amount = amountOf(fields.amount ?? '', currency, rules);
  const draft = draftOf(fields, amount.cents, rules);
  // A cell that a spreadsheet has damaged says nothing else worth hearing.
  const damaged = new Set(problems.map(({ force, field }) => (force === 'tell' ? null : field)));
  const others = [
    ...amount.problems,
    ...draftProblems(draft, amount.cents !== null, rules),
    ...phoneProblems(fields),
    ...noteProblems(fields),
  ];
  problems.push(...others.filter(({ field }) => field === null || !damaged.has(field)));
  const above = crossedThreshold(draft, rules.profile);
  if (above !== null) problems.push(problem('above_threshold', 'amount', 'confirm', above));
  return { fields, cents: amount.cents, draft, problems };
}

function problem(
  code: RowProblem['code'],
  field: BatchField | null,
  force: RowProblem['force'],
  limit: number | null = null,
): RowProblem {
  return { code, field, force, limit };
}

function readFields(
  cells: readonly string[],
  rules: Rules,
): { readonly fields: Partial<Record<BatchField, string>>; readonly problems: RowProblem[] } {
  const { flow, mapping, habits } = rules;
  const fields: Partial<Record<BatchField, string>> = {};
  const problems: RowProblem[] = [];
  for (const field of BATCH_FIELDS) {
    const source = mapping[field];
    if (source === undefined || (flow === 'build' && NOT_IN_BUILD.has(field))) continue;
    const cell = source.from === 'constant' ? source.text : (cells[source.column] ?? '');
    if (cell === '') continue;
    const { text, wasHidden } = cleanCell(cell);
    if (text === '') continue;
    fields[field] = meantBy(field, text, fields.currency ?? '', rules);
    if (wasHidden) problems.push(problem('hidden_characters', field, 'tell'));
    const damage = damageOf(field, text, habits[field] ?? NO_HABIT);
    if (damage !== null) problems.push(problem(damage.code, field, damage.force));
  }
  return { fields, problems };
}

/** Words for a currency or a payment type and a phone with its marks are read as the form would write them. */
function meantBy(field: BatchField, text: string, currency: string, { limits }: Rules): string {
  if (field === 'customer_phone_number') return cleanPhone(text);
  if (field === 'currency') {
    const code = text.toUpperCase();
    return isCurrency(code) ? code : (currencyOf(text) ?? text);
  }
  if (field !== 'payment_type') return text;
  const type = typeOf(text, offeredTypes(limits, currency));
  return type === null || type === 'unoffered' ? text : type.type;
}

type Amount = { readonly cents: MinorUnits | null; readonly problems: readonly RowProblem[] };

function amountOf(text: string, code: string, { decimalMark, unit }: Rules): Amount {
  if (unit === null)
    return { cents: null, problems: [problem('unit_unclear', 'amount', 'refuse')] };
  // Every currency here has two decimals: an amount can be read before its currency is known.
  const read = Money.parse(text, isCurrency(code) ? code : null, { decimalMark, unit });
  if (read.ok) return { cents: read.value, problems: [] };
  return { cents: null, problems: [problem(read.error, 'amount', 'refuse')] };
}

function draftOf(
  fields: Partial<Record<BatchField, string>>,
  cents: MinorUnits | null,
  { flow, filledIn }: Rules,
): DepositDraft {
  const common = {
    cents,
    currency: fields.currency ?? '',
    customer: fields.customer ?? '',
    order_id: fields.order_id ?? '',
    // As in the form, which fills them in.
    callback_url: fields.callback_url ?? filledIn.callback_url,
    success_url: fields.success_url ?? filledIn.success_url,
    reject_url: fields.reject_url ?? filledIn.reject_url,
  };
  if (flow === 'build') return { flow, fields: common };
  const { payment_type = '', customer_phone_number = '' } = fields;
  return { flow, fields: { ...common, payment_type, customer_phone_number } };
}

function draftProblems(draft: DepositDraft, isRead: boolean, rules: Rules): readonly RowProblem[] {
  const checked = draft.fields.order_id === '' ? withOrder(draft, GENERATED_ORDER) : draft;
  const faults = draftFaults(checked, rules.profile, rules.limits, rules.nowMs);
  return faults.flatMap(({ field, code, force, limit }) => {
    // Why the amount cannot be read has been said.
    if (field === 'cents' && !isRead) return [];
    return [problem(code, batchField(field), force === 'warn' ? 'confirm' : 'refuse', limit)];
  });
}

function withOrder(draft: DepositDraft, order_id: string): DepositDraft {
  return draft.flow === 'build'
    ? { flow: 'build', fields: { ...draft.fields, order_id } }
    : { flow: 'create', fields: { ...draft.fields, order_id } };
}

function batchField(field: DraftField): BatchField {
  return field === 'cents' ? 'amount' : field;
}

function phoneProblems({
  customer_phone_number: phone,
}: RowCheck['fields']): readonly RowProblem[] {
  if (phone === undefined || PHONE.test(phone)) return [];
  return [problem('phone_not_readable', 'customer_phone_number', 'confirm')];
}

function noteProblems({ note = '' }: RowCheck['fields']): readonly RowProblem[] {
  return note.length > MAX_NOTE ? [problem('too_long', 'note', 'refuse', MAX_NOTE)] : [];
}
