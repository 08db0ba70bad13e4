import {
  type KeyObject,
  createHmac,
  createSecretKey,
  hash as hashOnce,
  timingSafeEqual,
} from 'node:crypto';

export type StampedThing = 'anchor' | 'checkpoint' | 'copy' | 'restored';

/** Names a key without giving it away. */
export function epochOf(key: string): string {
  return hashOnce('sha256', `deposit-desk epoch ${key}`, 'hex').slice(0, 16);
}

/** Made ready once for many stamps: every commit has one. */
export type StampKey = { readonly epoch: string; readonly hmacKey: KeyObject };
export function stampKeyOf(key: string): StampKey {
  return { epoch: epochOf(key), hmacKey: createSecretKey(key, 'hex') };
}

/** What somebody who recomputes the whole chain cannot make: it needs the key. */
export function macOf(
  { hmacKey }: StampKey,
  thing: StampedThing,
  seq: number,
  hash: string,
): string {
  return createHmac('sha256', hmacKey).update(`${thing}|${seq}|${hash}`).digest('hex');
}

export function isMacOf(
  mac: string,
  key: string,
  thing: StampedThing,
  seq: number,
  hash: string,
): boolean {
  const expected = Buffer.from(macOf(stampKeyOf(key), thing, seq, hash), 'hex');
  const given = Buffer.from(mac, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
