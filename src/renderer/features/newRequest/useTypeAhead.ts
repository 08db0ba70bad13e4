import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { isKeyboardHere } from './fieldId.ts';
import { nextLine, withKey } from './typedAhead.ts';

export type TypeAhead = {
  /** Before anything else hears of a key. */
  readonly onKey: (event: KeyboardEvent) => void;
  /** From this press on, whatever is typed belongs to the next request. */
  readonly hold: () => void;
  /** The form is free, and the keyboard where it begins: what was typed meanwhile goes there. */
  readonly release: () => void;
  /** There is no next request yet. */
  readonly drop: () => void;
};

/**
 * Hands do not wait for the disk. What is typed between a press of Enter and the record would be lost up to some key and the
 * rest go into the emptied form: of "1500" an operator would have issued 500. So it waits, whole, for the form to be free.
 */
export function useTypeAhead(pending: boolean, submitNext: () => void): TypeAhead {
  const issue = useEffectEvent(submitNext);
  const typed = useRef('');
  const holding = useRef(false);
  const [released, setReleased] = useState(0);
  const drop = (): void => {
    holding.current = false;
    typed.current = '';
  };
  useEffect(() => {
    // A press that came to nothing: the fields are as they were, and are looked at again.
    if (!pending && !holding.current) typed.current = '';
  }, [pending]);
  useEffect(() => {
    if (released === 0) return;
    const { text, isIssued, rest } = nextLine(typed.current);
    holding.current = false;
    typed.current = '';
    const box = document.activeElement;
    if (text === '' || !(box instanceof HTMLInputElement) || !isKeyboardHere()) return;
    box.setRangeText(text, box.value.length, box.value.length, 'end');
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    if (!isIssued) return;
    // A whole line, Enter and all: what comes after it is the one's after the next.
    holding.current = true;
    typed.current = rest;
    issue();
  }, [released]);
  return {
    onKey(event) {
      if (!pending && !holding.current) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
      const longer = withKey(typed.current, event);
      if (longer === null) return;
      event.preventDefault();
      event.stopPropagation();
      typed.current = longer;
    },
    hold: () => {
      holding.current = true;
    },
    release: () => setReleased((times) => times + 1),
    drop,
  };
}
