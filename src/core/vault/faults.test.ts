import { describe, expect, it } from 'vitest';

import { faultOf } from './faults.ts';

/** As the libraries said it, on a real keychain or in their sources. */
const WORDS = {
  locked: [
    "Error: Couldn't access platform storage: Secret Service: unlock prompt was dismissed",
    'Error: Cannot create an item in a locked collection',
    'Error: zbus error: org.freedesktop.Secret.Error.IsLocked: Cannot get secret of a locked object',
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
    'Error: Platform failure: DBus error: Failed to connect to socket /run/user/7/bus: No such file or directory',
    "Error: Couldn't access platform storage: Secret Service: no result found",
  ],
} as const;

describe('the words of a keychain library', () => {
  it.each(Object.entries(WORDS))('mean %s', (fault, words) => {
    for (const said of words) expect([said, faultOf(said)]).toEqual([said, fault]);
  });
});
