import { expect, test } from 'vitest';

import { createTestKeychain } from '../testing/keychain.ts';
import { hearLateNote } from './lateNote.ts';

function heard() {
  const keychain = createTestKeychain();
  const { keychains, onUnsure, replaced } = hearLateNote({ keyring: keychain, keytar: keychain });
  let isLocked = false;
  const lock = async (): Promise<void> => {
    await replaced;
    isLocked = true;
  };
  void lock();
  return { keychains, onUnsure, isLocked: () => isLocked };
}

test.each(['keyring', 'keytar'] as const)(
  'a replaced log is locked before the desk gets what it has asked the keychain by %s',
  async (library) => {
    const { keychains, onUnsure, isLocked } = heard();
    onUnsure(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      // As the desk's own question, which must not wait for itself.
      await keychains.keyring.read('log-key-of-folder');
      return true;
    });
    await keychains[library].read('main');
    expect(isLocked()).toBe(true);
  },
);

test('a look that fails is made again with the next answer', async () => {
  const { keychains, onUnsure, isLocked } = heard();
  let isReadable = false;
  onUnsure(async () => {
    if (!isReadable) throw new Error('EACCES');
    return true;
  });
  await keychains.keyring.write('main', 'secret');
  expect(isLocked()).toBe(false);
  isReadable = true;
  await keychains.keyring.read('main');
  expect(isLocked()).toBe(true);
});
