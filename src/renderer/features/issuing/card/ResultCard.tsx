import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

import {
  type DepositRequest,
  amountChanged,
  amountOf,
  isCopyLocked,
  isUnresolved,
} from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText, dayText, fullTimeText } from '../../../text/time.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { useKeptFocus } from '../../../ui/focus.ts';
import { isTyping } from '../../../ui/keys.ts';
import { BatchLink } from '../../batch/BatchLink.tsx';
import { CustomerName } from '../../log/customer/CustomerName.tsx';
import { usePictureDrop } from '../../log/pictures/usePictureDrop.tsx';
import { Accepted } from './Accepted.tsx';
import { RepeatByKey } from './CardButtons.tsx';
import { FoldButton, FoldMarks } from './FoldedLine.tsx';
import { useValidity } from './hooks.ts';
import { InFlight } from './InFlight.tsx';
import { NotIssued } from './OutcomeNotice.tsx';
import { PaidAmount } from './PaidAmount.tsx';
import { EarlierAnswered, HeardLine, SentElsewhere, StateAge, Unheard } from './ProviderSaid.tsx';
import styles from './ResultCard.module.css';
import type { Masking } from './rules.ts';
import { Unknown } from './Unknown.tsx';

type Props = {
  readonly request: DepositRequest;
  /** Where it stands: under the heading "Now", or as the top of the log's detail. */
  readonly headingLevel: 2 | 3;
  readonly masking?: Masking | null;
  /** Said of it in the head, beside its state. */
  readonly marks?: ReactNode;
  /** In Now: whether it is one line, and how to change that. */
  readonly fold?: Fold | null;
};

type Fold = { readonly isOpen: boolean; readonly onToggle: () => void };

/** One request for the operator: whose, how much, how it went, and what can be handed on. */
export function ResultCard(props: Props): ReactNode {
  const { request, headingLevel, masking = null, marks = null, fold = null } = props;
  const drop = usePictureDrop(request.intentId);
  const kept = useKeptFocus<HTMLElement>(stageOf(request));
  const headingId = `card-${request.intentId}-${headingLevel}`;
  const isFolded = fold?.isOpen === false;
  const [startsResolving, setStartsResolving] = useState(false);
  return (
    <article
      {...kept}
      onKeyDown={pressDigit}
      {...drop.handlers}
      className={`${styles.card} panel column relative gap-12 pad-16-20`}
      data-intent={request.intentId}
      data-open={isUnresolved(request)}
      data-folded={isFolded}
      aria-labelledby={headingId}
    >
      <header className={`${styles.head} row top between gap-4-12`}>
        <div className={`${styles.who} row wrap middle narrow grow gap-4-12`}>
          <Customer {...props} headingId={headingId} />
          <StateBadge request={request} />
          {!isFolded && <StateAge request={request} />}
          {marks}
          {isFolded && <FoldMarks request={request} />}
          <Facts request={request} isFolded={isFolded} />
          {!isFolded && <ValidityLine request={request} />}
        </div>
        <Amount request={request} isFolded={isFolded} />
        {isFolded && (
          <FoldButton
            request={request}
            onResolve={() => {
              setStartsResolving(true);
              fold.onToggle();
            }}
          />
        )}
      </header>
      {drop.said}
      {!isFolded && (
        <>
          {headingLevel === 2 && <RepeatByKey request={request} />}
          {headingLevel === 2 && <Unheard request={request} />}
          {request.outcome !== 'unknown' && <HeardLine request={request} />}
          <EarlierAnswered request={request} />
          <SentElsewhere request={request} />
          <PaidAmount request={request} veil={masking?.veil ?? null} />
          <Erased request={request} />
          <CardBody
            request={request}
            inLog={headingLevel === 2}
            masking={masking}
            startsResolving={startsResolving}
          />
        </>
      )}
    </article>
  );
}

/** 1 to 4 copy the rows of the card that has the focus. */
function pressDigit(event: KeyboardEvent<HTMLElement>): void {
  const digit = /^(?:Digit|Numpad)([1-9])$/u.exec(event.code)?.[1];
  const isHeld = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat;
  if (digit === undefined || isHeld || event.defaultPrevented || isTyping(event.target)) return;
  // A menu of the card is drawn elsewhere in the page, and has its own keys.
  const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
  const button = event.currentTarget.querySelector<HTMLElement>(`[data-digit="${digit}"]`);
  if (!isInside || button === null) return;
  event.preventDefault();
  button.click();
}

