import type { ReactNode } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { DepositAnswer } from '#shared/domain/deposit.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import type { Veil } from '../../../text/veil.ts';
import { LongText } from '../../../ui/LongText.tsx';
import styles from './ResultCard.module.css';
import { LONGEST_NAME, MOST_ROWS, otherFields } from './rows.ts';

type Props = { readonly answer: DepositAnswer; readonly veil: Veil | null };

/** Fields the document does not name are shown too, with the provider's own names. */
export function OtherFields({ answer, veil }: Props): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const fields = otherFields(answer);
  if (fields.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>{say('card.others')}</summary>
      <dl className={styles.otherRows}>
        {fields.slice(0, MOST_ROWS).map(([field, value]) => {
          const name = clipText(field, LONGEST_NAME);
          return (
            <div key={field} className={styles.otherRow}>
              <dt>{name}</dt>
              <dd className="mono">
                <LongText text={privacy.hide(veil === null ? value : veil(value))} label={name} />
              </dd>
            </div>
          );
        })}
      </dl>
      <RestOfFields fields={fields.slice(MOST_ROWS)} veil={veil} />
    </details>
  );
}

type RestProps = {
  /** By the provider's own names. */
  readonly fields: readonly (readonly [string, string])[];
  readonly veil: Veil | null;
};

/** The fields beyond the rows that are drawn one by one. */
export function RestOfFields({ fields, veil }: RestProps): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  if (fields.length === 0) return null;
  const label = say('card.rest', { count: fields.length });
  const lines = fields.map(
    ([name, value]) => `${name}: ${privacy.hide(veil === null ? value : veil(value))}`,
  );
  return (
    <div className={styles.rest}>
      <p>{label}</p>
      <LongText text={lines.join('\n')} label={label}>
        {(shown) => <pre className={styles.restText}>{shown}</pre>}
      </LongText>
    </div>
  );
}
