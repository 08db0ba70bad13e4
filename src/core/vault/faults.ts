import type { VaultFault } from '../ports.ts';

/** Said by the helper before the loader's own words. */
export const NOT_LOADED = 'the keychain’s library could not be loaded';

/**
 * The libraries tell faults apart by words alone. D-Bus says of one that hangs that a policy may have "blocked" its reply, and of
 * one it was told to keep away from with which arguments that was started (`--unlock`), so that the order matters.
 */
export function faultOf(words: string): VaultFault {
  if (words.includes(NOT_LOADED)) return 'unavailable';
  if (/did not receive a reply|timed? ?out|timeout/iu.test(words)) return 'timed_out';
  // What macOS says of a locked keychain when it may not show its prompt.
  if (/interaction is not allowed/iu.test(words)) return 'locked';
  const isDenied = /denied|not allowed|not permitted|rejected send|cancel|passphrase you entered/iu;
  if (isDenied.test(words)) return 'denied';
  return /\b(?:un)?lock|dismiss/iu.test(words) ? 'locked' : 'unavailable';
}
