import { type ReactNode, useId, useState } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { moneyText } from '../../../text/numbers.ts';
import { agoText } from '../../../text/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeySafeQuestion } from '../../../ui/KeySafeQuestion.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ConfirmationPanel } from './Confirmation.tsx';
import { WHY_ID } from './fieldId.ts';
import type { RepeatQuestion } from './formState.ts';
import type { LinkQuestion, RefillQuestion, RequestForm } from './useRequestForm.ts';
import { WhyNotIssued } from './WhyNotIssued.tsx';

/** What the form asks before it issues, and why it did not. */
export function Questions({ form }: { readonly form: RequestForm }): ReactNode {
  const { phase, confirm, back } = form;
  const { profile } = useDesk();
  if (phase.name === 'confirming') {
    const question = { ...phase, deposit: form.read.deposit };
    return <ConfirmationPanel {...{ question, profile, confirm, back }} />;
  }
  if (phase.name === 'repeating') {
    // Each question begins with an empty box.
    return <RepeatPanel key={phase.question.past.intentId} question={phase.question} form={form} />;
  }
  return form.failure === null ? null : <IssueFailure failure={form.failure} form={form} />;
}

type RepeatProps = { readonly question: RepeatQuestion; readonly form: RequestForm };

/**
 * Core asks about an earlier request. Where it may be charged twice, or is another customer's, its order id is typed, not
 * clicked, as for a reissue: a key of the next line cannot confirm it. The keyboard is not in the box when the question comes up:
 * F2 or a click leads there, so that the end of a line that is being typed does not.
 */
function RepeatPanel({ question, form }: RepeatProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { language } = useDesk().settings;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { why, past, isTyped } = question;
  const { orderId: order, customer } = past;
  const isRight = !isTyped || typed.trim() === order;
  const facts = {
    order,
    amount: hide(moneyText(past.cents, past.currency, language)),
    ago: agoText(past.createdAt, form.nowMs, say),
    customer: hide(customer ?? say('card.noCustomer')),
    outcome: say(`log.outcome.${past.outcome}`),
  };
  const confirm = (): void => {
    if (isRight) {
      form.confirmRepeat(typed);
      return;
    }
    // Nothing wrong was typed yet: only led to the box.
    setRefused(typed.trim() !== '');
    document.getElementById(id)?.focus();
  };
  return (
    <KeySafeQuestion
      tone="unknown"
      title={say(`form.ask.${why}.title`, facts)}
      confirmText={say(`form.ask.${why}.do`)}
      backText={say('form.large.back')}
      onConfirm={confirm}
      onBack={form.back}
      other={
        <>
          {why === 'order_used' && (
            <Button size="xs" variant="default" onClick={form.takeNextOrder}>
              {say('form.nextOrder')}
            </Button>
          )}
          <Button href={`/log/${past.intentId}`} size="xs" variant="default">
            {say('form.repeat.open', { order })}
          </Button>
        </>
      }
    >
      {(isReady) => (
        <>
          <p>{say(`form.ask.${why}.text`, facts)}</p>
          {isTyped && why !== 'same_lately' && (
            <TextField
              id={id}
              label={say(`form.ask.${why}.confirm`)}
              hint={
                <>
                  <span className="mono">{order}</span> · {say('form.ask.box')}
                </>
              }
              error={isRefused && !isRight ? say('resolve.reissue.mismatch', { order }) : null}
              look="mono"
              readOnly={!isReady}
              value={typed}
              onText={setTyped}
              onKeyDown={(event) => {
                if (!event.code.endsWith('Enter') || event.nativeEvent.isComposing) return;
                // The form's own Enter would issue it anew, without what was typed.
                event.preventDefault();
                event.stopPropagation();
                if (event.repeat) return;
                setRefused(!isRight);
                if (isRight) confirm();
              }}
            />
          )}
        </>
      )}
    </KeySafeQuestion>
  );
}

type FailureProps = { readonly failure: Failure; readonly form: RequestForm };

/** By the submit button: why nothing was issued, and the one step that helps. */
function IssueFailure({ failure, form }: FailureProps): ReactNode {
  const say = useSay();
  const toLog = (id: IntentId): ReactNode => (
    <Button href={`/log/${id}`} size="xs" variant="default">
      {say('form.openLog')}
    </Button>
  );
  const actions =
    failure.code === 'order_open' ? (
      <>
        <Button size="xs" variant="default" onClick={form.takeNextOrder}>
          {say('form.nextOrder')}
        </Button>
        {toLog(failure.openIntentId)}
      </>
    ) : failure.code === 'intent_conflict' ? (
      <>
        {toLog(form.draft.intentId)}
        <Button size="xs" variant="default" onClick={form.startAnew}>
          {say('form.newDraft')}
        </Button>
      </>
    ) : null;
  return (
    <div id={WHY_ID} tabIndex={-1} className="round-8">
      <WhyNotIssued failure={failure} actions={actions} />
    </div>
  );
}

/** Before a request replaces what is typed for another customer, or is taken to another profile. */
export function RefillNotice({ question }: { readonly question: RefillQuestion }): ReactNode {
  const say = useSay();
  const { profile } = useDesk();
  const { hide } = usePrivacy();
  const { order, customer, issuedAt } = question;
  const whose = { order, customer: customer === '' ? say('card.noCustomer') : hide(customer) };
  return (
    <Notice
      tone="calm"
      alert
      title={say(issuedAt === null ? 'form.refill.title' : 'form.refill.otherTitle')}
      actions={
        <>
          <Button size="xs" variant="default" onClick={question.replace}>
            {say('form.refill.do')}
          </Button>
          <Button size="xs" variant="default" onClick={question.keep}>
            {say('form.refill.keep')}
          </Button>
        </>
      }
    >
      {issuedAt !== null && <p>{say('form.refill.other', { was: issuedAt, now: profile.name })}</p>}
      <p>{say(order === '' ? 'form.refill.unnumbered' : 'form.refill.text', whose)}</p>
    </Notice>
  );
}

/** The buttons stay on the screen, whatever a link names. */
const MOST_FAULTS = 4;

/** What a link of another program would replace, and what it named that the form does not take. */
export function LinkNotice({ question }: { readonly question: LinkQuestion }): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { link, isAsking, replace, close } = question;
  const left = link.faults.length - MOST_FAULTS;
  return (
    <Notice
      tone={isAsking ? 'calm' : 'unknown'}
      alert
      title={say(isAsking ? 'form.link.title' : 'form.link.partly')}
      actions={
        <>
          {isAsking && (
            <Button size="xs" variant="default" onClick={replace}>
              {say('form.link.do')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={close}>
            {say(isAsking ? 'form.refill.keep' : 'form.link.close')}
          </Button>
        </>
      }
    >
      {isAsking && (
        <p className="breakable">{hide(clipText(Object.values(link.texts).join(' · '), 200))}</p>
      )}
      {link.faults.slice(0, MOST_FAULTS).map(({ name, value, why }) => (
        <p key={`${name} ${value}`} className="breakable">
          {say(`form.link.${why}`, { name: clipText(name, 60), value: clipText(value, 60) })}
        </p>
      ))}
      {left > 0 && <p>{say('form.link.more', { number: String(left) })}</p>}
    </Notice>
  );
}
