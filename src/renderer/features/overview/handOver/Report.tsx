import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { AttentionReason } from '#shared/domain/logSearch.ts';
import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { HandOverReport } from '#shared/domain/handOver.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { logHref } from '../../../client/logLook.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText, fullTimeText } from '../../../text/time.ts';
import { StateBadge, ToneBadge } from '../../../ui/StateBadge.tsx';
import { batchHref, batchName } from '../../batch/batchText.ts';
import styles from './HandOver.module.css';
import { ApartCallbacks } from './ApartCallbacks.tsx';
import { FreeText, type TypedHandOverText } from './FreeText.tsx';
import { hasOthers, noMismatch, noUnknowns, stepFor } from './model.ts';
import { ProfileLines } from './ProfileLines.tsx';
import { openBatchText, paidText, waitingText } from './reportText.ts';
import { At, Requests } from './Requests.tsx';
import { Section } from './Section.tsx';
import { Sums } from './Sums.tsx';

type Props = { readonly report: HandOverReport };
type ReportProps = Props & { readonly message: TypedHandOverText };

const EVERY_DAY = { kind: 'all' } as const;

/** What the next person has to know, the most urgent first. */
export function Report({ report, message }: ReportProps): ReactNode {
  const say = useSay();
  const { profile, session } = useDesk();
  // People hand every profile over, request by request.
  const isOfAll = session.hasPeople;
  const detail = hasOthers(report, profile.name) && (
    <h2 className="above-8 text-16 bold breakable">
      {say('handOver.detail', { profile: profile.name })}
    </h2>
  );
  return (
    <div className="stack fluid gap-16">
      <FreeText saved={report.text} message={message} />
      <ProfileLines report={report} />
      <Late report={report} />
      <Batches batches={report.batches} />
      {!isOfAll && detail}
      <Open report={report} />
      {isOfAll && <ApartCallbacks report={report} />}
      {isOfAll && detail}
      <Notes report={report} />
      <Sums sums={report.sums} />
    </div>
  );
}

/** Of every profile: the requisites of one may be waiting for its customer, or the customer may pay two. */
function Late({ report: { late, lateTotal } }: Props): ReactNode {
  const say = useSay();
  if (lateTotal === 0) return null;
  return (
    <Requests
      title={say('handOver.late')}
      hint={say('handOver.late.hint')}
      requests={late}
      total={lateTotal}
      none=""
      href={logHref({ outcomes: ['unknown'] }, EVERY_DAY)}
      isCalling
    >
      {(request) => (
        <>
          <p className="text-13 muted">{say(stepFor(request))}</p>
          <span className={`${styles.age} text-13 bold unknown`}>
            {request.profileName} · <At at={request.late?.at ?? request.updatedAt} />
          </span>
        </>
      )}
    </Requests>
  );
}

/** Unknown, flagged, paid with another amount: of the profile in use, or with people of every profile. */
function Open({ report }: Props): ReactNode {
  const say = useSay();
  const { profile, settings, session } = useDesk();
  const { language } = settings;
  const { hide } = usePrivacy();
  const { at, unknowns, unknownsTotal, flagged, mismatched } = report;
  const isOfAll = session.hasPeople;
  const hrefOf = (attention: AttentionReason): string =>
    logHref({ profileIds: isOfAll ? [] : [profile.id], attention: [attention] }, EVERY_DAY);
  const isNamed = isOfAll && hasOthers(report, profile.name);
  const ofProfile = (request: DepositRequest): ReactNode =>
    isNamed && <span className="text-13 muted">{request.profileName}</span>;
  return (
    <>
      <Requests
        title={say('handOver.unknowns')}
        hint={unknownsTotal === 0 ? null : say('handOver.unknowns.hint')}
        requests={unknowns}
        total={unknownsTotal}
        none={say(noUnknowns(report, isOfAll))}
        href={hrefOf('unknown')}
        isCalling
      >
        {(request) => (
          <>
            <p className="text-13 muted">
              {say(stepFor(request))} {ofProfile(request)}
            </p>
            <time
              className={`${styles.age} text-13 bold unknown`}
              dateTime={request.createdAt}
              title={fullTimeText(request.createdAt, language)}
            >
              {waitingText(request, at, say)}
              {request.takenBy !== undefined && ` · ${request.takenBy.operator.name}`}
            </time>
          </>
        )}
      </Requests>
      <Requests
        title={say('handOver.flagged')}
        requests={flagged}
        total={report.flaggedTotal}
        none={say('handOver.flagged.none')}
        href={hrefOf('flagged')}
      >
        {(request) => (
          <>
            {ofProfile(request)}
            {isSentElsewhere(request) && (
              <ToneBadge tone="bad">{say('log.mark.sent_elsewhere')}</ToneBadge>
            )}
            <StateBadge request={request} short />
          </>
        )}
      </Requests>
      <Requests
        title={say('handOver.mismatched')}
        requests={mismatched}
        total={report.mismatchedTotal}
        none={say(noMismatch(report))}
        href={hrefOf('paid_differs')}
        isCalling
      >
        {(request) => (
          <p className="text-13 muted">
            {paidText(request, language, say, hide)} {ofProfile(request)}
          </p>
        )}
      </Requests>
    </>
  );
}

/** Of every profile; nothing where none is open. */
function Batches({ batches }: Pick<HandOverReport, 'batches'>): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const total = batches.length;
  if (total === 0) return null;
  return (
    <Section
      title={say('handOver.batches')}
      hint={say('handOver.batches.hint')}
      list={{ total, listed: total, none: '', href: batchHref(null) }}
    >
      <ul className={`${styles.rows} stack`}>
        {batches.map((batch) => (
          <li
            key={batch.batchId}
            className={`${styles.row} row wrap baseline between gap-4-12 breakable`}
          >
            <p className="row wrap baseline narrow gap-4-12">
              <Link href={batchHref(batch.batchId)}>{batchName(batch, say)}</Link>
              <span>{batch.profileName}</span>
              <time
                className="muted"
                dateTime={batch.createdAt}
                title={fullTimeText(batch.createdAt, language)}
              >
                {dayTimeText(batch.createdAt, language)}
              </time>
            </p>
            <p className="text-13 muted">{openBatchText(batch, say)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Notes({ report: { notes, notesTotal } }: Props): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  return (
    <Section
      title={say('handOver.notes')}
      list={{
        total: notesTotal,
        listed: notes.length,
        none: say('handOver.notes.none'),
        href: '/log',
      }}
    >
      <ul className="stack">
        {notes.map(({ at, operator, text, intentId, orderId, customer }) => (
          <li key={`${at} ${intentId}`} className={styles.note}>
            <p className="row wrap baseline narrow gap-4-12 text-13 muted breakable">
              <At at={at} />
              <span>{operator.name}</span>
              <Link href={`/log/${intentId}`} className="mono">
                {orderId}
              </Link>
              {customer !== null && <span>{hide(customer)}</span>}
            </p>
            <p className="pre breakable">{hide(text)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
