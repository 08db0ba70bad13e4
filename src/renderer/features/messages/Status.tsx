import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Message } from '#shared/domain/message/compose.ts';

import { useSay } from '../../i18n/i18n.ts';
import { useLasting } from '../../ui/hooks.ts';
import { AGAIN_WITHIN_MS, type MessageState, isSecondDue } from './copyPlan.ts';
import { askedText } from './reportText.ts';

type Props = { readonly message: Message; readonly state: MessageState };
type StatusProps = Props & { readonly isOpen: boolean };

/** What became of the last press, and what the next one does. MessageDesk says it aloud, with the customer's name. */
export function Status({ message, state, isOpen }: StatusProps): ReactNode {
  const say = useSay();
  const { asked, done } = state;
  const text = state.edited ?? message.text;
  if (asked !== null && asked.text === text) {
    return (
      <p className="pad-8-12 text-13 round-8 amber">
        {askedText({ concern: asked.concern, closed: message.closed }, say)}
      </p>
    );
  }
  if (done === null || done.text !== text) {
    const { purpose, closed } = message;
    if (closed !== null && (purpose === 'receipt' || purpose === 'refusal')) {
      return (
        <p className="text-12 muted">{say(`message.source.${purpose}`, { state: closed.state })}</p>
      );
    }
    return isOpen && <p className="text-12 muted">{say(sourceWord(message, state.edited))}</p>;
  }
  return (
    <p className="toned row wrap middle gap-4 text-13 medium" data-tone={toneOf(done.outcome)}>
      <Done key={done.atMs} done={done} message={message} state={state} />
    </p>
  );
}

function sourceWord(
  { template }: Message,
  edited: string | null,
): 'message.source.edited' | 'message.source.desk' | 'message.source.own' {
  if (edited !== null) return 'message.source.edited';
  return template === null ? 'message.source.desk' : 'message.source.own';
}

/** Green is for a clipboard that was read back and holds the text. */
function toneOf(outcome: DoneProps['done']['outcome']): 'good' | 'plain' | 'bad' {
  if (outcome === 'checked') return 'good';
  return outcome === 'not_checked' ? 'plain' : 'bad';
}

type DoneProps = Props & { readonly done: NonNullable<MessageState['done']> };

function Done({ done, message, state }: DoneProps): ReactNode {
  const say = useSay();
  // Pressed later than that it is the message again.
  const isLate = useLasting(done.step === 'first', AGAIN_WITHIN_MS);
  const isMore =
    !isLate &&
    message.second !== null &&
    isSecondDue(state.edited ?? message.text, state, done.atMs);
  return (
    <>
      {done.outcome === 'checked' && <IconCheck size={14} aria-hidden="true" />}
      {say(`copy.${done.outcome}`)}
      {isMore && ` · ${say(`message.next.${message.second?.part ?? 'number'}`)}`}
      {done.step === 'second' && ` · ${say('message.second')}`}
    </>
  );
}
