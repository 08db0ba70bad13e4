import { createHash } from 'node:crypto';

export const SALT_BYTES = 16;
/** What the first event names as its predecessor. */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

export type ChainLink = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly body: string;
  readonly salt: Uint8Array;
  readonly digest: Uint8Array;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
};

/** Salted, so that a body erased later (card data) cannot be guessed back from its digest. */
export function digestOf(salt: Uint8Array, body: string): Uint8Array {
  return createHash('sha256').update(salt).update(body, 'utf8').digest();
}

/** Over the digest and not the body, so that erasing a body does not break the chain. */
export function hashOf(
  previous: Uint8Array,
  seq: number,
  at: string,
  kind: string,
  digest: Uint8Array,
): Uint8Array {
  const text = JSON.stringify([toHex(previous), seq, at, kind, toHex(digest)]);
  return createHash('sha256').update(text, 'utf8').digest();
}

/** The seq of the first link that does not hold, or null. */
export function firstBrokenLink(links: Iterable<ChainLink>): number | null {
  let previous = CHAIN_START;
  let expectedSeq = 1;
  for (const link of links) {
    const digest = digestOf(link.salt, link.body);
    const holds =
      link.seq === expectedSeq &&
      toHex(link.previous) === toHex(previous) &&
      toHex(link.digest) === toHex(digest) &&
      toHex(link.hash) === toHex(hashOf(previous, link.seq, link.at, link.kind, digest));
    if (!holds) return link.seq;
    previous = link.hash;
    expectedSeq += 1;
  }
  return null;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
