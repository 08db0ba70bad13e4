import { useState } from 'react';

import type { PaymentData } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type RequisiteFault, requisiteFaults } from '#shared/domain/requisiteChecks.ts';

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

type TypedRequisites = {
  readonly texts: TypedTexts;
  readonly typed: ReturnType<typeof typedByHand>;
  /** Faults of the texts that the operator last tried to save. */
  readonly faults: readonly RequisiteFault[];
  readonly setText: (part: NamedPart, text: string) => void;
  /** The first faulty part, once per text: a second press saves it as it is. Null when nothing is to be warned of. */
  readonly warn: () => NamedPart | null;
};

/** Requisites typed by hand, checked before they are saved: a wrong digit would be paid to. */
export function useTypedRequisites(request: DepositRequest, before: TypedTexts): TypedRequisites {
  const [texts, setTexts] = useState(before);
  const [seen, setSeen] = useState<TypedTexts | null>(null);
  const typed = typedByHand(texts);
  const { currency, payment_type: paymentType } = request.body.fields;
  const found = typed === null ? [] : requisiteFaults(typed, { currency, paymentType });
  return {
    texts,
    typed,
    faults: seen === texts ? found : [],
    setText: (part, text) => setTexts((last) => ({ ...last, [part]: text })),
    warn: () => {
      if (seen === texts || found.length === 0) return null;
      setSeen(texts);
      return found[0]?.part ?? null;
    },
  };
}
