import type { DepositBody, PaymentData } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';

import { NAMED_PARTS, type NamedPart } from '../../../text/requisites.ts';

export type TypedTexts = Readonly<Record<NamedPart, string>>;

export const NOTHING_TYPED: TypedTexts = {
  number: '',
  name: '',
  bank_name: '',
  bic: '',
  payment_reason: '',
  url: '',
};

/** The requisites that were typed before, to be edited. */
export function textsOf(data: PaymentData | null): TypedTexts {
  return Object.assign(
    {},
    NOTHING_TYPED,
    Object.fromEntries(NAMED_PARTS.map((part) => [part, data?.[part] ?? ''])),
  );
}

/** The parts that are not blank; null when all are. */
export function typedByHand(texts: TypedTexts): Partial<TypedTexts> | null {
  const typed = NAMED_PARTS.flatMap((part): readonly (readonly [NamedPart, string])[] => {
    const text = texts[part].trim();
    return text === '' ? [] : [[part, text]];
  });
  return typed.length === 0 ? null : Object.fromEntries(typed);
}

/** The same request under another order id, as the form would have sent it. */
export function reissueDraft(body: DepositBody, orderId: string): DepositDraft {
  const { fields } = body;
  const common = {
    cents: fields.cents,
    currency: fields.currency,
    customer: fields.customer ?? '',
    order_id: orderId,
    callback_url: fields.callback_url ?? '',
    success_url: fields.success_url ?? '',
    reject_url: fields.reject_url ?? '',
  };
  if (body.flow === 'build') return { flow: 'build', fields: common };
  return {
    flow: 'create',
    fields: {
      ...common,
      payment_type: body.fields.payment_type,
      customer_phone_number: body.fields.customer_phone_number ?? '',
    },
  };
}
