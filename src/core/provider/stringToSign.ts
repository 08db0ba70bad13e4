import { BUILD_FIELD_ORDER, CREATE_FIELD_ORDER, type DepositBody } from '#shared/domain/deposit.ts';

const SEPARATOR = '::';

type SignedSegment = { readonly field: string; readonly value: string };

/** Part 5, rules 1–4: the values of the fields actually sent, each with the field it comes from. */
export function signedSegments(body: DepositBody): readonly SignedSegment[] {
  const values: Readonly<Record<string, string | number | undefined>> = body.fields;
  const order = body.flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
  return order.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [{ field, value: String(value) }];
  });
}

export function stringToSign(body: DepositBody): string {
  return signedSegments(body)
    .map((segment) => segment.value)
    .join(SEPARATOR);
}

/** What travels: the same fields, cents as a JSON number. */
export function bodyText(body: DepositBody): string {
  const values: Readonly<Record<string, string | number | undefined>> = body.fields;
  const sent = signedSegments(body).map(({ field }) => [field, values[field]] as const);
  return JSON.stringify(Object.fromEntries(sent));
}
