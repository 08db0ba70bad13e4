import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import type { DepositRequest } from '#shared/domain/request.ts';

import { usePrivacy } from '../client/deskContext.ts';
import { useSay } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';
import { KeyCap } from './KeyCap.tsx';
import styles from './KeySafeQuestion.module.css';
import { Notice, type Tone } from './Notice.tsx';
import { useLentFocus } from './focus.ts';
import { ESCAPE_NAME, isChord, useWindowKey } from './keys.ts';

/** Longer than the pause between two presses of a hand that has not yet seen the question. */
const CONFIRM_AFTER_MS = 600;

type Props = {
  readonly tone: Tone;
  readonly title: string;
  /** What has a box to type into is told when the box may take keys: not before the question can be confirmed. */
  readonly children: ReactNode | ((isReady: boolean) => ReactNode);
  readonly confirmText: string;
  readonly backText: string;
  /** Beside the two answers: a link, say. */
  readonly other?: ReactNode;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/**
 * A question that type-ahead cannot answer. The focus is on the panel, not on a button; it is confirmed by F2 or by a click,
 * and only 600 ms after it was shown. Enter and Space on its buttons do nothing, because the line that is being typed for the
 * next request holds both. Such presses are stopped as keys and not told apart as clicks (`event.detail === 0`): the click of a
 * screen reader or a switch device looks the same, and must confirm.
 */
export function KeySafeQuestion(props: Props): ReactNode {
  const say = useSay();
  const textId = useId();
  const panel = useLentFocus<HTMLDivElement>((whole) => whole.focus());
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), CONFIRM_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  /** True: the key was F2 or Escape, and is used up. */
  const isAnswer = (event: Pressed): boolean => {
    const isConfirmed = isChord(event, { code: 'F2' });
    if (!isConfirmed && !isChord(event, { code: 'Escape' })) return false;
    event.preventDefault();
    if (event.repeat) return true;
    if (!isConfirmed) props.onBack();
    else if (isReady) props.onConfirm();
    return true;
  };
  useWindowKey((event) => {
    if (!event.defaultPrevented && isKeyboardNear(panel.current)) isAnswer(event);
  });
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-label={props.title}
      aria-describedby={textId}
      tabIndex={-1}
      className={`${styles.question} round-8`}
      onKeyDown={(event) => {
        // What is around it has an Escape of its own, which closes more than the question.
        if (isAnswer(event)) event.stopPropagation();
        else keepKey(event, panel.current);
      }}
      onKeyUp={(event) => {
        if (isPress(event) && !takesKeys(event.target)) event.preventDefault();
      }}
    >
      <Notice
        tone={props.tone}
        title={props.title}
        actions={
          <>
            <Button
              size="xs"
              disabled={!isReady}
              aria-keyshortcuts="F2"
              rightSection={<KeyCap>F2</KeyCap>}
              onClick={() => props.onConfirm()}
            >
              {props.confirmText}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-keyshortcuts="Escape"
              rightSection={<KeyCap>{ESCAPE_NAME}</KeyCap>}
              onClick={() => props.onBack()}
            >
              {props.backText}
            </Button>
            {props.other}
          </>
        }
      >
        <div id={textId}>
          {typeof props.children === 'function' ? props.children(isReady) : props.children}
          <p className="spoken">{say('question.keys')}</p>
        </div>
      </Notice>
    </div>
  );
}

/** In the panel, in the form it belongs to, or nowhere: F2 and Escape of an operator elsewhere mean something else. */
function isKeyboardNear(panel: HTMLElement | null): boolean {
  const { activeElement: at, body } = document;
  const around = panel?.closest('form') ?? panel;
  return at === null || at === body || around?.contains(at) === true;
}

type Pressed = Parameters<typeof isChord>[0] & Pick<KeyboardEvent, 'repeat' | 'preventDefault'>;

const isPress = ({ code }: Pick<KeyboardEvent, 'code'>): boolean =>
  code === 'Enter' || code === 'NumpadEnter' || code === 'Space';

/** A box of the question that is ready to be typed into, or a link: Enter there opens something and answers nothing. */
function takesKeys(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return !target.readOnly;
  return target instanceof HTMLAnchorElement;
}

/** The panel itself, then whatever in it can be used now. */
const STOPS = 'button:not(:disabled), input:not([readonly]), a[href]';

function keepKey(event: KeyboardEvent, panel: HTMLElement | null): void {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  // With Ctrl or ⌘ it is a command of the form, which asks again. A letter must not be a command of the desk here.
  const isTyped = isPress(event) || event.key.length === 1;
  if (isTyped && !isModified && !takesKeys(event.target)) event.preventDefault();
  if (event.code !== 'Tab' || panel === null) return;
  // Tab typed for the next request must not lead out, to a button that the next Space would press.
  event.preventDefault();
  const stops = [panel, ...panel.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at + (event.shiftKey ? -1 : 1);
  stops.at(next % stops.length)?.focus();
}

type ClosedCopyProps = {
  /** Closed by what the provider called back. */
  readonly request: DepositRequest;
  /** What is copied, as its button says it. */
  readonly confirmText: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
};

/** Before requisites of a paid, refused or expired request are copied: a customer who pays to them again may lose the money. */
export function ClosedCopyQuestion({ request, ...answers }: ClosedCopyProps): ReactNode {
  const say = useSay();
  const { hide } = usePrivacy();
  const { customer, order_id: order } = request.body.fields;
  const { state = null, isVerified = false } = request.heard ?? {};
  return (
    <KeySafeQuestion
      tone="bad"
      title={say('closed.copy.title', { state: state ?? '' })}
      backText={say('closed.copy.back')}
      {...answers}
    >
      <p>
        {say('closed.copy.text', { order, customer: hide(customer ?? say('card.noCustomer')) })}{' '}
        {!isVerified && say('message.asked.unverified')}
      </p>
    </KeySafeQuestion>
  );
}
