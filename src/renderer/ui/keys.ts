import { useEffectEvent, useLayoutEffect } from 'react';

import type { Host } from '#shared/contract/host.ts';

const isMac = /mac/iu.test(navigator.platform);

export const MOD_NAME = isMac ? '⌘' : 'Ctrl';
/** As it is printed there. A sign that the page's own fonts have not would have the system searched for one that has. */
export const ENTER_NAME = isMac ? '↵' : 'Enter';
export const ESCAPE_NAME = 'Esc';

export function isMod(event: KeyboardEvent): boolean {
  return (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
}

/** One press of the keyboard: a physical key and what is held with it. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export type Chord = {
  readonly code: string;
  readonly mod?: true;
  readonly alt?: true;
  readonly shift?: true;
};

/** The keys that an action answers to; the first is the one printed where it acts. */
export type HostKeys = Readonly<Record<Host['kind'], readonly Chord[]>>;

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Exactly this and nothing else held: AltGr is Ctrl and Alt at once, and types a letter. */
export function isChord(event: Pressed, chord: Chord, mac = isMac): boolean {
  const [mod, other] = mac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return (
    event.code === chord.code &&
    mod === (chord.mod === true) &&
    !other &&
    event.altKey === (chord.alt === true) &&
    event.shiftKey === (chord.shift === true)
  );
}

/** It types something, so it is a key of its own only where nothing is being typed. */
export function isPlain(chord: Chord): boolean {
  return (
    chord.mod !== true &&
    chord.alt !== true &&
    (/^(?:Key|Digit)/u.test(chord.code) || chord.code in SIGNS)
  );
}

/** What stands on the keys. The printed sign of a key that types one is that of a Latin keyboard. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
};
const NAMES: Readonly<Record<string, string>> = { Enter: ENTER_NAME, Escape: ESCAPE_NAME };

/** Each key of the chord as it is printed on a cap. */
export function capsOf(chord: Chord, mac = isMac): readonly string[] {
  const sign = SIGNS[chord.code]?.[chord.shift === true ? 1 : 0];
  const name = sign ?? NAMES[chord.code] ?? chord.code.replace(/^(?:Key|Digit)/u, '');
  return [
    ...(chord.mod === true ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(chord.alt === true ? [mac ? '⌥' : 'Alt'] : []),
    ...(chord.shift === true && sign === undefined ? [mac ? '⇧' : 'Shift'] : []),
    name,
  ];
}

/** For `aria-keyshortcuts`. */
export function ariaOf(chord: Chord, mac = isMac): string {
  const sign = SIGNS[chord.code]?.[chord.shift === true ? 1 : 0];
  return [
    ...(chord.mod === true ? [mac ? 'Meta' : 'Control'] : []),
    ...(chord.alt === true ? ['Alt'] : []),
    ...(chord.shift === true && sign === undefined ? ['Shift'] : []),
    sign ?? chord.code.replace(/^(?:Key|Digit)/u, ''),
  ].join('+');
}

/** The focus is in a text field: a key that types a character is not a command. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'range', 'submit'].includes(target.type);
  }
  return target.isContentEditable || target.matches('textarea, select');
}

/** Listens on the whole window while the component is there. Match `event.code`: a Cyrillic layout changes `key`. */
export function useWindowKey(onKey: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKey);
  // With the drawing itself: what can be seen can be pressed for.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
