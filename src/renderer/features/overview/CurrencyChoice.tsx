import { type ReactNode, useId } from 'react';

import type { Currency } from '#shared/domain/currency.ts';

import { useSay } from '../../i18n/i18n.ts';
import styles from './CurrencyChoice.module.css';

type Props = {
  /** Those that occur. */
  readonly currencies: readonly Currency[];
  /** Null: all of them. */
  readonly currency: Currency | null;
  readonly onChange: (currency: Currency | null) => void;
};

/** Only where there is something to choose. The chosen one stays, even if nothing of it is in these days. */
export function CurrencyChoice({ currencies, currency, onChange }: Props): ReactNode {
  const say = useSay();
  const name = useId();
  const isKnown = currency === null || currencies.includes(currency);
  const offered = isKnown ? currencies : [...currencies, currency];
  if (offered.length < 2 && currency === null) return null;
  return (
    <div role="radiogroup" aria-label={say('overview.currency')} className={styles.group}>
      {[null, ...offered].map((one) => (
        <label key={one ?? 'all'} className={styles.option} data-checked={one === currency}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={one === currency}
            onChange={() => onChange(one)}
          />
          {one ?? say('overview.currency.all')}
        </label>
      ))}
    </div>
  );
}
