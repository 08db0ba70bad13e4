import type { ReactNode } from 'react';
import { Link } from 'wouter';

import type { Heard } from '#shared/domain/callback.ts';
import type { MinorUnits } from '#shared/domain/money.ts';
import { isSentElsewhere } from '#shared/domain/orderUse.ts';
import type { DepositRequest, LateAnswer } from '#shared/domain/request.ts';
import { suggestedByLate } from '#shared/domain/saidLater.ts';

import { applyRequest } from '../../../client/applyEvent.ts';
import { May, useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useIsUnheard } from '../../../client/listener.ts';
import { useResolve } from '../../../client/requests.ts';
import { useOperation } from '../../../client/operation.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { heardText, knownWords } from '../../../text/callbacks.ts';
import { moneyText } from '../../../text/numbers.ts';
import { clockText, fullTimeText } from '../../../text/time.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useStateWords } from '../../../ui/StateBadge.tsx';
import styles from './ResultCard.module.css';
import type { UnknownRequest } from './rules.ts';

/** What the provider said of a request after its outcome was decided: by callback, or by an answer that came late. */

type Props = { readonly request: DepositRequest };

const AGE = 'text-12 muted breakable';

/** How fresh its state is, and what the word means here. */
export function StateAge({ request }: Props): ReactNode {
  const say = useSay();
  const { language } = useDesk().settings;
  const words = useStateWords();
  if (request.outcome !== 'accepted') return null;
  const { heard } = request;
  const known = words(request.profileId, heard?.state ?? request.answer.record.state);
  const meaning = known === null || known.meaning === '' ? [] : [known.meaning];
  if (heard === undefined) {
    return meaning.length === 0 ? null : <span className={AGE}>{meaning}</span>;
  }
  return (
    <span className={AGE} title={fullTimeText(heard.at, language)}>
      {[...meaning, heardText(request, heard, say)].join(' · ')}
    </span>
  );
}

/** In the log's detail: why its state may be older than it looks. */
export function Unheard({ request }: Props): ReactNode {
  const say = useSay();
  const isUnheard = useIsUnheard(request.profileId);
  if (request.outcome !== 'accepted' || request.heard !== undefined || !isUnheard) return null;
  return (
    <p className={`${styles.facts} text-13 muted breakable`}>
      {say('heard.never')}{' '}
      <Link href={`/settings/profile/${request.profileId}/callbacks`}>{say('heard.listener')}</Link>
    </p>
  );
}

/** What the provider said of a request that by its outcome should not exist there: worth more than a line. */
export function HeardLine({ request }: Props): ReactNode {
  const say = useSay();
  const { heard, outcome } = request;
  if (heard === undefined || outcome === 'accepted') return null;
  const text = heardText(request, heard, say);
  if (outcome === 'rejected' || outcome === 'not_sent') {
    return (
      <Notice tone="unknown" title={say('heard.odd.title')}>
        <p>{text}</p>
        <p>{say('heard.odd.text')}</p>
      </Notice>
    );
  }
  return <p className={`${styles.facts} text-13 muted breakable`}>{text}</p>;
}

type KnownProps = Props & { readonly heard: Heard };

/** A suggestion: the request stays unknown until the operator confirms that the provider has it. */
export function Known({ request, heard }: KnownProps): ReactNode {
  const say = useSay();
  const confirm = useOperation('request.confirmKnown', applyRequest);
  const { intentId } = request;
  const { remoteId } = heard;
  const said = knownWords(request, heard, say);
  return (
    <Notice
      tone="calm"
      title={say('known.title')}
      actions={
        remoteId !== null && (
          <May to="resolve">
            <Button
              size="xs"
              loading={confirm.isPending}
              onClick={() => confirm.mutate({ intentId, remoteId })}
            >
              {say('known.confirm')}
            </Button>
          </May>
        )
      }
    >
      <p>{said.slice(0, 2).join(' ')}</p>
      <p>{said.slice(2).join(' ')}</p>
      <ActionError error={confirm.error} />
    </Notice>
  );
}

