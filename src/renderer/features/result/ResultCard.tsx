import type { ReactNode } from 'react';

import {
  type DepositRequest,
  amountChanged,
  amountOf,
  isCopyLocked,
  isUnresolved,
} from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { moneyText } from '../../text/money.ts';
import { clockText, fullTimeText } from '../../text/time.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { Accepted } from './Accepted.tsx';
import { HeardLine, StateAge, Unheard } from './HeardLine.tsx';
import { InFlight } from './InFlight.tsx';
import type { Masking } from './masking.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { PaidAmount } from './PaidAmount.tsx';
import { Rejected } from './Rejected.tsx';
import styles from './ResultCard.module.css';
import { Unknown } from './Unknown.tsx';

type Props = {
  readonly request: DepositRequest;
  /** Where it stands: under the heading "Now", or as the top of the log's detail. */
  readonly headingLevel: 2 | 3;
  readonly masking?: Masking | null;
  /** Said of it in the head, beside its state. */
  readonly marks?: ReactNode;
};

/** One request for the operator: whose, how much, how it went, and what can be handed on. */
export function ResultCard(props: Props): ReactNode {
  const { request, headingLevel, masking = null, marks = null } = props;
  const say = useSay();
  const { settings } = useDesk();
  const { fields } = request.body;
  const amount = amountOf(request);
  const kept = useKeptFocus<HTMLElement>(stageOf(request));
  const headingId = `card-${request.intentId}-${headingLevel}`;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const currency =
    request.outcome === 'accepted' ? request.answer.record.amount_currency : fields.currency;
  return (
    <article
      {...kept}
      className={styles.card}
      data-open={isUnresolved(request)}
      aria-labelledby={headingId}
    >
      <header className={styles.head}>
        <Heading id={headingId} className={styles.customer}>
          {fields.customer ?? say('card.noCustomer')}
        </Heading>
        <StateBadge request={request} />
        <StateAge request={request} />
        {marks}
        <p className={styles.facts}>
          <span className="mono">{fields.order_id}</span> · {fields.payment_type} ·{' '}
          <time
            dateTime={request.createdAt}
            title={fullTimeText(request.createdAt, settings.language)}
          >
            {clockText(request.createdAt)}
          </time>
        </p>
        <p className={styles.amount}>
          {moneyText(amount.cents, currency, settings.language)}
          {request.outcome === 'accepted' &&
            (amount.source === 'sent' || amountChanged(request)) && (
              <span className={styles.source}>
                {say(amount.source === 'sent' ? 'card.asSent' : 'card.asReturned')}
              </span>
            )}
        </p>
      </header>
      {headingLevel === 2 && <Unheard request={request} />}
      {request.outcome !== 'unknown' && <HeardLine request={request} />}
      <PaidAmount request={request} veil={masking?.veil ?? null} />
      <CardBody request={request} inLog={headingLevel === 2} masking={masking} />
    </article>
  );
}

/** Changes whenever a control of the card goes. */
function stageOf(request: DepositRequest): string {
  const isResolved = request.outcome === 'unknown' && request.resolution !== null;
  return [request.outcome, isResolved, isCopyLocked(request)].join(' ');
}

type BodyProps = {
  readonly request: DepositRequest;
  readonly inLog: boolean;
  readonly masking: Masking | null;
};

function CardBody({ request, inLog, masking }: BodyProps): ReactNode {
  switch (request.outcome) {
    case 'prepared':
    case 'sending':
      return <InFlight request={request} />;
    case 'accepted':
      return <Accepted request={request} masking={masking} />;
    case 'rejected':
      return <Rejected request={request} />;
    case 'not_sent':
      return <OutcomeNotice request={request} />;
    case 'unknown':
      return <Unknown request={request} inLog={inLog} masking={masking} />;
    default:
      return assertNever(request);
  }
}
