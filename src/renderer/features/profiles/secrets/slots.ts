import { keyUseOf } from '#shared/dialect/schema.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { knownValueOf } from '#shared/domain/notSecret.ts';
import type { Profile, SecretSlot, SecretState } from '#shared/domain/profile.ts';

export const slotKey = (slot: SecretSlot): string =>
  slot.kind === 'header' ? `header-${slot.name.toLowerCase()}` : slot.kind;

/** RSA signs with a private key of many lines, and its callbacks are checked with a public one. */
export function isPem({ dialect }: Pick<Profile, 'dialect'>, slot: SecretSlot): boolean {
  if (slot.kind === 'header') return false;
  const recipe = slot.kind === 'signing' ? dialect.signature : dialect.callback.signature;
  return recipe !== null && keyUseOf(recipe.algorithm) === 'rsa';
}

/** After these failures a secret can still be kept for this run, without a keychain. */
const WITHOUT_KEYCHAIN: ReadonlySet<Failure['code']> = new Set([
  'vault_unavailable',
  'vault_locked',
  'vault_denied',
  'vault_timed_out',
  'vault_store_changed',
  'secret_not_stored',
]);

export function isKeychainTrouble({ code }: Failure): boolean {
  return WITHOUT_KEYCHAIN.has(code);
}

const WORST_FIRST = ['store_changed', 'other_host', 'missing', 'stored'] as const;

/** Of several secrets the one that needs attention most. */
export function worstOf(secrets: readonly SecretState[]): SecretState | null {
  const ranked = secrets.toSorted(
    (left, right) => WORST_FIRST.indexOf(left.state) - WORST_FIRST.indexOf(right.state),
  );
  return ranked[0] ?? null;
}

export type SecretFault =
  | 'empty'
  | 'not_pem'
  | 'public_pem'
  | 'not_header'
  | 'is_merchant'
  | 'is_header';

const KNOWN_FAULTS = { merchant: 'is_merchant', header: 'is_header' } as const;

/** What is surely not usable, before it is stored: the store would take anything. */
export function secretFault(
  text: string,
  pem: boolean,
  slot: SecretSlot,
  profile: Pick<Profile, 'merchant' | 'dialect'>,
): SecretFault | null {
  if (text.trim() === '') return 'empty';
  const known = knownValueOf(text, profile);
  if (known !== null) return KNOWN_FAULTS[known];
  if (pem) {
    if (/-----BEGIN (?:RSA )?PRIVATE KEY-----/u.test(text)) return null;
    if (!/-----BEGIN (?:RSA )?PUBLIC KEY-----/u.test(text)) return 'not_pem';
    return slot.kind === 'callback' ? null : 'public_pem';
  }
  return slot.kind === 'header' && !/^[\x20-\x7e]+$/u.test(text) ? 'not_header' : null;
}
