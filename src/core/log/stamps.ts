import {
  type KeyObject,
  createHmac,
  createSecretKey,
  hash as hashOnce,
  timingSafeEqual,
} from 'node:crypto';

export type StampedThing = 'anchor' | 'checkpoint';

/** Every commit is stamped, nearly always with the same key. */
let lastUsed: { readonly key: string; readonly epoch: string; readonly hmacKey: KeyObject } | null =
  null;
function prepared(key: string): NonNullable<typeof lastUsed> {
  if (lastUsed?.key !== key) {
    const epoch = hashOnce('sha256', `deposit-desk epoch ${key}`, 'hex').slice(0, 16);
    lastUsed = { key, epoch, hmacKey: createSecretKey(key, 'hex') };
  }
  return lastUsed;
}

/** Names a key without giving it away. */
export function epochOf(key: string): string {
  return prepared(key).epoch;
}

/** What somebody who recomputes the whole chain cannot make: it needs the key. */
export function macOf(key: string, thing: StampedThing, seq: number, hash: string): string {
  return createHmac('sha256', prepared(key).hmacKey)
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
