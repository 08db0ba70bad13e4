import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type DepositRequest, amountOf } from '#shared/domain/request.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText, fullTimeText } from '../../../text/time.ts';
import { CustomerName } from '../../log/customer/CustomerName.tsx';
import styles from './HandOver.module.css';
import { Section } from './Section.tsx';

type RequestsProps = {
  readonly title: string;
  readonly hint?: string | null;
  readonly requests: readonly DepositRequest[];
  readonly total: number;
  readonly none: string;
  readonly href: string;
  readonly isCalling?: boolean;
  /** What is said of each, after which one it is. */
  readonly children: (request: DepositRequest) => ReactNode;
};

/** Requests to be handed over, each with what is said of it. */
export function Requests(props: RequestsProps): ReactNode {
  const { title, hint = null, requests, total, none, href, isCalling = false, children } = props;
  return (
    <Section
      title={title}
      hint={hint}
      list={{ total, listed: requests.length, none, href }}
      isCalling={isCalling}
    >
      <ul className={`${styles.rows} stack`} data-calling={isCalling}>
        {requests.map((request) => (
          <li
            key={request.intentId}
            className={`${styles.row} row wrap baseline between gap-4-12`}
            data-calling={isCalling}
          >
            <Subject request={request} />
            {children(request)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function At({ at }: { readonly at: string }): ReactNode {
  const { language } = useDesk().settings;
  return (
    <time dateTime={at} title={fullTimeText(at, language)}>
      {clockText(at)}
    </time>
  );
}

/** Which request it is, in the words that are used of it in a chat. */
function Subject({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { order_id: order, customer, currency } = request.body.fields;
  return (
    <p className={`${styles.subject} row wrap baseline narrow gap-4-12 breakable`}>
      <Link href={`/log/${request.intentId}`} className="mono">
        {order}
      </Link>
      <span>
        {customer === undefined ? (
          say('card.noCustomer')
        ) : (
          <CustomerName profileId={request.profileId} customer={customer} />
        )}
      </span>
      <span className={`${styles.amount} bold`}>
        {hide(moneyText(amountOf(request).cents, currency, language))}
      </span>
    </p>
  );
}
