import type { ReactNode } from 'react';

import type { CustomerFigures } from '#shared/domain/customer.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import styles from './Customer.module.css';

/** Asked for in accepted requests, and paid by the provider's callbacks; a row for each currency. */
export function Sums({ sums }: Pick<CustomerFigures, 'sums'>): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  if (sums.length === 0) return <p className="muted">{say('customer.sums.none')}</p>;
  return (
    <dl className={styles.sums}>
      {sums.map(({ currency, accepted, requestedCents, paid, paidCents, unreadable }) => (
        <div key={currency}>
          <dt className="muted">
            {say('customer.requested', { count: accepted, shown: countText(accepted) })}
          </dt>
          <dd className="medium end">{hide(moneyText(requestedCents, currency, language))}</dd>
          <dt className="muted">{say('customer.paid', { count: paid, shown: countText(paid) })}</dt>
          <dd className={`medium end ${paid > 0 ? 'good' : ''}`}>
            {hide(moneyText(paidCents, currency, language))}
          </dd>
          {unreadable > 0 && (
            <p className="text-12 unknown">
              {say('customer.unreadable', { count: unreadable, shown: countText(unreadable) })}
            </p>
          )}
        </div>
      ))}
    </dl>
  );
}
