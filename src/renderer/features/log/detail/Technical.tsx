import { type ComponentProps, Fragment, type ReactNode, useMemo } from 'react';

import { BUILD_FIELD_ORDER, CREATE_FIELD_ORDER, type DepositBody } from '#shared/domain/deposit.ts';
import type { RequestHistory, TravelledAnswer } from '#shared/domain/history.ts';
import { type DepositRequest, remoteIdOf } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { formatJson } from '../../../text/formatJson.ts';
import { type Veil, veilBody } from '../../../text/veil.ts';
import { DetailPart, Facts, HttpMessage } from '../../../ui/Detail.tsx';
import { TeachRefusal } from '../../format/teach/TeachRefusal.tsx';
import styles from './Detail.module.css';
import { LimitsThen } from './LimitsThen.tsx';

type Props = {
  readonly history: RequestHistory;
  /** Null: revealed. */
  readonly veil: Veil | null;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** What an integrator asks for, closed until then. Secret values were dotted before they were written. */
export function Technical({ history, veil, isOpen, onOpen }: Props): ReactNode {
  const say = useSay();
  return (
    <details
      className={`${styles.technical} fold above-12`}
      open={isOpen}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary className="text-14 bold">{say('detail.technical')}</summary>
      {isOpen && (
        <div className="stack gap-8">
          <Travelled history={history} veil={veil} />
          <DetailPart word="detail.toSign">
            <StringToSign request={history.request} />
          </DetailPart>
          <LimitsThen request={history.request} />
          <DetailPart word="detail.facts">
            <Facts facts={factsOf(history.request)} />
          </DetailPart>
        </div>
      )}
    </details>
  );
}

function Travelled({ history, veil }: Pick<Props, 'history' | 'veil'>): ReactNode {
  const say = useSay();
  const { request, events } = history;
  const sent = events.find((event) => event.kind === 'sending')?.sent ?? null;
  const answer = events.findLast((event) => event.kind === 'settled')?.answer ?? null;
  const late = events.findLast((event) => event.kind === 'late_answer');
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
            body={formatJson(sent.body)}
          />
        )}
      </DetailPart>
      <DetailPart word="detail.answer">
        {answer === null ? (
          <p className="muted">{say('detail.noAnswer')}</p>
        ) : (
          <>
            <Answer answer={answer} veil={veil} word="detail.answer" />
            <Teach request={request} answer={answer} veil={veil} />
          </>
        )}
      </DetailPart>
      {late !== undefined && (
        <DetailPart word="detail.lateAnswer">
          <Answer answer={late.answer} veil={veil} word="detail.lateAnswer" />
        </DetailPart>
      )}
    </>
  );
}

type AnswerProps = { readonly answer: TravelledAnswer; readonly veil: Veil | null };

function Answer({ answer, veil, word }: AnswerProps & { readonly word: WordKey }): ReactNode {
  const say = useSay();
  const isPrivate = usePrivacy().on;
  const { httpStatus: status, headers, body } = answer;
  const shown = useMemo(() => (veil === null ? body : veilBody(body, veil)), [body, veil]);
  return (
    <>
      <HttpMessage
        start={say('reason.http', { status })}
        label={say(word)}
        headers={headers}
        body={formatJson(shown)}
      />
      {shown !== body && !isPrivate && <p className="muted">{say('detail.answer.masked')}</p>}
    </>
  );
}

/** An accepted answer can be taught from only after the operator has looked at the whole answer. */
function Teach(props: AnswerProps & { readonly request: DepositRequest }): ReactNode {
  const isPrivate = usePrivacy().on;
  if (isPrivate || (props.veil !== null && props.request.outcome === 'accepted')) return null;
  return <TeachRefusal {...props} />;
}

function StringToSign({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const segments = segmentsOf(request.body, request.stringToSign);
  if (segments === null) {
    return (
      <>
        <p className="muted">{say('detail.toSign.unlabelled')}</p>
        <pre className="code">{isPrivate ? say('privacy.body') : request.stringToSign}</pre>
      </>
    );
  }
  return (
    <div className={`${styles.segments} code row wrap bottom gap-4`}>
      {segments.map(({ field, value }, at) => (
        <Fragment key={field}>
          {at > 0 && <span className="muted">::</span>}
          <span>
            <span className="text-12 muted sans">{field}</span>
            <span>{hide(value)}</span>
          </span>
        </Fragment>
      ))}
    </div>
  );
}

type Segment = { readonly field: string; readonly value: string };

/** Part 5: the values of the fields sent, in order, joined by `::`. Null where that is not what was signed. */
export function segmentsOf(body: DepositBody, stringToSign: string): readonly Segment[] | null {
  const order: readonly string[] = body.flow === 'create' ? CREATE_FIELD_ORDER : BUILD_FIELD_ORDER;
  const values = new Map(Object.entries(body.fields));
  const segments = order.flatMap((field): readonly Segment[] => {
    const value = values.get(field);
    return value === undefined ? [] : [{ field, value: String(value) }];
  });
  const joined = segments.map(({ value }) => value).join('::');
  return joined === stringToSign ? segments : null;
}

function factsOf(request: DepositRequest): ComponentProps<typeof Facts>['facts'] {
  const { profileName, operator, intentId } = request;
  const remoteId = remoteIdOf(request);
  return [
    { word: 'fact.profile', value: profileName },
    { word: 'fact.operator', value: `${operator.name} (${operator.account})` },
    ...(remoteId === null ? [] : [{ word: 'fact.remote' as const, value: remoteId }]),
    { word: 'fact.intent', value: intentId },
  ];
}
