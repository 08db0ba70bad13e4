import type { KeyboardEvent } from 'react';

/** In a row the keys at the sides move, in a column those up and down. */
const ARROWS = { row: ['ArrowLeft', 'ArrowRight'], column: ['ArrowUp', 'ArrowDown'] } as const;

/** Items of a menu may be radios or checkboxes. */
const SELECTORS = {
  tab: '[role="tab"]',
  menuitem: '[role^="menuitem"]',
  button: 'button:not([disabled])',
} as const;

/** Moves the focus among the elements of one role: arrows go round, Home and End go to the ends. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  role: keyof typeof SELECTORS,
  along: keyof typeof ARROWS,
): HTMLElement | null {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(SELECTORS[role])];
  const at = all.findIndex((each) => each === document.activeElement);
  const to = all.at(placeAfter(event, ARROWS[along], all, at) ?? all.length);
  if (to === undefined) return null;
  event.preventDefault();
  to.focus();
  return to;
}

function placeAfter(
  event: KeyboardEvent,
  [back, on]: readonly [string, string],
  all: readonly HTMLElement[],
  at: number,
): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.code) {
    case on:
      return (at + 1) % all.length;
    case back:
      return at === -1 ? -1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return null;
  }
}
