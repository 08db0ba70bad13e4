import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import type { ShiftReport } from '#shared/domain/shift.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { logHref } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText, fullTimeText } from '../../../text/time.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import styles from './HandOver.module.css';
import { hasOthers, isAllAnswered, noMismatch, stepFor } from './model.ts';
import { ProfileLines } from './ProfileLines.tsx';
import { paidText, waitingText } from './reportText.ts';
import { Section } from './Section.tsx';
import { Sums } from './Sums.tsx';

type Props = { readonly report: ShiftReport };

/** What the next shift has to know, the most urgent first. */
export function Report({ report }: Props): ReactNode {
  const say = useSay();
  const { profile, settings } = useDesk();
  const { language } = settings;
  const { hide } = usePrivacy();
  const { unknowns, unknownsTotal, flagged, flaggedTotal } = report;
  const everOf = { profileIds: [profile.id] };
  const everyDay = { kind: 'all' } as const;
  return (
    <div className={styles.report}>
      <ProfileLines report={report} />
      <LateAnswers report={report} />
      {hasOthers(report, profile.name) && (
        <h2 className={styles.detail}>{say('handOver.detail', { profile: profile.name })}</h2>
      )}
      <Section
        title={say('handOver.unknowns')}
        hint={unknownsTotal === 0 ? null : say('handOver.unknowns.hint')}
        total={unknownsTotal}
        listed={unknowns.length}
        none={say(isAllAnswered(report) ? 'handOver.unknowns.none' : 'handOver.unknowns.noneHere')}
        href={logHref({ ...everOf, attention: ['unknown'] }, everyDay)}
        isCalling
      >
        <ul className={styles.rows} data-calling="true">
          {unknowns.map((request) => (
            <Unknown key={request.intentId} request={request} at={report.at} />
          ))}
        </ul>
      </Section>
      <Section
        title={say('handOver.flagged')}
        total={flaggedTotal}
        listed={flagged.length}
        none={say('handOver.flagged.none')}
        href={logHref({ ...everOf, attention: ['flagged'] }, everyDay)}
      >
        <ul className={styles.rows}>
          {flagged.map((request) => (
            <li key={request.intentId} className={styles.row}>
              <Subject request={request} />
              <StateBadge request={request} short />
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title={say('handOver.mismatched')}
        total={report.mismatchedTotal}
        listed={report.mismatched.length}
        none={say(noMismatch(report))}
        href={logHref({ ...everOf, attention: ['paid_differs'] }, everyDay)}
        isCalling
      >
        <ul className={styles.rows} data-calling="true">
          {report.mismatched.map((request) => (
            <li key={request.intentId} className={styles.row} data-calling="true">
              <Subject request={request} />
              <p className={styles.step}>{paidText(request, language, say, hide)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Notes report={report} />
      <Sums sums={report.sums} />
    </div>
  );
}

/** Of every profile: the requisites of one may be waiting for its customer, or the customer may pay two. */
function LateAnswers({ report: { late, lateTotal } }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  if (lateTotal === 0) return null;
  return (
    <Section
      title={say('handOver.late')}
      hint={say('handOver.late.hint')}
      total={lateTotal}
      listed={late.length}
      none=""
      href={logHref({ outcomes: ['unknown'] }, { kind: 'all' })}
      isCalling
    >
      <ul className={styles.rows} data-calling="true">
        {late.map((request) => {
          const at = request.late?.at ?? request.updatedAt;
          return (
            <li key={request.intentId} className={styles.row} data-calling="true">
              <Subject request={request} />
              <p className={styles.step}>{say(stepFor(request))}</p>
              <span className={styles.age}>
                {request.profileName} ·{' '}
                <time dateTime={at} title={fullTimeText(at, language)}>
                  {clockText(at)}
                </time>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type UnknownProps = { readonly request: DepositRequest; readonly at: string };

function Unknown({ request, at }: UnknownProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  return (
    <li className={styles.row} data-calling="true">
      <Subject request={request} />
      <p className={styles.step}>{say(stepFor(request))}</p>
      <time
        className={styles.age}
        dateTime={request.createdAt}
        title={fullTimeText(request.createdAt, language)}
      >
        {waitingText(request, at, say)}
      </time>
    </li>
  );
}

/** Which request it is, in the words that are used of it in a chat. */
function Subject({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  const { order_id: order, customer, currency } = request.body.fields;
  return (
    <p className={styles.subject}>
      <Link href={`/log/${request.intentId}`} className="mono">
        {order}
      </Link>
      <span>{customer === undefined ? say('card.noCustomer') : hide(customer)}</span>
      <span className={styles.amount}>
        {hide(moneyText(amountOf(request).cents, currency, language))}
      </span>
    </p>
  );
}

function Notes({ report: { notes, notesTotal } }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const { hide } = usePrivacy();
  return (
    <Section
      title={say('handOver.notes')}
      total={notesTotal}
      listed={notes.length}
      none={say('handOver.notes.none')}
      href="/log"
    >
      <ul className={styles.rows}>
        {notes.map(({ at, operator, text, intentId, orderId, customer }) => (
          <li key={`${at} ${intentId}`} className={styles.note}>
            <p className={styles.subject}>
              <time dateTime={at} title={fullTimeText(at, language)}>
                {clockText(at)}
              </time>
              <span>{operator.name}</span>
              <Link href={`/log/${intentId}`} className="mono">
                {orderId}
              </Link>
              {customer !== null && <span>{hide(customer)}</span>}
            </p>
            <p className={styles.noted}>{hide(text)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
