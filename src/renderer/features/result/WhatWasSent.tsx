import type { ReactNode } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../client/privacy.ts';
import { useSay } from '../../i18n/i18n.ts';
import { CopySupport } from './CopySupport.tsx';
import styles from './ResultCard.module.css';

/** What privacy mode hides: whose, and how much. */
const PRIVATE: ReadonlySet<string> = new Set(['customer', 'customer_phone_number', 'cents']);

/** To find it in the provider's cabinet: every field by the provider's own name. */
export function WhatWasSent({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const fields = Object.entries(request.body.fields);
  return (
    <details className={styles.others}>
      <summary>{say('sent.what')}</summary>
      <dl className={styles.otherRows}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.otherRow}>
            <dt>{name}</dt>
            <dd className="mono">
              {PRIVATE.has(name) ? privacy.hide(String(value)) : String(value)}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.support}>
        <CopySupport request={request} />
      </div>
    </details>
  );
}
