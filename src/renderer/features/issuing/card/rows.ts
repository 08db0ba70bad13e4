import type { ReactNode } from 'react';

import { type DepositAnswer, type PaymentData, paymentDataSchema } from '#shared/domain/deposit.ts';
import { groupNumber, numberToCopy } from '#shared/domain/requisites.ts';

import { NAMED_PARTS, type NamedPart } from '../../../text/requisites.ts';
import { type Veil, maskRequisite } from '../../../text/veil.ts';

/** In the log requisites are masked until the operator reveals them; at the desk, where they are handed on, they are not. */
export type Masking = {
  /** Null when revealed. */
  readonly veil: Veil | null;
  /** The button that reveals them and masks them again. */
  readonly control: ReactNode;
};

/** Longest shown name of a field that the API document does not have. */
export const LONGEST_NAME = 100;
/** Further fields are shown as one text: thousands of rows, each with its button, take minutes to draw. */
export const MOST_ROWS = 40;

export type RequisiteRow = {
  readonly part: NamedPart | 'other';
  /** The provider's own name of the field. */
  readonly field: string;
  readonly shown: string;
  /** The text that the log shows until the operator reveals it. Null when it is neither a number nor a link. */
  readonly masked: string | null;
  /** Exactly as the provider sent it. */
  readonly stored: string;
  /** The same; of a number its digits alone. */
  readonly copied: string;
};

/** payment_data in the order in which a transfer is typed; then whatever else the provider sent (2.6 names no more). */
export function requisiteRows(data: PaymentData): readonly RequisiteRow[] {
  const named = NAMED_PARTS.flatMap((part): readonly RequisiteRow[] => {
    const value = data[part] ?? '';
    if (value.trim() === '') return [];
    const masked = part === 'number' || part === 'url' ? maskRequisite(value) : null;
    const row = { part, field: part, masked, stored: value };
    if (part !== 'number') return [{ ...row, shown: value, copied: value }];
    return [{ ...row, shown: groupNumber(value), copied: numberToCopy(value) }];
  });
  const others = unnamedFields(data, Object.keys(paymentDataSchema.shape));
  return [
    ...named,
    ...others.map(([field, text]) => ({
      part: 'other' as const,
      field,
      shown: text,
      masked: null,
      stored: text,
      copied: text,
    })),
  ];
}

/** Shown with their own names and heading, so not once more. */
const SHOWN_ELSEWHERE = [
  'payment_data',
  'payment_bill_url',
  'state',
  'amount_cents',
  'amount_currency',
];

/** Everything else in the record, extras included. */
export function otherFields(answer: DepositAnswer): readonly (readonly [string, string])[] {
  return unnamedFields(answer.record, SHOWN_ELSEWHERE);
}

function unnamedFields(
  record: object,
  named: readonly string[],
): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([field, value]: readonly [string, unknown]) => {
    if (named.includes(field) || value === null || value === undefined || value === '') return [];
    return [[field, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
}