type CustomerProps = Props & { readonly headingId: string };

function Customer({ request, headingLevel, fold = null, headingId }: CustomerProps): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const { customer } = request.body.fields;
  const shown = customer === undefined ? say('card.noCustomer') : privacy.hide(customer);
  const name = request.erased === undefined ? shown : say('card.erased');
  const isFolded = fold?.isOpen === false;
  return (
    <>
      {fold !== null && (
        // The same one folds and unfolds, so that the keyboard stays where it is.
        <button
          type="button"
          className={`quiet square ${styles.fold}`}
          aria-label={say('card.details')}
          aria-describedby={headingId}
          aria-expanded={fold.isOpen}
          onClick={fold.onToggle}
          {...(isFolded ? { title: `${name} · ${factsText(request)}` } : {})}
        >
          <IconChevronRight size={14} className="chevron" aria-hidden="true" />
        </button>
      )}
      <Heading
        id={headingId}
        className={`${styles.customer} fit bold breakable`}
        {...(isFolded ? { title: name } : {})}
      >
        {customer === undefined || request.erased !== undefined ? (
          name
        ) : (
          <CustomerName profileId={request.profileId} customer={customer} />
        )}
      </Heading>
    </>
  );
}

function Erased({ request: { erased } }: OfRequest): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  if (erased === undefined) return null;
  const day = dayText(erased.at, language);
  const { lastFour } = erased;
  return (
    <p className="muted">
      {lastFour === null
        ? say('card.erased.text', { day })
        : say('card.erased.number', { day, lastFour })}
    </p>
  );
}

type OfRequest = { readonly request: DepositRequest };

type FoldedRequest = OfRequest & {
  /** In one line, in which the order needs the room: it names neither the batch nor the amount before a change. */
  readonly isFolded: boolean;
};

function Facts({ request, isFolded }: FoldedRequest): ReactNode {
  const { language } = useDesk().settings;
  const { fields } = request.body;
  return (
    <p className={`${styles.facts} text-13 muted breakable`} title={factsText(request)}>
      <span className="mono">{fields.order_id}</span> · {fields.payment_type} ·{' '}
      <time dateTime={request.createdAt} title={fullTimeText(request.createdAt, language)}>
        {clockText(request.createdAt)}
      </time>
      {request.batch !== undefined && !isFolded && (
        <>
          {' · '}
          <BatchLink place={request.batch} />
        </>
      )}
    </p>
  );
}

/** Not a live region: a screen reader would read the clock aloud every second. */
function ValidityLine({ request }: OfRequest): ReactNode {
  const say = useSay();
  const validity = useValidity(request);
  if (validity === null || request.outcome !== 'accepted') return null;
  const { state, until, left } = validity;
  return (
    <p className={`${styles.validity} text-13 muted`} data-state={state}>
      {say(`valid.${state}`, { time: clockText(until), left })}
    </p>
  );
}

function factsText({ body }: DepositRequest): string {
  return `${body.fields.order_id} · ${body.fields.payment_type}`;
}

function Amount({ request, isFolded }: FoldedRequest): ReactNode {
  const say = useSay();
  const privacy = usePrivacy();
  const { language } = useDesk().settings;
  const amount = amountOf(request);
  const isAccepted = request.outcome === 'accepted';
  const currency = isAccepted
    ? request.answer.record.amount_currency
    : request.body.fields.currency;
  return (
    <p className={`${styles.amount} rigid bold nowrap end`}>
      {privacy.hide(moneyText(amount.cents, currency, language))}
      {((isAccepted && amount.source === 'sent') || (amountChanged(request) && !isFolded)) && (
        <span className={`${styles.source} medium muted`}>
          {say(amount.source === 'sent' ? 'card.asSent' : 'card.asReturned')}
        </span>
      )}
    </p>
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
  readonly startsResolving: boolean;
};

function CardBody({ request, inLog, masking, startsResolving }: BodyProps): ReactNode {
  switch (request.outcome) {
    case 'prepared':
    case 'sending':
      return <InFlight request={request} />;
    case 'accepted':
      // Nothing is left that could be handed on.
      return request.erased === undefined && <Accepted request={request} masking={masking} />;
    case 'rejected':
    case 'not_sent':
      return <NotIssued request={request} />;
    case 'unknown':
      return (
        <Unknown
          request={request}
          inLog={inLog}
          masking={masking}
          startsResolving={startsResolving}
        />
      );
    default:
      return assertNever(request);
  }
}
