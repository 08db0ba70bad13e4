import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { takesKeys } from '../../ui/KeySafeQuestion.tsx';
import { QUICK_LINE_ID, isKeyboardHere } from './fieldId.ts';
import type { LineKeeper } from './keptLine.ts';
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
  /** There is no next request yet: what was typed, which it gives, is set aside in the line. */
  readonly stop: () => string;
};

type Parts = {
  /** A request is being recorded, or waits for its order id. */
  readonly pending: boolean;
  /** A question is open; keys inside it are not meant for it. */
  readonly isAsked: boolean;
  readonly submitNext: () => void;
  /** What waits outlives the screen. */
  readonly keeper: LineKeeper;
  /** Into the quick line, while the fields hold another request. */
  readonly setAside: (text: string) => void;
};

type Waiting = {
  typed: Keys;
  isHeld: boolean;
  /** What waits belongs into the line. Not where the operator only corrects the request: it would come under their hands. */
  isAsideDue: boolean;
  /** Typed while a question was open: whoever typed it had not seen that, so it is shown and not issued. */
  isBlind: boolean;
};

/** A ref holds the truth: a key can come between a render and its effects, and state would then lose it. */
function useWaiting(
  isHeld: boolean,
  keeper: LineKeeper,
): {
  readonly now: Readonly<Waiting>;
  readonly waiting: string;
  readonly change: (changed: Partial<Waiting>) => void;
} {
  const [typed] = useState(() => keeper.read().typed);
  // Held from the beginning where the screen was left and opened again: the press of before is still on its way.
  const { current: now } = useRef<Waiting>({
    typed,
    isHeld,
    isAsideDue: typed !== '',
    isBlind: typed !== '',
  });
  const [waiting, setWaiting] = useState(asLine(typed));
  return {
    now,
    waiting,
    change: (changed) => {
      Object.assign(now, changed);
      keeper.keep({ typed: now.typed });
      setWaiting(asLine(now.typed));
    },
  };
}

/**
 * Hands do not wait for the disk, nor for a question. What is typed between a press of Enter and the record would be lost up to
 * some key and the rest go into the emptied form: of "1500" an operator would have issued 500. So it waits, whole and visible.
 */
export function useTypeAhead(parts: Parts): TypeAhead {
  const { pending, isAsked } = parts;
  const { now, waiting, change } = useWaiting(pending, parts.keeper);
  const [released, setReleased] = useState(0);
  const [stopped, setStopped] = useState(0);
  const isTaken = (target: EventTarget): boolean =>
    pending || now.isHeld || (isAsked && isInQuestion(target));
  const take = (typed: Keys): void => change({ typed, isBlind: isAsked || now.isBlind });

  const setAside = useEffectEvent(() => {
    if (now.isHeld || !now.isAsideDue || now.typed === '') return;
    const text = typedOn(now.typed);
    change({ typed: '', isBlind: false });
    if (text !== '') parts.setAside(text);
  });
  useEffect(() => {
    // A press that came to nothing: the fields are as they were.
    if (!pending && !isAsked) setAside();
  }, [pending, isAsked, waiting, stopped]);

  const enterNext = useEffectEvent(() => {
    const line = nextLine(now.typed);
    const isIssued = line.isIssued && !now.isBlind && isKeyboardHere();
    const text = isIssued ? line.text : typedOn(now.typed);
    const box = boxFor(text, now.isBlind);
    // A whole line, Enter and all: what comes after it is the one's after the next.
    change({ typed: isIssued ? line.rest : '', isHeld: isIssued, isBlind: false });
    if (text === '' || box === null) return;
    typeInto(box, text);
    if (isIssued) parts.submitNext();
  });
  useEffect(() => {
    if (released > 0) enterNext();
  }, [released]);

  return {
    waiting,
    onKey(event) {
      // In a question Tab moves on among its buttons.
      if (!isTaken(event.target) || (isAsked && event.code === 'Tab')) return;
      const longer = isCommand(event) ? null : withKey(now.typed, event);
      if (longer === null) return;
      event.preventDefault();
      event.stopPropagation();
      take(longer);
    },
    onPaste(event) {
      if (!isTaken(event.target)) return;
      event.preventDefault();
      take(joined(now.typed, event.clipboardData.getData('text/plain')));
    },
    hold: () => change({ isHeld: true, isAsideDue: false }),
    release: () => setReleased((times) => times + 1),
    // What is there already was typed before the question could be seen.
    ask: () => change({ isHeld: false, isAsideDue: false, isBlind: now.typed !== '' }),
    stop() {
      change({ isHeld: false, isAsideDue: true });
      setStopped((times) => times + 1);
      return asLine(now.typed);
    },
  };
}

/** What a question asks to be typed is typed in its box. */
function isInQuestion(target: EventTarget): boolean {
  if (!(target instanceof Element) || takesKeys(target)) return false;
  return target.closest('[role=alertdialog]') !== null;
}

/** AltGr types: "₽", "@". What an input method composes is its own. */
function isCommand(event: KeyboardEvent): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  return (isModified && !event.getModifierState('AltGraph')) || event.nativeEvent.isComposing;
}

function typeInto(box: HTMLInputElement, text: string): void {
  // An operator who has gone elsewhere is left there.
  if (isKeyboardHere()) box.focus();
  box.setRangeText(text, box.value.length, box.value.length, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** A word goes where the form begins; several are a line, whichever field the form begins with. */
function boxFor(text: string, isBlind: boolean): HTMLInputElement | null {
  const { activeElement: at } = document;
  if (at instanceof HTMLInputElement && isKeyboardHere() && !isBlind && !/\s/u.test(text))
    return at;
  const line = document.getElementById(QUICK_LINE_ID);
  return line instanceof HTMLInputElement ? line : null;
}
