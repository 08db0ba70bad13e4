import type { ReactNode } from 'react';

import type { LimitsChange, LimitsSnapshot } from '#shared/domain/limits.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useSay } from '../../i18n/i18n.ts';
import { clockText, dayTimeText } from '../../text/time.ts';
import { boundsText } from '../../text/boundsText.ts';
import styles from './RequestDesk.module.css';

const MOST_LINES = 20;

type Props = {
  readonly snapshot: LimitsSnapshot;
  readonly problem: string | null;
  readonly change: LimitsChange | null;
};

/** What an operator should know of limits that hold: that they moved, that they are not whole, that they are the last ones. */
export function LimitsNotes({ snapshot, problem, change }: Props): ReactNode {
  const say = useSay();
  const { complaints } = snapshot;
  if (problem === null && change === null && complaints.length === 0) return null;
  return (
    <div className={styles.trouble}>
      {problem !== null && (
        <p>
          {say('limits.notAgain')} {say('failure.detail', { detail: problem })}
        </p>
      )}
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
          </ul>
        </details>
      )}
    </div>
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
      <summary className={styles.limitsTrouble}>{say('limits.changed', { since })}</summary>
      <ul className={styles.notes}>
        {change.lines.slice(0, MOST_LINES).map(({ currency, paymentType, before, after }) => {
          const text = (bounds: typeof before): string =>
            bounds === null
              ? say('limits.notOffered')
              : boundsText(bounds, currency, language, say);
          return (
            <li key={`${currency} ${paymentType ?? ''}`}>
              {say('limits.changedLine', {
                choice: `${currency} ${paymentType ?? say('limits.everyType')}`,
                before: text(before),
                after: text(after),
              })}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
