import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { RequestHistory } from '#shared/domain/history.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { dayTimeText } from '../../../text/time.ts';
import { amountOf } from '#shared/domain/request.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import styles from './Detail.module.css';
import { relationOf } from './relation.ts';

/** Told apart by how they belong together. */
export function Related({ history }: { readonly history: RequestHistory }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <>
      <h3 className={styles.title}>{say('detail.related')}</h3>
      <ul className="stack gap-8">
        {history.related.map((other) => (
          <li key={other.intentId} className={styles.relation}>
            <span className="muted">
              {say(`detail.related.${relationOf(history.request, other)}`)}
            </span>
            <span className={styles.relationLine}>
              <Link href={`/log/${other.intentId}`} className="mono">
                {other.body.fields.order_id}
              </Link>
              <StateBadge request={other} short />
              <span className="muted">
                {hide(moneyText(amountOf(other).cents, other.body.fields.currency, language))}
                {' · '}
                {dayTimeText(other.createdAt, language)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
