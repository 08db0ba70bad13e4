import { type ReactNode, useId, useState } from 'react';

import type { PaymentData } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type RequisiteFault, requisiteFaults } from '#shared/domain/requisiteChecks.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { requisiteFaultText, NAMED_PARTS, type NamedPart } from '../../../text/requisites.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './Resolve.module.css';
import { type TypedTexts, textsOf, typedByHand } from './rules.ts';

type TypedRequisites = {
  readonly texts: TypedTexts;
  readonly typed: ReturnType<typeof typedByHand>;
  /** Faults of the texts that the operator last tried to save. */
  readonly faults: readonly RequisiteFault[];
  readonly setText: (part: NamedPart, text: string) => void;
  /** Leads to the first faulty part, once per text: a second press saves it as it is. False when there is nothing to warn of. */
  readonly warn: () => boolean;
  readonly idOf: (part: NamedPart) => string;
};

/** Requisites typed by hand, checked before they are saved: a wrong digit would be paid to. */
export function useTypedRequisites(
  request: DepositRequest,
  before: PaymentData | null,
): TypedRequisites {
  const base = useId();
  const [texts, setTexts] = useState(() => textsOf(before));
  const [seen, setSeen] = useState<TypedTexts | null>(null);
  const typed = typedByHand(texts);
  const { currency, payment_type: paymentType } = request.body.fields;
  const found = typed === null ? [] : requisiteFaults(typed, { currency, paymentType });
  const idOf = (part: NamedPart): string => `${base}-${part}`;
  return {
    texts,
    typed,
    faults: seen === texts ? found : [],
    setText: (part, text) => setTexts((last) => ({ ...last, [part]: text })),
    warn: () => {
      const [first] = found;
      if (seen === texts || first === undefined) return false;
      setSeen(texts);
      document.getElementById(idOf(first.part))?.focus();
      return true;
    },
    idOf,
  };
}

type Props = { readonly legend: string; readonly requisites: TypedRequisites };

/** Requisites as they stand in the provider's cabinet. */
export function RequisiteFields({ legend, requisites }: Props): ReactNode {
  const say = useSay();
  const { texts, faults, setText, idOf } = requisites;
  return (
    <fieldset className="stack gap-12">
      <legend className="text-13 bold">{legend}</legend>
      <p className="text-13 muted">{say('resolve.requisites.hint')}</p>
      <div className={`${styles.pair} stack gap-12`}>
        {NAMED_PARTS.map((part) => {
          const fault = faults.find((one) => one.part === part);
          return (
            <TextField
              key={part}
              id={idOf(part)}
              label={say(`requisite.${part}`)}
              warning={
                fault === undefined
                  ? null
                  : `${requisiteFaultText(fault, say)} ${say('resolve.requisites.look')}`
              }
              look={part === 'number' ? 'mono' : 'plain'}
              value={texts[part]}
              onText={(text) => setText(part, text)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
