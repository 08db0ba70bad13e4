import type { ReactNode } from 'react';

import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import type { Veil } from '../../text/veil.ts';
import { LongText } from '../../ui/LongText.tsx';
import styles from './ResultCard.module.css';

type Props = {
  /** By the provider's own names. */
  readonly fields: readonly (readonly [string, string])[];
  readonly veil: Veil | null;
};

/** What is left of an answer with more fields than there are rows for. */
export function RestOfFields({ fields, veil }: Props): ReactNode {
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
