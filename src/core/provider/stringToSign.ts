import { BUILD_FIELD_ORDER, CREATE_FIELD_ORDER, type DepositBody } from '#shared/domain/deposit.ts';

/** Part 5, rule 1: between the values of a string to sign. */
export const SEPARATOR = '::';

type SignedSegment = { readonly field: string; readonly value: string };
/** Cents stay a number: JSON writes them as one. */
export type SentField = readonly [name: string, value: string | number];

/** The fields actually sent, in the order of the string to sign. */
export function sentFields(body: DepositBody): readonly SentField[] {
  const values: Readonly<Record<string, string | number | undefined>> = body.fields;
  const order = body.flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
  return order.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [[field, value] as const];
  });
}

/** Part 5, rules 1–4: the values of the fields actually sent, each with the field it comes from. */
export function signedSegments(body: DepositBody): readonly SignedSegment[] {
  return sentFields(body).map(([field, value]) => ({ field, value: String(value) }));
}

export function stringToSign(body: DepositBody): string {
  return signedSegments(body)
    .map((segment) => segment.value)
    .join(SEPARATOR);
}
