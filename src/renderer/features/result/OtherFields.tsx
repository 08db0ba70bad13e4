import type { ReactNode } from 'react';

import type { DepositAnswer } from '#shared/domain/deposit.ts';

import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { Veil } from '../../text/veil.ts';
import styles from './ResultCard.module.css';
import { otherFields } from './rows.ts';

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
        {fields.map(([name, value]) => (
          <div key={name} className={styles.otherRow}>
            <dt>{name}</dt>
            <dd className="mono">{privacy.hide(veil === null ? value : veil(value))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
