import { NAMED_PARTS, type NamedPart } from '../../text/requisiteParts.ts';

type TypedTexts = Readonly<Record<NamedPart, string>>;

export const NOTHING_TYPED: TypedTexts = {
  number: '',
  name: '',
  bank_name: '',
  bic: '',
  payment_reason: '',
  url: '',
};

/** Only what was really typed; null where that is nothing. */
export function typedByHand(texts: TypedTexts): Partial<TypedTexts> | null {
  const typed = NAMED_PARTS.flatMap((part): readonly (readonly [NamedPart, string])[] => {
    const text = texts[part].trim();
    return text === '' ? [] : [[part, text]];
  });
  return typed.length === 0 ? null : Object.fromEntries(typed);
}