/** What the provider answered after the outcome was decided, and what follows from it once the operator confirms it. */
export function LateAnswerNotice({ request }: { readonly request: UnknownRequest }): ReactNode {
  const say = useSay();
  const { late, resolution } = request;
  if (late === undefined) return null;
  if (resolution === null) return <LateSuggestion request={request} late={late} />;
  const isContradicted = late.outcome === 'accepted' && resolution.kind !== 'found';
  if (!isContradicted) return null;
  const time = clockText(late.at);
  return (
    <Notice tone="bad" title={say(`late.after.${resolution.kind}.title`)}>
      <p>{say(`late.after.${resolution.kind}`, { time, id: late.remoteId ?? '' })}</p>
    </Notice>
  );
}

type SuggestionProps = { readonly request: UnknownRequest; readonly late: LateAnswer };

function LateSuggestion({ request, late }: SuggestionProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const resolve = useResolve();
  const { language } = useDesk().settings;
  const { intentId, body } = request;
  const money = (cents: MinorUnits): string =>
    hide(moneyText(cents, body.fields.currency, language));
  const suggested = suggestedByLate(request);
  const finding = findingOf(late, suggested);
  return (
    <Notice
      tone={suggested === 'found' ? 'bad' : 'calm'}
      title={say(`late.${late.outcome}.title`)}
      actions={
        finding !== null && (
          <May to="resolve">
            <Button
              size="xs"
              loading={resolve.isPending}
              onClick={() =>
                resolve.mutate({ intentIds: [intentId], finding, note: say('late.note') })
              }
            >
              {say(finding.kind === 'found' ? 'known.confirm' : 'late.confirmAbsent')}
            </Button>
          </May>
        )
      }
    >
      {lateWords(request, late, { hide, money }, say).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <ActionError error={resolve.error} />
    </Notice>
  );
}

function findingOf({ seq, remoteId }: LateAnswer, suggested: ReturnType<typeof suggestedByLate>) {
  if (suggested === 'absent') return { kind: 'absent' } as const;
  if (suggested !== 'found' || remoteId === null) return null;
  return { kind: 'found', remoteId, typedByHand: null, lateSeq: seq } as const;
}

type LateSetting = {
  readonly hide: (text: string) => string;
  readonly money: (cents: MinorUnits) => string;
};

function lateWords(
  request: UnknownRequest,
  { at, outcome, remoteId, cents, reason }: LateAnswer,
  { hide, money }: LateSetting,
  say: Say,
): readonly string[] {
  const told = say('late.text', { time: clockText(at), order: request.body.fields.order_id });
  if (outcome === 'accepted') {
    const { cents: asked } = request.body.fields;
    const amounts =
      cents === undefined || cents === asked
        ? []
        : [say('late.amount', { returned: money(cents), sent: money(asked) })];
    return [told, say('known.id', { id: remoteId ?? '' }), ...amounts, say('late.accepted.text')];
  }
  const detail = reason?.detail ?? '';
  return [
    reason === null ? told : `${told} ${say(`reason.${reason.code}`)}`,
    ...(detail === '' ? [] : [say('reason.technical', { detail: hide(detail) })]),
    say('known.stays'),
  ];
}

/** On the card of an order that another desk of the team sent too. */
export function SentElsewhere({ request }: Props): ReactNode {
  const say = useSay();
  const flag = useOperation('request.flag', applyRequest);
  const { intentId, sentElsewhere: sent } = request;
  if (sent === undefined || !isSentElsewhere(request)) return null;
  const desk = sent.desks.join(', ');
  return (
    <Notice
      tone="bad"
      alert
      title={say('elsewhere.title', { desk })}
      actions={
        <May to="mark">
          <Button
            size="xs"
            variant="default"
            loading={flag.isPending}
            onClick={() => flag.mutate({ intentId, flagged: false })}
          >
            {say('elsewhere.dealtWith')}
          </Button>
        </May>
      }
    >
      <p>{say('elsewhere.text', { desk })}</p>
      <ActionError error={flag.error} />
    </Notice>
  );
}

/** On the card of one that was issued again: the one before it exists as well. */
export function EarlierAnswered({ request }: Props): ReactNode {
  const say = useSay();
  const { earlierAnswered: earlier } = request;
  if (earlier === undefined) return null;
  return (
    <Notice
      tone="bad"
      alert
      title={say('late.earlier.title')}
      actions={
        <Button href={`/log/${earlier.of}`} size="xs" variant="default">
          {say('late.earlier.open')}
        </Button>
      }
    >
      <p>{say('late.earlier', { time: clockText(earlier.at) })}</p>
    </Notice>
  );
}
