import { type ReactNode, useMemo } from 'react';

import type { HistoryEvent, TravelledAnswer } from '#shared/domain/history.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { type Veil, veilBody } from '../../../text/veil.ts';
import { DetailPart, HttpMessage } from '../../../ui/Detail.tsx';
import { TeachRefusal } from '../../format/teach/TeachRefusal.tsx';

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
      <DetailPart word="detail.sent">
        {sent === null ? (
          <p className="muted">{say('detail.notSent')}</p>
        ) : (
          <HttpMessage
            start={`${sent.method} ${sent.url}`}
            label={say('detail.sent')}
            headers={sent.headers}
            body={sent.body}
          />
        )}
      </DetailPart>
      <DetailPart word="detail.answer">
        {answer === null ? (
          <p className="muted">{say('detail.noAnswer')}</p>
        ) : (
          <Answer request={request} answer={answer} veil={veil} />
        )}
      </DetailPart>
      {late !== undefined && (
        <DetailPart word="detail.lateAnswer">
          <HttpMessage
            start={say('reason.http', { status: late.answer.httpStatus })}
            label={say('detail.lateAnswer')}
            headers={late.answer.headers}
            body={veil === null ? late.answer.body : veilBody(late.answer.body, veil)}
          />
        </DetailPart>
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
      <HttpMessage
        start={say('reason.http', { status: answer.httpStatus })}
        label={say('detail.answer')}
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
