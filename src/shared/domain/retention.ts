import { z } from 'zod';

import type { DepositAnswer, DepositBody } from './deposit.ts';
import { timestampSchema } from './ids.ts';
import { type DepositRequest, type Resolution, handedDataOf, operatorSchema } from './request.ts';
import { assertNever } from './result.ts';

/** Within a week a customer may still be paying to the requisites. */
export const MIN_RETENTION_DAYS = 7;
export const MAX_RETENTION_DAYS = 3650;
export const retentionDaysSchema = z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS);

/** How long requisites are kept. */
export const retentionSchema = z.strictObject({
  /** Since the last event of a request. Null: for good. */
  days: retentionDaysSchema.nullable(),
  /** Null: it was never set. */
  setAt: timestampSchema.nullable(),
  operator: operatorSchema.nullable(),
  /** The clock jumped from one time to another: nothing is erased until a person confirms the date. Null: it did not. */
  jump: z.strictObject({ from: timestampSchema, to: timestampSchema }).nullable(),
});
export type Retention = z.infer<typeof retentionSchema>;
export const NEVER_SET: Retention = { days: null, setAt: null, operator: null, jump: null };

/** `shownAt`: the date that the person saw and confirms; null only without `days`, where requisites are kept for good. */
export const retentionSettingSchema = z.strictObject({
  days: retentionDaysSchema.nullable(),
  shownAt: timestampSchema.nullable(),
});

/** Stands where a field may not be empty. */
const ERASED_TEXT = '…';

/**
 * What is left of a request once its requisites are erased: ids, amounts, currency, times, outcome and the last four digits.
 * Nothing is left that a customer, an operator or a provider wrote in words. `calledAt`: when the provider first called back.
 */
export function erasedForm(
  request: DepositRequest,
  at: string,
  calledAt: string | null,
): DepositRequest {
  const { mismatchSettled: settled, late, erased } = request;
  const common = {
    body: bareBody(request.body),
    stringToSign: '',
    ...(settled === undefined ? {} : { mismatchSettled: { ...settled, note: '' } }),
    ...(late === undefined ? {} : { late: { ...late, reason: bareReason(late.reason) } }),
    erased: {
      at,
      lastFour: lastFourOf(handedDataOf(request)?.number) ?? erased?.lastFour ?? null,
      calledAt: erased?.calledAt ?? calledAt,
    },
  };
  switch (request.outcome) {
    case 'accepted':
      return { ...request, ...common, answer: bareAnswer(request.answer) };
    case 'rejected':
      return { ...request, ...common, reason: { ...request.reason, detail: null, wording: null } };
    case 'not_sent':
      return { ...request, ...common, reason: { ...request.reason, detail: null } };
    case 'unknown': {
      const { code, httpStatus } = request.reason;
      const reason = { code, httpStatus, detail: null };
      return { ...request, ...common, reason, resolution: bareResolution(request.resolution) };
    }
    case 'prepared':
    case 'sending':
      throw new Error(`${request.intentId} is in flight.`);
    default:
      return assertNever(request);
  }
}

function lastFourOf(number: string | null | undefined): string | null {
  const digits = (number ?? '').replaceAll(/\D/gu, '');
  return digits.length > 4 ? digits.slice(-4) : null;
}

function bareReason<R extends { readonly detail: string | null }>(reason: R | null): R | null {
  return reason === null ? null : { ...reason, detail: null };
}

/** Addresses may name the customer too. */
function bareBody(body: DepositBody): DepositBody {
  if (body.flow === 'build') {
    const { merchant, order_id, cents, currency, payment_type } = body.fields;
    return { flow: 'build', fields: { merchant, order_id, cents, currency, payment_type } };
  }
  const { merchant, order_id, cents, currency, payment_type } = body.fields;
  const fields = { merchant, order_id, cents, currency, payment_type, customer: ERASED_TEXT };
  return { flow: 'create', fields };
}

function bareAnswer(answer: DepositAnswer): DepositAnswer {
  if (answer.flow === 'build') {
    const { uuid, merchant, order_id, state, amount_currency } = answer.record;
    const record = { uuid, merchant, order_id, state, amount_currency, payment_data: { url: '' } };
    return { flow: 'build', record };
  }
  const { id, merchant, external_id, state, kind, amount_cents, amount_currency } = answer.record;
  const known = { id, merchant, external_id, state, kind, amount_cents, amount_currency };
  return { flow: 'create', record: { ...known, payment_data: {} } };
}

function bareResolution(resolution: Resolution | null): Resolution | null {
  if (resolution === null) return null;
  if (resolution.kind === 'found') return { ...resolution, note: '', typedByHand: null };
  return { ...resolution, note: '' };
}
