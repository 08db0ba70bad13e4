import type { ReactNode } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { DepositAnswer } from '#shared/domain/deposit.ts';

import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { Veil } from '../../text/veil.ts';
import { LongText } from '../../ui/LongText.tsx';
import { RestOfFields } from './RestOfFields.tsx';
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
