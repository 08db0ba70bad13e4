import { useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';
import { type RequisiteFault, requisiteFaults } from '#shared/domain/requisiteChecks.ts';

import type { NamedPart } from '../../text/requisiteParts.ts';
import { type TypedTexts, typedByHand } from './typedByHand.ts';

type TypedRequisites = {
  readonly texts: TypedTexts;
  readonly typed: ReturnType<typeof typedByHand>;
  /** What does not hold in what was last tried to save. */
  readonly faults: readonly RequisiteFault[];
  readonly setText: (part: NamedPart, text: string) => void;
  /** The first faulty part; null: everything holds, or it was seen before exactly as it is. Warned once, never forbidden. */
  readonly warn: () => NamedPart | null;
};

/** A wrong digit is seen before it is saved, not by the customer who pays to it. */
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
