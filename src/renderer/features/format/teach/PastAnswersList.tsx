import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';

import type { Refusal } from '#shared/dialect/schema.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useAnswer } from '../../../client/operation.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { dayTimeText } from '../../../text/time.ts';
import { Notice, QueryError } from '../../../ui/Notice.tsx';
import form from '../../../ui/form/Form.module.css';

const SHOWN = 8;
const TONES = {
  accepted: 'medium good',
  rejected: 'medium muted',
  unknown: 'medium unknown',
} as const;

type Props = { readonly profileId: ProfileId; readonly refusal: Refusal };

/** The log as a test: what the rule would have caught, loudest where it was no refusal at all. */
export function PastAnswersList({ profileId, refusal }: Props): ReactNode {
  const say = useSay();
  const id = useId();
  const { language } = useDesk().settings;
  // Wording and meaning match nothing, so they are not asked with.
  const asked: Refusal = { ...refusal, meaning: 'refused', wording: '' };
  const past = useAnswer('format.pastAnswers', { profileId, refusal: asked }, [
    'past-answers',
    profileId,
    asked.status,
    asked.path,
    asked.value,
  ]);
  const { data } = past;
  if (past.error !== null) return <QueryError of={past} />;
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
        <ul className={form.list} aria-labelledby={id}>
          {data.matched.slice(0, SHOWN).map(({ intentId, orderId, at, outcome }) => (
            <li key={`${intentId} ${at}`} className={`text-12 ${form.line}`}>
              <Link href={`/log/${intentId}`} className="mono">
                {orderId}
              </Link>
              <span className={TONES[outcome]}>{say(`teach.outcome.${outcome}`)}</span>
              <time dateTime={at}>{dayTimeText(at, language)}</time>
            </li>
          ))}
          {data.matched.length > SHOWN && (
            <li className={`text-12 muted ${form.line}`}>
              {say('teach.past.more', { count: data.matched.length - SHOWN })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
