import type { Batch, BatchOutcome, BatchRow } from '#shared/domain/batch.ts';
import type { BatchField, CheckedRow, RowProblem } from '#shared/domain/importing.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { Money } from '#shared/domain/money.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/numbers.ts';
import type { Tone } from '../../ui/Notice.tsx';

export function batchHref(batchId: string | null): string {
  return batchId === null ? '/batch' : `/batch/${batchId}`;
}

export function batchName({ file }: Pick<Batch, 'file'>, say: Say): string {
  return file ?? say('batch.pasted');
}

/** Rows that will not move by themselves any more. */
export function doneOf({ counts, rows }: Batch): number {
  return rows - counts.waiting - counts.in_flight;
}

export function toneOf({ counts }: Pick<Batch, 'counts'>): Tone {
  return counts.unknown > 0 ? 'unknown' : 'calm';
}

/** What is asked of the customer, as the desk has read it; the file's own text where the plan of the row is lost. */
export function rowMoney(
  { cents, fields }: Pick<BatchRow, 'cents' | 'fields'>,
  language: Language,
): string {
  const { amount = '', currency = '' } = fields;
  return cents === null ? `${amount} ${currency}` : moneyText(cents, currency, language);
}

const FIELDS: Readonly<Record<Flow, readonly BatchField[]>> = {
  create: [
    'amount',
    'currency',
    'payment_type',
    'customer',
    'order_id',
    'customer_phone_number',
    'callback_url',
    'success_url',
    'reject_url',
    'note',
  ],
  build: [
    'amount',
    'currency',
    'customer',
    'order_id',
    'callback_url',
    'success_url',
    'reject_url',
    'note',
  ],
};

/** The fields of a flow that a column can fill, in the order of the form. */
export function fieldsOf(flow: Flow): readonly BatchField[] {
  return FIELDS[flow];
}

const REQUIRED: Readonly<Record<Flow, ReadonlySet<BatchField>>> = {
  create: new Set(['amount', 'currency', 'payment_type', 'customer']),
  build: new Set(['amount', 'currency']),
};

export function isRequired(flow: Flow, field: BatchField): boolean {
  return REQUIRED[flow].has(field);
}

/** What a request has in a field that no column and no text fills. */
export function withoutColumn(field: BatchField): 'order' | 'url' | 'other' {
  if (field === 'order_id') return 'order';
  return field.endsWith('_url') ? 'url' : 'other';
}

/** A problem in words, with the bound that was crossed. */
export function problemText(
  { code, limit, otherRow }: Pick<RowProblem, 'code' | 'limit' | 'otherRow'>,
  row: Pick<CheckedRow, 'fields'> | null,
  language: Language,
  say: Say,
): string {
  const currency = row?.fields.currency ?? '';
  const isBound =
    code === 'below_minimum' || code === 'above_maximum' || code === 'above_threshold';
  const shown =
    limit === null ? '' : isBound ? Money.shown(limit, currency, language) : String(limit);
  if (otherRow !== undefined) return say('batch.alsoInRow', { row: otherRow });
  return say(`batch.problem.${code}`, { limit: shown }).trim();
}

const TONES: Readonly<Record<BatchOutcome, Tone>> = {
  waiting: 'calm',
  in_flight: 'calm',
  // Green is for paid alone.
  accepted: 'calm',
  rejected: 'bad',
  not_sent: 'bad',
  unknown: 'unknown',
  refused: 'bad',
  cancelled: 'calm',
};

export function outcomeTone(outcome: BatchOutcome): Tone {
  return TONES[outcome];
}
