import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { QUICK_LINE_ID, isKeyboardHere } from './fieldId.ts';
import { type Keys, asLine, joined, nextLine, typedOn, withKey } from './typedAhead.ts';

export type TypeAhead = {
  /** What waits, as one line to be shown; empty: nothing. */
  readonly waiting: string;
  /** Before anything else hears of a key. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  /** From this press on, whatever is typed belongs to the next request. */
  readonly hold: () => void;
  /** The form is free, and the keyboard where it begins: what was typed meanwhile goes there. */
  readonly release: () => void;
  /** It is asked about first: what was typed goes on waiting, also where a change takes the question away. */
  readonly ask: () => void;
  /** There is no next request yet: what was typed is set aside in the line. */
  readonly stop: () => void;
};

type Parts = {
  /** A request is being recorded, or waits for its order id. */
  readonly pending: boolean;
  /** A question is open; keys inside it are not meant for it. */
  readonly isAsked: boolean;
  readonly submitNext: () => void;
  /** Into the quick line, while the fields hold another request. */
  readonly setAside: (text: string) => void;
};

/**
 * Hands do not wait for the disk, nor for a question. What is typed between a press of Enter and the record would be lost up to
 * some key and the rest go into the emptied form: of "1500" an operator would have issued 500. So it waits, whole and visible.
 */
export function useTypeAhead(parts: Parts): TypeAhead {
  const { pending, isAsked } = parts;
  // Refs hold the truth: a key can come between a render and its effects, and state would then lose it.
  const typed = useRef('');
  // On a screen that was left and opened again the press of before is still on its way.
  const isHeld = useRef(pending);
  /** What waits belongs into the line. Not where the operator only corrects the request: it would come under their hands. */
  const isAsideDue = useRef(false);
  /** Typed while a question was open: whoever typed it had not seen that, so it is shown and not issued. */
  const isBlind = useRef(false);
  const [waiting, setWaiting] = useState('');
  const [released, setReleased] = useState(0);
  const [stopped, setStopped] = useState(0);
  const setTyped = (keys: Keys): void => {
    typed.current = keys;
    setWaiting(asLine(keys));
  };
  const isTaken = (target: EventTarget): boolean =>
    pending ||
    isHeld.current ||
    (isAsked && target instanceof Element && target.closest('[role=alertdialog]') !== null);

  const setAside = useEffectEvent(() => {
    if (isHeld.current || !isAsideDue.current || typed.current === '') return;
    const text = typedOn(typed.current);
    setTyped('');
    isBlind.current = false;
    if (text !== '') parts.setAside(text);
  });
  useEffect(() => {
    // A press that came to nothing: the fields are as they were.
    if (!pending && !isAsked) setAside();
  }, [pending, isAsked, waiting, stopped]);

  const enterNext = useEffectEvent(() => {
    const line = nextLine(typed.current);
    const isIssued = line.isIssued && !isBlind.current && isKeyboardHere();
    const text = isIssued ? line.text : typedOn(typed.current);
    const box = boxFor(text, isBlind.current);
    isBlind.current = false;
    // A whole line, Enter and all: what comes after it is the one's after the next.
    isHeld.current = isIssued;
    setTyped(isIssued ? line.rest : '');
    if (text === '' || box === null) return;
    // An operator who has gone elsewhere is left there.
    if (isKeyboardHere()) box.focus();
    box.setRangeText(text, box.value.length, box.value.length, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    if (isIssued) parts.submitNext();
  });
  useEffect(() => {
    if (released > 0) enterNext();
  }, [released]);

  return {
    waiting,
    onKey(event) {
      if (!isTaken(event.target)) return;
      // AltGr types: "₽", "@".
      const isCommand =
        (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
      if (isCommand || event.nativeEvent.isComposing) return;
      // In a question Tab moves on among its buttons.
      if (isAsked && event.code === 'Tab') return;
      const longer = withKey(typed.current, event);
      if (longer === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isAsked) isBlind.current = true;
      setTyped(longer);
    },
    onPaste(event) {
      if (!isTaken(event.target)) return;
      event.preventDefault();
      if (isAsked) isBlind.current = true;
      setTyped(joined(typed.current, event.clipboardData.getData('text/plain')));
    },
    hold: () => {
      isHeld.current = true;
      isAsideDue.current = false;
    },
    release: () => setReleased((times) => times + 1),
    ask() {
      isHeld.current = false;
      isAsideDue.current = false;
    },
    stop() {
      isHeld.current = false;
      isAsideDue.current = true;
      setStopped((times) => times + 1);
    },
  };
}

/** A word goes where the form begins; several are a line, whichever field the form begins with. */
function boxFor(text: string, isBlind: boolean): HTMLInputElement | null {
  const { activeElement: at } = document;
  if (at instanceof HTMLInputElement && isKeyboardHere() && !isBlind && !/\s/u.test(text))
    return at;
  const line = document.getElementById(QUICK_LINE_ID);
  return line instanceof HTMLInputElement ? line : null;
}
