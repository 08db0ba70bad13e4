import { BUILD_FIELD_ORDER, CREATE_FIELD_ORDER, type DepositBody } from '#shared/domain/deposit.ts';

export type Segment = { readonly field: string; readonly value: string };

/** Part 5: the values of the fields sent, in order, joined by `::`. Null where that is not what was signed. */
export function segmentsOf(body: DepositBody, stringToSign: string): readonly Segment[] | null {
  const order: readonly string[] = body.flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
  const values = new Map(Object.entries(body.fields));
  const segments = order.flatMap((field): readonly Segment[] => {
    const value = values.get(field);
    return value === undefined ? [] : [{ field, value: String(value) }];
  });
  const joined = segments.map(({ value }) => value).join('::');
  return joined === stringToSign ? segments : null;
}
