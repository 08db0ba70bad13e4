import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { type DepositRequest, isUnresolved } from '#shared/domain/request.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { answerFaultsText, outcomeWords, teamDetailText } from '../../../text/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { Notice, SignatureRefused, type Tone } from '../../../ui/Notice.tsx';
import { knobAddress, profileAddress } from '../../desk/settings/addresses.ts';
import { RepeatActions, useSupportItem } from './CardButtons.tsx';
import { useRepeat } from './hooks.ts';

type Refused = Extract<DepositRequest, { outcome: 'rejected' | 'not_sent' | 'unknown' }>;

type Props = { readonly request: Refused; readonly actions: ReactNode };

/** What happened, what was not done, what to do. Holds nothing that could be copied or paid to. */
export function OutcomeNotice({ request, actions }: Props): ReactNode {
  const say = useSay();
  const words = outcomeWords(request);
  const { order_id: order, payment_type: type } = request.body.fields;
  const facts = useReasonFacts(request);
  const undone = say(words.undone, { order });
  const wording = request.outcome === 'rejected' ? request.reason.wording : null;
  return (
    <Notice tone={toneOf(request)} title={wording ?? undone} actions={actions}>
      <p>
        {wording !== null && `${undone} `}
        {say(words.happened, { type })} {say(words.next)}
      </p>
      {facts !== '' && (
        <p>
          <LongText text={facts} label={say('detail.answer')} />
        </p>
      )}
      <KnobOffer request={request} />
    </Notice>
  );
}

type NotIssuedProps = {
  readonly request: Extract<DepositRequest, { outcome: 'rejected' | 'not_sent' }>;
};

/** Refused by the provider, or not sent: nothing to pay to, so that it can be issued again. */
export function NotIssued({ request }: NotIssuedProps): ReactNode {
  const say = useSay();
  const { repeat, whyNot } = useRepeat();
  const { body, outcome, reason } = request;
  const canRepeat = whyNot(request) === null;
  const isRejected = outcome === 'rejected';
  const support = useSupportItem(request);
  const another = reason.code === 'no_requisites' && body.flow === 'create' && canRepeat;
  const actions = (isRejected || canRepeat) && (
    <>
      {another && (
        <Button size="xs" variant="default" onClick={() => repeat(request, 'other_type')}>
          {say('next.type.do')}
        </Button>
      )}
      <RepeatActions request={request} items={isRejected ? [support.item] : []} />
      {support.status}
    </>
  );
  return <OutcomeNotice request={request} actions={actions} />;
}

/** Status, what the provider or the system said: in one line. */
function useReasonFacts(request: Refused): string {
  const say = useSay();
  const { language } = useDesk().settings;
  const { httpStatus } = request.reason;
  const wrong = request.outcome === 'unknown' ? (request.reason.wrong ?? []) : [];
  const detail = wrong.length === 0 ? request.reason.detail : answerFaultsText(wrong, say);
  const byTeam = teamDetailText(request.reason.code, detail ?? '', language, say);
  if (byTeam !== null) return byTeam;
  const retryAfter = request.outcome === 'rejected' ? request.reason.retryAfter : null;
  const said = request.outcome === 'rejected' ? 'reason.said' : 'reason.technical';
  return [
    ...(httpStatus === null ? [] : [say('reason.http', { status: httpStatus })]),
    ...(retryAfter === null ? [] : [say('reason.retryAfter', { value: retryAfter })]),
    ...(detail === null || detail === '' ? [] : [say(said, { detail })]),
  ].join(' · ');
}

function toneOf(request: Refused): Tone {
  if (request.outcome === 'rejected') return 'bad';
  return isUnresolved(request) ? 'unknown' : 'calm';
}

/** Leads to the setting of the provider format that would have understood the answer, or to what makes the signature. */
function KnobOffer({ request }: { readonly request: DepositRequest }): ReactNode {
  const say = useSay();
  const { profileId } = request;
  const isKept = useDesk().profiles.some(({ id }) => id === profileId);
  if (!isKept) return null;
  const knob = request.outcome === 'unknown' ? request.reason.knob : undefined;
  if (knob !== undefined) {
    return (
      <p>
        {say(`knobOffer.${knob}`)}{' '}
        <Link href={knobAddress(profileId, knob)}>{say('knobOffer.open')}</Link>{' '}
        {say('knobOffer.later')}
      </p>
    );
  }
  if (request.outcome !== 'rejected' || request.reason.httpStatus !== 401) return null;
  return (
    <SignatureRefused
      secret={profileAddress(profileId, 'secret')}
      lab={knobAddress(profileId, 'signature')}
    />
  );
}
