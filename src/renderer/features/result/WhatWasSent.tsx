import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { useSay } from '../../i18n/i18n.ts';
import styles from './ResultCard.module.css';

/** To find it in the provider's cabinet: every field by the provider's own name. */
export function WhatWasSent({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const fields = Object.entries(request.body.fields);
  return (
    <details className={styles.others}>
      <summary>{say('sent.what')}</summary>
      <dl className={styles.otherRows}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.otherRow}>
            <dt>{name}</dt>
            <dd className="mono">{String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
