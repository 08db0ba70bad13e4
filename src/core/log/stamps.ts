import { createHmac, hash as hashOnce, timingSafeEqual } from 'node:crypto';

export type StampedThing = 'anchor' | 'checkpoint';

/** Names a key without giving it away. */
export function epochOf(key: string): string {
  return hashOnce('sha256', `deposit-desk epoch ${key}`, 'hex').slice(0, 16);
}

/** What somebody who recomputes the whole chain cannot make: it needs the key. */
export function macOf(key: string, thing: StampedThing, seq: number, hash: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${thing}|${seq}|${hash}`)
    .digest('hex');
}

export function isMacOf(
  mac: string,
  key: string,
  thing: StampedThing,
  seq: number,
  hash: string,
): boolean {
  const expected = Buffer.from(macOf(key, thing, seq, hash), 'hex');
  const given = Buffer.from(mac, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
