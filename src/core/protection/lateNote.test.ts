import { afterEach, expect, test, vi } from 'vitest';

import { err, ok } from '#shared/domain/result.ts';

import type { VaultFault } from '../ports.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { hearLateNote } from './lateNote.ts';

function heard() {
  const keychain = createTestKeychain();
  const { replaced, ...late } = hearLateNote({ keyring: keychain, keytar: keychain });
  let isLocked = false;
  const lock = async (): Promise<void> => {
    await replaced;
    isLocked = true;
  };
  void lock();
  return { ...late, isLocked: () => isLocked };
}

afterEach(() => vi.useRealTimers());

test.each(['keyring', 'keytar'] as const)(
  'a replaced log is locked before the desk gets what it has asked the keychain by %s',
  async (library) => {
    const { keychains, onUnsure, isLocked } = heard();
    onUnsure(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      // As the desk's own question, which must not wait for itself.
      await keychains.keyring.read('log-key-of-folder');
      return ok(true);
    }, 'timed_out');
    await keychains[library].read('main');
    expect(isLocked()).toBe(true);
  },
);

test('a look that fails is made again with the next answer', async () => {
  const { keychains, onUnsure, isLocked } = heard();
  let isReadable = false;
  onUnsure(async () => {
    if (!isReadable) throw new Error('EACCES');
    return ok(true);
  }, 'timed_out');
  await keychains.keyring.write('main', 'secret');
  expect(isLocked()).toBe(false);
  isReadable = true;
  await keychains.keyring.read('main');
  expect(isLocked()).toBe(true);
});

/** What the keychain says, question after question; at last that the folder is protected. */
function answers(...faults: readonly VaultFault[]) {
  const left = [...faults];
  return async () => {
    const fault = left.shift();
    return fault === undefined ? ok(true) : err(fault);
  };
}

test('a shift that only reads is locked a few minutes after the keychain is there', async () => {
  vi.useFakeTimers();
  const { onUnsure, isLocked } = heard();
  onUnsure(answers('timed_out'), 'unavailable');
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(isLocked()).toBe(false);
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(isLocked()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['locked', 'denied'] as const)(
  'a keychain that is %s is asked when the person is back, and never by the clock',
  async (fault) => {
    vi.useFakeTimers();
    const { onUnsure, askAgain, isLocked } = heard();
    onUnsure(answers(), fault);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(isLocked()).toBe(false);
    await askAgain();
    expect(isLocked()).toBe(true);
  },
);
