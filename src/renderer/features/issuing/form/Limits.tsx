import { type ReactNode, memo } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import { type LimitsChange, type LimitsSnapshot, boundsFor } from '#shared/domain/limits.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { type Limits, useLimits } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { boundsText, currencyName } from '../../../text/boundsText.ts';
import { clockText, dayTimeText, limitsAgoText } from '../../../text/time.ts';
import { SignatureRefused } from '../../../ui/Notice.tsx';
import { knobAddress, profileAddress } from '../../desk/settings/addresses.ts';
import styles from './RequestDesk.module.css';

type FactProps = {
  readonly flow: Flow;
  readonly currency: string;
  readonly paymentType: string;
  readonly nowMs: number;
};

/** "500.00 – 150 000.00 RUB · read 2 min ago", or why there is nothing to say. Not drawn anew for every digit. */
export const LimitsFact = memo(function LimitsFact(props: FactProps): ReactNode {
  const { flow, currency, paymentType, nowMs } = props;
  const say = useSay();
  const { profile, settings } = useDesk();
  const limits = useLimits(profile.id);
  const snapshot = limits.data?.snapshot ?? null;
  if (snapshot === null && limits.isPending) return say('limits.reading');
  if (snapshot?.recognised !== true) {
    const word = snapshot === null ? 'limits.failed' : 'limits.unknown';
    return <span className="unknown">{say(word)}</span>;
  }
  const bounds = boundsFor(snapshot, flow, currency, paymentType);
  const onlyWarns = profile.limitsPolicy === 'warn' || bounds?.binds === false;
  return (
    <>
      {boundsText(bounds, currency, settings.language, say)} ·{' '}
      {onlyWarns && `${say('limits.onlyWarns')} · `}
      {say('limits.read', { ago: limitsAgoText(snapshot.readAt, nowMs, say) })}
    </>
  );
});

/** Beneath the amount: what it means that the limits are not known, not whole, or not what they were. */
export const LimitsTrouble = memo(function LimitsTrouble(): ReactNode {
  const say = useSay();
  const limits = useLimits(useDesk().profile.id);
  if (limits.isPending) return null;
  const { snapshot = null, problem = null, change = null } = limits.data ?? {};
  const { recognised = false, complaints = [] } = snapshot ?? {};
  if (recognised && problem === null && change === null && complaints.length === 0) return null;
  const detail = problem === null ? '' : say('failure.detail', { detail: problem });
  return (
    <div className="above-4 text-12 muted breakable">
      {snapshot === null && (
        <p>
          {say('limits.failedMeaning')} {detail}
        </p>
      )}
      {recognised && problem !== null && (
        <p>
          {say('limits.notAgain')} {detail}
        </p>
      )}
      {snapshot !== null && !recognised ? (
        <>
          {say('limits.unknownMeaning')}
          <Raw text={snapshot.raw} />
        </>
      ) : (
        <ProblemAnswer reading={limits.data} />
      )}
      {recognised && snapshot !== null && change !== null && (
        <Changed change={change} readAt={snapshot.readAt} />
      )}
      {recognised && complaints.length > 0 && <Complaints complaints={complaints} />}
    </div>
  );
});

const MOST_LINES = 20;

function Complaints({ complaints }: Pick<LimitsSnapshot, 'complaints'>): ReactNode {
  const say = useSay();
  return (
    <details>
      <summary>{say('limits.partial', { count: complaints.length })}</summary>
      <ul className="bullets above-4">
        {complaints.slice(0, MOST_LINES).map(({ code, at }) => (
          <li key={`${code} ${at}`}>
            {at !== '' && <code>{at}</code>} {say(`limitsMap.complaint.${code}`)}
          </li>
        ))}
        <MoreLines left={complaints.length - MOST_LINES} />
      </ul>
    </details>
  );
}

/** What came instead of limits: a page to sign in, an error of the provider's own. */
function ProblemAnswer({ reading }: { readonly reading: Limits | undefined }): ReactNode {
  const { id } = useDesk().profile;
  const answer = reading?.problemAnswer ?? '';
  return (
    <>
      {reading?.problemStatus === 401 && (
        <SignatureRefused
          secret={profileAddress(id, 'secret')}
          lab={knobAddress(id, 'signature')}
        />
      )}
      {answer.trim() !== '' && <Raw text={answer} />}
    </>
  );
}

function Raw({ text }: { readonly text: string }): ReactNode {
  const say = useSay();
  return (
    <details>
      <summary>{say('limits.raw')}</summary>
      <pre className={`code above-4 ${styles.raw}`}>{text}</pre>
    </details>
  );
}

type ChangedProps = { readonly change: LimitsChange; readonly readAt: string };

function Changed({ change, readAt }: ChangedProps): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const isSameDay = new Date(change.since).toDateString() === new Date(readAt).toDateString();
  const since = isSameDay ? clockText(change.since) : dayTimeText(change.since, language);
  return (
    <details>
      <summary className="unknown">{say('limits.changed', { since })}</summary>
      <ul className="bullets above-4">
        {change.lines.slice(0, MOST_LINES).map(({ currency, paymentType, before, after }) => {
          const text = (bounds: typeof before): string =>
            bounds === null
              ? say('limits.notOffered')
              : boundsText(bounds, currency, language, say);
          return (
            <li key={`${currency} ${paymentType ?? ''}`}>
              {say('limits.changedLine', {
                choice: `${currencyName(currency, say)} ${paymentType ?? say('limits.everyType')}`,
                before: text(before),
                after: text(after),
              })}
            </li>
          );
        })}
        <MoreLines left={change.lines.length - MOST_LINES} />
      </ul>
    </details>
  );
}

function MoreLines({ left }: { readonly left: number }): ReactNode {
  const say = useSay();
  return left <= 0 ? null : <li>{say('limits.more', { count: left })}</li>;
}
