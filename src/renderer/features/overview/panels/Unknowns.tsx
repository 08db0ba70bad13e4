import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { LogRow } from '#shared/domain/logSearch.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { countText, moneyText } from '../../../text/numbers.ts';
import { ageText, fullTimeText } from '../../../text/time.ts';
import { CustomerName } from '../../log/customer/CustomerName.tsx';
import type { Count } from '../model.ts';
import styles from '../Overview.module.css';
import { Panel } from '../Panel.tsx';

const MOST_ROWS = 5;

type Props = {
  readonly unknowns: Count;
  readonly oldest: readonly LogRow[];
  readonly nowMs: number;
};

/** Requests without an answer, the oldest first: each may exist at the provider. */
export function Unknowns({ unknowns, oldest, nowMs }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <Panel title={say('overview.unknowns')} hint={say('overview.unknowns.hint')}>
      {oldest.length === 0 ? (
        <p className={`${styles.calm} row middle gap-8 muted`}>
          <IconCircleCheck size={16} aria-hidden="true" />
          {say('overview.unknowns.none')}
        </p>
      ) : (
        <>
          <ul className="lined stack fluid">
            {oldest.slice(0, MOST_ROWS).map((row) => (
              <li key={row.intentId}>
                <Link
                  href={`/log/${row.intentId}`}
                  className={`${styles.row} opening stack text-13 hand`}
                >
                  <span className="row wrap between narrow gap-4-12 breakable">
                    <span className="mono">{row.orderId}</span>{' '}
                    <time
                      className="unknown bold nowrap"
                      dateTime={row.createdAt}
                      title={fullTimeText(row.createdAt, language)}
                    >
                      {ageText(row.createdAt, nowMs, say)}
                    </time>
                  </span>{' '}
                  <span className="row wrap between narrow gap-4-12 breakable">
                    <span>{hide(moneyText(row.cents, row.currency, language))}</span>
                  </span>
                </Link>
                {row.customer !== null && (
                  <p className="text-13 muted breakable">
                    <CustomerName profileId={row.profileId} customer={row.customer} />
                  </p>
                )}
              </li>
            ))}
          </ul>
          <Link href={unknowns.href} className={`${styles.more} text-13 medium`}>
            {say('overview.unknowns.all', {
              count: unknowns.count,
              shown: countText(unknowns.count),
            })}
          </Link>
        </>
      )}
    </Panel>
  );
}
