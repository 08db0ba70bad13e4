import type { Dialect, Envelope } from '#shared/dialect/schema.ts';
import type { AnswerFault } from '#shared/domain/answerFault.ts';
import {
  type DepositAnswer,
  type DepositBody,
  type Flow,
  buildRecordSchema,
  createRecordSchema,
} from '#shared/domain/deposit.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

import { answerFaults } from './answerFaults.ts';
import { isRecord, memberOf } from './valueAt.ts';

/** 2.3: the value of `kind`. */
export const DEPOSIT_KIND = 'deposit';

/** Where the record is, with every object on the way to it: a word of failure may stand at any of them. */
type Place = readonly unknown[];

/** How the provider format lets a record be written. */
export type RecordFormat = Pick<Dialect, 'envelope' | 'answerAmounts'>;

/** The record where the provider format says it stands. The error says which fields are wrong; null: no object stands there. */
export function readRecord(
  value: unknown,
  flow: Flow,
  format: RecordFormat,
): Result<
  { readonly answer: DepositAnswer; readonly place: Place },
  readonly AnswerFault[] | null
> {
  let faults: readonly AnswerFault[] | null = null;
  for (const place of placesOf(value, format.envelope)) {
    const candidate = place.at(-1);
    if (!isRecord(candidate)) continue;
    const read = parsedRecord(candidate, flow, format);
    if (read.ok) return ok({ answer: read.value, place });
    // The innermost object that is there explains best.
    faults = read.error;
  }
  return err(faults);
}

function placesOf(value: unknown, envelope: Envelope): readonly Place[] {
  switch (envelope.kind) {
    case 'bare':
      return [[value]];
    case 'recognised':
      return [[value], [value, memberOf(value, 'data')], [value, memberOf(value, 'result')]];
    case 'path': {
      const place = [value];
      for (const key of envelope.path.split('.')) place.push(memberOf(place.at(-1), key));
      return [place];
    }
    default:
      return assertNever(envelope);
  }
}

/** Each is held against a record: no refusal speaks of so many, and a megabyte of them would take seconds. */
const MOST_STATES = 500;

/**
 * Every object in an answer that tells a state, wherever it stands: what a refusal must not be read over. Null: there are too
 * many to look at.
 */
export function allStates(value: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  const found: Readonly<Record<string, unknown>>[] = [];
  const look = (inner: unknown): void => {
    if (found.length > MOST_STATES || typeof inner !== 'object' || inner === null) return;
    if (isRecord(inner) && typeof inner['state'] === 'string') found.push(inner);
    const values: readonly unknown[] = Array.isArray(inner) ? inner : Object.values(inner);
    for (const own of values) look(own);
  };
  look(value);
  return found.length > MOST_STATES ? null : found;
}

export function parsedRecord(
  candidate: Readonly<Record<string, unknown>>,
  flow: Flow,
  format: RecordFormat,
): Result<DepositAnswer, readonly AnswerFault[]> {
  const written = asDocumented(candidate, format);
  switch (flow) {
    case 'create': {
      const parsed = createRecordSchema.safeParse(written);
      return parsed.success
        ? ok({ flow, record: parsed.data })
        : err(answerFaults(written, parsed.error.issues));
    }
    case 'build': {
      const parsed = buildRecordSchema.safeParse(written);
      return parsed.success
        ? ok({ flow, record: parsed.data })
        : err(answerFaults(written, parsed.error.issues));
    }
    default:
      return assertNever(flow);
  }
}

/** As JSON writes a whole number: text with a sign, a point or blanks may count another unit. */
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]*)$/u;
const CURRENCY_CODE = /^[a-z]{3}$/iu;

/** Spellings that mean the same. The raw answer keeps what the provider wrote. */
function asDocumented(
  record: Readonly<Record<string, unknown>>,
  { answerAmounts }: RecordFormat,
): Readonly<Record<string, unknown>> {
  const { amount_cents: amount, amount_currency: currency } = record;
  const isTextAmount =
    answerAmounts === 'number-or-text' && typeof amount === 'string' && WHOLE_NUMBER.test(amount);
  return {
    ...record,
    ...(isTextAmount ? { amount_cents: Number(amount) } : {}),
    ...(typeof currency === 'string' && CURRENCY_CODE.test(currency)
      ? { amount_currency: currency.toUpperCase() }
      : {}),
  };
}

/** Whether the answer is about what was asked. The amount may differ: that is accepted and shown, see issuing.md. */
export function echoDifference(answer: DepositAnswer, body: DepositBody): string | null {
  const { record } = answer;
  const sent = body.fields;
  const orderId = answer.flow === 'create' ? answer.record.external_id : answer.record.order_id;
  const pairs: readonly (readonly [string, string, string])[] = [
    ['merchant', record.merchant.toLowerCase(), sent.merchant.toLowerCase()],
    [answer.flow === 'create' ? 'external_id' : 'order_id', orderId, sent.order_id],
    ['amount_currency', record.amount_currency, sent.currency],
    ...(answer.flow === 'create' ? [['kind', answer.record.kind, DEPOSIT_KIND] as const] : []),
  ];
  const differing = pairs.filter(([, got, wanted]) => got !== wanted);
  if (differing.length === 0) return null;
  return differing
    .map(
      ([field, got, wanted]) => `${field} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`,
    )
    .join('; ');
}
