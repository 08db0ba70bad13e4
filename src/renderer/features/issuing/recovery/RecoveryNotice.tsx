import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';

import { callOrThrow, useOperation } from '../../../client/operation.ts';
import { useClient, useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText, fullTimeText } from '../../../text/time.ts';
import { ActionError } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import styles from './RecoveryNotice.module.css';

/** Requests that a crash or a kill interrupted, each with its outcome now. Shown until the operator acknowledges them. */
export function RecoveryNotice(): ReactNode {
  const say = useSay();
  const client = useClient();
  const { data: interrupted = [] } = useQuery({
    queryKey: KEYS.recovery,
    queryFn: () => callOrThrow(client, 'recovery.report', {}),
  });
  const acknowledge = useOperation('recovery.acknowledge', (cache) =>
    cache.setQueryData(KEYS.recovery, []),
  );
  if (interrupted.length === 0) return null;
  return (
    <section
      className="stack rigid gap-8 pad-16-20 below-16 round-12 amber"
      aria-labelledby="recovery-title"
    >
      <div className="row wrap middle between gap-8">
        <h2 id="recovery-title" className="text-14 bold">
          {say('recovery.title', { count: interrupted.length })}
        </h2>
        <Button
          size="xs"
          variant="default"
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate({})}
        >
          {say('recovery.acknowledge')}
        </Button>
      </div>
      <p>{say('recovery.text')}</p>
      <ul
        className={`${styles.list} lined text-13 ink framed round-8 on-panel`}
        aria-label={say('recovery.list')}
      >
        {interrupted.map((request) => (
          <Interrupted key={request.intentId} request={request} />
        ))}
      </ul>
      <ActionError error={acknowledge.error} />
    </section>
  );
}

function Interrupted({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { fields } = request.body;
  const isNow =
    request.outcome === 'not_sent' ? 'not_sent' : isUnresolved(request) ? 'unknown' : 'resolved';
  return (
    <li className="row wrap middle gap-4-12 pad-6-12">
      <time
        className="mono text-12"
        dateTime={request.createdAt}
        title={fullTimeText(request.createdAt, language)}
      >
        {clockText(request.createdAt)}
      </time>
      <Link href={`/log/${request.intentId}`} className="mono text-12 breakable">
        {fields.order_id}
      </Link>
      <span className="bold breakable">{hide(fields.customer ?? say('card.noCustomer'))}</span>
      <span className="nowrap">{hide(moneyText(fields.cents, fields.currency, language))}</span>
      <StateBadge request={request} short />
      <span className="muted">{say(`recovery.${isNow}`)}</span>
    </li>
  );
}
