import { expect, it, vi } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import { clipboardHandlers } from './clipboard.ts';
import type { Clipboard } from '../ports.ts';

const profiles = { find: () => err(failure('profile_not_found')) };
const log = { find: async () => null };

const copy = (clipboard: Clipboard | null, text: string) =>
  clipboardHandlers({ clipboard, log, profiles })['clipboard.copy']({ text });

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
  expect(await copy(holding(changed), '22\u200b00\nнет')).toEqual({
    ok: true,
    value: { readBack },
  });
});

it('is the page’s business where the host has no clipboard, or cannot use it', async () => {
  const unsupported = { ok: true, value: { readBack: 'unsupported' } };
  expect(await copy(null, 'x')).toEqual(unsupported);
  const failing = { write: () => Promise.reject(new Error('no')), read: async () => '' };
  expect(await copy(failing, 'x')).toEqual(unsupported);
});

const never = () => new Promise<never>(() => undefined);

it.each([
  ['take the text', 'not_written', { write: never, read: async () => 'x' }],
  ['give it back', 'not_read', { write: async () => undefined, read: never }],
])('says so where the system does not %s in time', async (_, readBack, clipboard) => {
  vi.useFakeTimers();
  try {
    const copied = copy(clipboard, 'x');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await copied).toEqual({ ok: true, value: { readBack } });
  } finally {
    vi.useRealTimers();
  }
});
