import type { KeychainLibrary } from '#shared/domain/settings.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Vault } from '../ports.ts';
import type { KeychainCall, KeychainCalls } from './helper/calls.ts';

/** The operating system's keychain by one library: the same reading back and the same faults, whichever it is. */
export function createNativeVault(
  { ask }: Pick<KeychainCalls, 'ask'>,
  library: KeychainLibrary,
  name: string,
): Vault {
  const question = (call: KeychainCall['call'], account: string, secret: string | null = null) =>
    ask({ library, call, account, secret });
  return {
    store: 'keychain',
    name,
    read: (account) => question('get', account),
    async write(account, secret) {
      const written = await question('set', account, secret);
      if (!written.ok) return written;
      const back = await question('get', account);
      if (!back.ok) return back;
      return back.value === secret ? ok(undefined) : err('wrong_read_back');
    },
    async delete(account) {
      const deleted = await question('delete', account);
      return deleted.ok ? ok(undefined) : deleted;
    },
  };
}
