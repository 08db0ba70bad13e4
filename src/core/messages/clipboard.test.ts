import { expect, it, vi } from 'vitest';

import { copyAndReadBack } from './clipboard.ts';
import type { Clipboard } from '../ports.ts';

/** What is there afterwards may not be what was put there. */
function holding(changed: (text: string) => string): Clipboard {
  let held = '';
  return {
    write: async (text) => {
      held = changed(text);
    },
    read: async () => held,
  };
}

it.each([
  ['same', 'same', (text: string) => text],
  [
    'same, in the line ends of another system',
    'same',
    (text: string) => text.replaceAll('\n', '\r\n'),
  ],
  ['of another program', 'different', () => '2200700812345675'],
  ['without what cannot be seen', 'different', (text: string) => text.replace('\u200b', '')],
])('a copy is read back: %s', async (_, readBack, changed) => {
  expect(await copyAndReadBack(holding(changed), '22\u200b00\nнет')).toBe(readBack);
});

it('is the page’s business where the host has no clipboard, or cannot use it', async () => {
  expect(await copyAndReadBack(null, 'x')).toBe('unsupported');
  const failing = { write: () => Promise.reject(new Error('no')), read: async () => '' };
  expect(await copyAndReadBack(failing, 'x')).toBe('unsupported');
});

const never = () => new Promise<never>(() => undefined);

it.each([
  ['take the text', 'not_written', { write: never, read: async () => 'x' }],
  ['give it back', 'not_read', { write: async () => undefined, read: never }],
])('says so where the system does not %s in time', async (_, readBack, clipboard) => {
  vi.useFakeTimers();
  try {
    const copied = copyAndReadBack(clipboard, 'x');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await copied).toBe(readBack);
  } finally {
    vi.useRealTimers();
  }
});
