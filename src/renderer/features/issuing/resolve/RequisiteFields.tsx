import type { ReactNode } from 'react';

import type { RequisiteFault } from '#shared/domain/requisiteChecks.ts';

import { useSay } from '../../../i18n/i18n.ts';
import { NAMED_PARTS, type NamedPart, requisiteFaultText } from '../../../text/requisites.ts';
import { Field } from '../../../ui/Field.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import styles from './Resolve.module.css';

type Props = {
  /** Of the form: each part's id is made from it. */
  readonly base: string;
  readonly legend: string;
  readonly texts: Readonly<Record<NamedPart, string>>;
  /** What does not hold, once it was tried to save. */
  readonly faults: readonly RequisiteFault[];
  readonly onText: (part: NamedPart, text: string) => void;
};

/** Requisites as they stand in the provider's cabinet. */
export function RequisiteFields({ base, legend, texts, faults, onText }: Props): ReactNode {
  const say = useSay();
  return (
    <fieldset className={styles.requisites}>
      <legend>{legend}</legend>
      <p className={styles.text}>{say('resolve.requisites.hint')}</p>
      <div className={styles.pair}>
        {NAMED_PARTS.map((part) => {
          const fault = faults.find((one) => one.part === part) ?? null;
          return (
            <Field
              key={part}
              id={`${base}-${part}`}
              label={say(`requisite.${part}`)}
              warning={
                fault === null
                  ? null
                  : `${requisiteFaultText(fault, say)} ${say('resolve.requisites.look')}`
              }
            >
              {(control) => (
                <TextBox
                  {...control}
                  look={part === 'number' ? 'mono' : 'plain'}
                  value={texts[part]}
                  onChange={(event) => onText(part, event.currentTarget.value)}
                />
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}
