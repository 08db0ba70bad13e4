import type { ReactNode } from 'react';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { LimitsChange, LimitsSnapshot } from '#shared/domain/limits.ts';

import { useDesk } from '../../../client/deskContext.ts';
import type { Limits } from '../../../client/limits.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { clockText, dayTimeText } from '../../../text/time.ts';
import { boundsText, currencyName } from '../../../text/boundsText.ts';
import { SignatureRefused } from '../../../ui/Notice.tsx';
import { knobAddress, profileAddress } from '../../desk/settings/addresses.ts';
import styles from './RequestDesk.module.css';

const MOST_LINES = 20;

type Props = {
  readonly snapshot: LimitsSnapshot;
  readonly profileId: ProfileId;
  readonly reading: Limits | undefined;
};

/** What an operator should know of limits that hold: that they moved, that they are not whole, that they are the last ones. */
export function LimitsNotes({ snapshot, profileId, reading }: Props): ReactNode {
  const say = useSay();
  const { problem = null, change = null } = reading ?? {};
  const { complaints } = snapshot;
  if (problem === null && change === null && complaints.length === 0) return null;
  return (
    <div className={`text-12 muted breakable ${styles.trouble}`}>
      {problem !== null && (
        <p>
          {say('limits.notAgain')} {say('failure.detail', { detail: problem })}
        </p>
      )}
      <ProblemAnswer profileId={profileId} reading={reading} />
      {change !== null && <Changed change={change} readAt={snapshot.readAt} />}
      {complaints.length > 0 && (
        <details>
          <summary>{say('limits.partial', { count: complaints.length })}</summary>
          <ul className={styles.notes}>
            {complaints.slice(0, MOST_LINES).map(({ code, at }) => (
              <li key={`${code} ${at}`}>
                {at !== '' && <code>{at}</code>} {say(`limitsMap.complaint.${code}`)}
              </li>
            ))}
            <MoreLines left={complaints.length - MOST_LINES} />
          </ul>
        </details>
      )}
    </div>
  );
}

type ProblemProps = Pick<Props, 'profileId' | 'reading'>;

/** What came instead of limits: a page to sign in, an error of the provider's own. */
export function ProblemAnswer({ profileId, reading }: ProblemProps): ReactNode {
  const say = useSay();
  const answer = reading?.problemAnswer ?? '';
  return (
    <>
      {reading?.problemStatus === 401 && (
        <SignatureRefused
          secret={profileAddress(profileId, 'secret')}
          lab={knobAddress(profileId, 'signature')}
        />
      )}
      {answer.trim() !== '' && (
        <details>
          <summary>{say('limits.raw')}</summary>
          <pre className={styles.raw}>{answer}</pre>
        </details>
      )}
    </>
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
      <ul className={styles.notes}>
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
