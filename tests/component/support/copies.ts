import { fireEvent, waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { z } from 'zod';

import type { TestDesk } from './desk.ts';

/** The clipboard of user-event stands in for the browser's; what the log keeps of each copy is the second witness. */

/** Runs what copies, and returns what it copied. */
export async function copiedBy(press: () => Promise<void>): Promise<string> {
  await navigator.clipboard.writeText('nothing yet');
  await press();
  await waitFor(async () => {
    expect(await navigator.clipboard.readText()).not.toBe('nothing yet');
  });
  return navigator.clipboard.readText();
}

/** The key that copies the message, pressed wherever the keyboard is. The keyboard of user-event has no function keys. */
export async function pressF9(): Promise<void> {
  const key = { key: 'F9', code: 'F9' };
  fireEvent.keyDown(document.activeElement ?? document.body, key);
  fireEvent.keyUp(document.activeElement ?? document.body, key);
}

const historySchema = z.object({
  value: z.object({ events: z.array(z.looseObject({ kind: z.string() })) }),
});

/** What the log keeps of everything that was copied from a card, in order. */
export async function recordedCopies(
  desk: TestDesk,
  shown: HTMLElement,
): Promise<readonly (readonly unknown[])[]> {
  const intentId = shown.dataset['intent'];
  const { events } = historySchema.parse(await desk.call('log.history', { intentId })).value;
  return events
    .filter(({ kind }) => kind === 'copied')
    .map((event) => [event['part'], event['text']]);
}
