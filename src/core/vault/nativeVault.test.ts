import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { err, ok } from '#shared/domain/result.ts';

import { createNativeVault, faultOf } from './nativeVault.ts';

/** As the libraries said it, on a real keychain or in their sources. */
const WORDS = {
  locked: [
    "Error: Couldn't access platform storage: Secret Service: unlock prompt was dismissed",
    'Error: Cannot create an item in a locked collection',
    'Error: User interaction is not allowed.',
  ],
  denied: [
    'Error: Platform failure: DBus error: Rejected send message, 2 matched rules; comm="gnome-keyring-daemon --foreground --unlock --compo"',
    'Error: Access is denied.',
    'Error: User canceled the operation.',
    'Error: The user name or passphrase you entered is not correct.',
  ],
  timed_out: [
    'Error: Did not receive a reply. Possible causes include: the security policy blocked the reply',
    'Error: Timeout was reached',
  ],
  unavailable: [
    'Error: The name org.freedesktop.secrets was not provided by any .service files',
    "Error: Cannot find package 'keytar' imported from /x",
    'Error: Cannot autolaunch D-Bus without X11 $DISPLAY',
  ],
} as const;

describe('the words of a keychain library', () => {
  it.each(Object.entries(WORDS))('mean %s', (fault, words) => {
    for (const said of words) expect([said, faultOf(said)]).toEqual([said, fault]);
  });
});

describe('a vault over a keychain library', () => {
  const named = { name: async () => 'Test' };

  it('says stored only when it reads back the very same', async () => {
    const forgetful = {
      get: async () => 'cut',
      set: async () => undefined,
      delete: async () => true,
    };
    expect(await createNativeVault(forgetful, named).write('a', 'cut off')).toEqual(
      err('wrong_read_back'),
    );
    expect(await createNativeVault(forgetful, named).write('a', 'cut')).toEqual(ok(undefined));
  });

  it('asks one thing at a time, and whoever waited too long is not asked for any more', async () => {
    const asked: string[] = [];
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const vault = createNativeVault(
      {
        async get(account) {
          asked.push(account);
          if (account === 'stuck') await stuck;
          return account;
        },
        set: async () => undefined,
        delete: async () => true,
      },
      { ...named, timeoutMs: 50 },
    );
    const replies = await Promise.all(['stuck', 'second', 'third'].map((name) => vault.read(name)));
    expect(replies).toEqual([err('timed_out'), err('timed_out'), err('timed_out')]);
    expect(asked).toEqual(['stuck']);
    release();
    await sleep(5);
    expect(await vault.read('fourth')).toEqual(ok('fourth'));
    expect(asked).toEqual(['stuck', 'fourth']);
  });
});
