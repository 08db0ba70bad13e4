import type { Batch, BatchOutcome } from '#shared/domain/batch.ts';
import type { BatchField, CheckedRow, RowProblem } from '#shared/domain/importing.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { amountText } from '../../text/numbers.ts';
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

export function toneOf({ state, counts }: Pick<Batch, 'state' | 'counts'>): Tone {
  if (counts.unknown > 0) return 'unknown';
  return state === 'done' ? 'good' : 'calm';
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
    limit === null
      ? ''
      : isBound
        ? amountText(minorUnitsSchema.parse(limit), currency, language)
        : String(limit);
  return say(`batch.problem.${code}`, { limit: shown, row: otherRow ?? '' }).trim();
}

const TONES: Readonly<Record<BatchOutcome, Tone>> = {
  waiting: 'calm',
  in_flight: 'calm',
  accepted: 'good',
  rejected: 'bad',
  not_sent: 'bad',
  unknown: 'unknown',
  refused: 'bad',
  cancelled: 'calm',
};

export function outcomeTone(outcome: BatchOutcome): Tone {
  return TONES[outcome];
}
