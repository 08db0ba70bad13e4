import type { PaymentData } from '#shared/domain/deposit.ts';

import { NAMED_PARTS, type NamedPart } from '../../text/requisiteParts.ts';

export type TypedTexts = Readonly<Record<NamedPart, string>>;

export const NOTHING_TYPED: TypedTexts = {
  number: '',
  name: '',
  bank_name: '',
  bic: '',
  payment_reason: '',
  url: '',
};

/** What was typed before, to be typed over. */
export function textsOf(data: PaymentData | null): TypedTexts {
  return Object.assign(
    {},
    NOTHING_TYPED,
    Object.fromEntries(NAMED_PARTS.map((part) => [part, data?.[part] ?? ''])),
  );
}

/** Only what was really typed; null where that is nothing. */
export function typedByHand(texts: TypedTexts): Partial<TypedTexts> | null {
  const typed = NAMED_PARTS.flatMap((part): readonly (readonly [NamedPart, string])[] => {
    const text = texts[part].trim();
    return text === '' ? [] : [[part, text]];
  });
  return typed.length === 0 ? null : Object.fromEntries(typed);
}
