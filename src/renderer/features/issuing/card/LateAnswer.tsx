import type { ReactNode } from 'react';

import { type DepositRequest, type LateAnswer, suggestedByLate } from '#shared/domain/request.ts';

import { usePrivacy } from '../../../client/deskContext.ts';
import { useResolve } from '../../../client/requests.ts';
import { type Say, useSay } from '../../../i18n/i18n.ts';
import { clockText } from '../../../text/time.ts';
import { ActionError, Notice } from '../../../ui/Notice.tsx';
import { Button } from '../../../ui/Button.tsx';

type UnknownRequest = Extract<DepositRequest, { outcome: 'unknown' }>;

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
  const suggested = suggestedByLate(request);
  const finding = findingOf(late, suggested);
  const confirm = (): void => {
    if (finding === null) return;
    resolve.mutate({ intentIds: [request.intentId], finding, note: say('late.note') });
  };
  return (
    <Notice
      tone={suggested === 'found' ? 'bad' : 'calm'}
      title={say(`late.${late.outcome}.title`)}
      {...(finding === null
        ? {}
        : {
            actions: (
              <Button size="xs" loading={resolve.isPending} onClick={confirm}>
                {say(finding.kind === 'found' ? 'known.confirm' : 'late.confirmAbsent')}
              </Button>
            ),
          })}
    >
      {lateWords(request, late, hide, say).map((words) => (
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

function lateWords(
  request: UnknownRequest,
  { at, outcome, remoteId, reason }: LateAnswer,
  hide: (text: string) => string,
  say: Say,
): readonly string[] {
  const told = say('late.text', { time: clockText(at), order: request.body.fields.order_id });
  if (outcome === 'accepted') {
    return [told, say('known.id', { id: remoteId ?? '' }), say('late.accepted.text')];
  }
  const detail = reason?.detail ?? '';
  return [
    reason === null ? told : `${told} ${say(`reason.${reason.code}`)}`,
    ...(detail === '' ? [] : [say('reason.technical', { detail: hide(detail) })]),
    say('known.stays'),
  ];
}

/** On the card of one that was issued again: the one before it exists as well. */
export function EarlierAnswered({ request }: { readonly request: DepositRequest }): ReactNode {
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
