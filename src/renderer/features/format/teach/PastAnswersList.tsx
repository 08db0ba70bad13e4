import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import type { PastAnswers } from '#shared/contract/format.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { LoadError, Notice } from '../../../ui/Notice.tsx';
import styles from './Teach.module.css';

const SHOWN = 8;

/** The log as a test: what the rule would have caught, loudest where it was no refusal at all. */
export function PastAnswersList({
  past,
}: {
  readonly past: UseQueryResult<PastAnswers>;
}): ReactNode {
  const say = useSay();
  const id = useId();
  const { language } = useDesk().settings;
  const { data, error } = past;
  if (error !== null) {
    return <LoadError error={error} retry={() => void past.refetch()} retrying={past.isFetching} />;
  }
  if (data === undefined) return <p className="text-12 muted">{say('teach.past.looking')}</p>;
  const accepted = data.matched.filter(({ outcome }) => outcome === 'accepted').length;
  return (
    <div className="stack gap-8">
      <p id={id} className="medium" role="status">
        {say('teach.past', { count: data.matched.length, looked: data.looked })}
      </p>
      {accepted > 0 && (
        <Notice tone="bad" title={say('teach.past.accepted', { count: accepted })}>
          {say('teach.past.accepted.text')}
        </Notice>
      )}
      {data.matched.length > 0 && (
        <ul className={styles.matches} aria-labelledby={id}>
          {data.matched.slice(0, SHOWN).map(({ intentId, orderId, at, outcome }) => (
            <li key={`${intentId} ${at}`} className={styles.match} data-outcome={outcome}>
              <Link href={`/log/${intentId}`} className="mono">
                {orderId}
              </Link>
              <span>{say(`teach.outcome.${outcome}`)}</span>
              <time dateTime={at}>{dayTimeText(at, language)}</time>
            </li>
          ))}
          {data.matched.length > SHOWN && (
            <li className="text-12 muted">
              {say('teach.past.more', { count: data.matched.length - SHOWN })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
