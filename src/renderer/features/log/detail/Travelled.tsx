import { type ReactNode, useMemo } from 'react';

import type { HistoryEvent, TravelledAnswer } from '#shared/domain/history.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { type Veil, veilBody } from '../../../text/veil.ts';
import { LongText } from '../../../ui/LongText.tsx';
import { TeachRefusal } from '../../format/teach/TeachRefusal.tsx';
import styles from './Detail.module.css';

type Props = {
  readonly request: DepositRequest;
  readonly events: readonly HistoryEvent[];
  /** Null: revealed. */
  readonly veil: Veil | null;
};

/** Request and response as they travelled; secret values were dotted before they were written. */
export function Travelled({ request, events, veil }: Props): ReactNode {
  const say = useSay();
  const sending = events.find((event) => event.kind === 'sending');
  const settled = events.findLast((event) => event.kind === 'settled');
  const late = events.findLast((event) => event.kind === 'late_answer');
  const sent = sending?.sent ?? null;
  const answer = settled?.answer ?? null;
  return (
    <>
      <h3 className={styles.title}>{say('detail.sent')}</h3>
      {sent === null ? (
        <p className="muted">{say('detail.notSent')}</p>
      ) : (
        <Message start={`${sent.method} ${sent.url}`} headers={sent.headers} body={sent.body} />
      )}
      <h3 className={styles.title}>{say('detail.answer')}</h3>
      {answer === null ? (
        <p className="muted">{say('detail.noAnswer')}</p>
      ) : (
        <Answer request={request} answer={answer} veil={veil} />
      )}
      {late !== undefined && (
        <>
          <h3 className={styles.title}>{say('detail.lateAnswer')}</h3>
          <Message
            start={say('reason.http', { status: late.answer.httpStatus })}
            headers={late.answer.headers}
            body={veil === null ? late.answer.body : veilBody(late.answer.body, veil)}
          />
        </>
      )}
    </>
  );
}

type AnswerProps = Omit<Props, 'events'> & { readonly answer: TravelledAnswer };

function Answer({ request, answer, veil }: AnswerProps): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  const body = useMemo(
    () => (veil === null ? answer.body : veilBody(answer.body, veil)),
    [answer.body, veil],
  );
  return (
    <>
      <Message
        start={say('reason.http', { status: answer.httpStatus })}
        headers={answer.headers}
        body={body}
      />
      {body !== answer.body && !isPrivate && <p className="muted">{say('detail.answer.masked')}</p>}
      {/* An accepted answer can be taught from only after the operator has looked at the whole answer. */}
      {!isPrivate && (veil === null || request.outcome !== 'accepted') && (
        <TeachRefusal key={request.intentId} request={request} answer={answer} veil={veil} />
      )}
    </>
  );
}

type MessageProps = {
  readonly start: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

function Message({ start, headers, body }: MessageProps): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  return (
    <div className="stack gap-6 narrow">
      <p className="text-12 mono breakable">{start}</p>
      {headers.length > 0 && (
        <details className={styles.fold}>
          <summary>{`${say('detail.headers')} · ${headers.length}`}</summary>
          <LongText
            text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            label={say('detail.headers')}
          >
            {(shown) => <pre className={styles.code}>{shown}</pre>}
          </LongText>
        </details>
      )}
      <LongText
        text={body === '' ? say('detail.emptyBody') : isPrivate ? say('privacy.body') : body}
        label={say('detail.body')}
      >
        {(shown) => (
          <pre className={styles.code} aria-label={say('detail.body')}>
            {shown}
          </pre>
        )}
      </LongText>
    </div>
  );
}
