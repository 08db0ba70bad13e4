import { configure } from '@testing-library/dom';
import * as matchers from '@testing-library/jest-dom/matchers';
import { afterEach, expect } from 'vitest';

import { afternoonZone } from '../../support/afternoonZone.ts';
import { closeDesks } from './page.ts';
import { usePlainStyles } from './plainStyles.ts';

// Here and in the threads of the desks: minutes after midnight nothing of a sample day would be of today.
process.env['TZ'] = process.env['DESK_SPEC_ZONE'] ??= afternoonZone(new Date());

/**
 * `defaultHidden`: looking for a role would otherwise compute the styles of every element and its parents, which takes a
 * hundred times as long; styles are not applied here anyway. `getElementError`: a failure prints its sentence, not the page.
 */
configure({
  defaultHidden: true,
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message?.split('\n', 1)[0] ?? 'not found'),
});

expect.extend(matchers);
usePlainStyles();

/** A window of 1440 × 900 px; what is measured inside it is all as large as the window. */
const WINDOW = { clientWidth: 1440, clientHeight: 900 } as const;
for (const [name, value] of Object.entries(WINDOW)) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
}
/** Where every element measures nothing, a panel takes its button for scrolled out of sight and hides itself. */
Element.prototype.getBoundingClientRect = () =>
  new DOMRect(0, 0, WINDOW.clientWidth, WINDOW.clientHeight);
globalThis.requestIdleCallback ??= (run) =>
  Number(setTimeout(() => run({ didTimeout: false, timeRemaining: () => 50 }), 1));
/** A browser's own `setRangeText` does not pass the setter by which React notices what it wrote itself. */
HTMLInputElement.prototype.setRangeText = function setRangeText(
  this: HTMLInputElement,
  text: string,
  start: number = 0,
  end: number = start,
): void {
  const longer = `${this.value.slice(0, start)}${text}${this.value.slice(end)}`;
  Reflect.set(HTMLInputElement.prototype, 'value', longer, this);
  this.setSelectionRange(start + text.length, start + text.length);
};
afterEach(closeDesks);
