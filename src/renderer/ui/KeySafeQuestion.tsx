import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

import { useSay } from '../i18n/i18n.ts';
import styles from './KeySafeQuestion.module.css';
import { KeyCap } from './KeyCap.tsx';
import { ESCAPE_NAME, isChord, useWindowKey } from './keys.ts';
import { Notice, type Tone } from './Notice.tsx';
import { useLentFocus } from './useLentFocus.ts';

/** Longer than the pause between two presses of a hand that has not yet seen the question. */
const CONFIRM_AFTER_MS = 600;

type Props = {
  readonly tone: Tone;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmText: string;
  readonly backText: string;
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
  useWindowKey((event) => {
    if (event.defaultPrevented || event.repeat || !isKeyboardNear(panel.current)) return;
    const isConfirmed = isChord(event, { code: 'F2' });
    if (!isConfirmed && !isChord(event, { code: 'Escape' })) return;
    event.preventDefault();
    if (!isConfirmed) props.onBack();
    else if (isReady) props.onConfirm();
  });
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-label={props.title}
      aria-describedby={textId}
      tabIndex={-1}
      className={styles.question}
      onKeyDown={(event) => keepKey(event, panel.current)}
      onKeyUp={(event) => {
        if (isPress(event)) event.preventDefault();
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
          </>
        }
      >
        <div id={textId}>
          {props.children}
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

const isPress = ({ code }: Pick<KeyboardEvent, 'code'>): boolean =>
  code === 'Enter' || code === 'NumpadEnter' || code === 'Space';

function keepKey(event: KeyboardEvent, panel: HTMLElement | null): void {
  // With Ctrl or ⌘ it is a command of the form, which asks again.
  if (isPress(event) && !event.ctrlKey && !event.metaKey) event.preventDefault();
  if (event.code !== 'Tab' || panel === null) return;
  // Tab typed for the next request must not lead out, to a button that the next Space would press.
  event.preventDefault();
  const stops = [panel, ...panel.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at + (event.shiftKey ? -1 : 1);
  stops.at(next % stops.length)?.focus();
}
