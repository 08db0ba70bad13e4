import { hash as hashOnce } from 'node:crypto';

export const SALT_BYTES = 16;
/** What the first event names as its predecessor. */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

export type ChainLink = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly body: string;
  readonly intentId: string | null;
  readonly salt: Uint8Array;
  readonly digest: Uint8Array;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
};

/** Salted, so that a body erased later (card data) cannot be guessed back from its digest. */
export function digestOf(salt: Uint8Array, body: string): Uint8Array {
  return hashOnce('sha256', Buffer.concat([salt, Buffer.from(body, 'utf8')]), 'buffer');
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
  return hashOnce('sha256', text, 'buffer');
}

export type BrokenLink = {
  /** `gap`: the event of this seq is not there. `content`: it is not as it was written. */
  readonly kind: 'gap' | 'content';
  readonly seq: number;
};

/** The first link that does not hold, or null. */
export function checkChain(links: Iterable<ChainLink>): BrokenLink | null {
  let previous = CHAIN_START;
  let expectedSeq = 1;
  for (const link of links) {
    if (link.seq !== expectedSeq) return { kind: 'gap', seq: expectedSeq };
    const digest = digestOf(link.salt, link.body);
    const holds =
      isSame(link.previous, previous) &&
      isSame(link.digest, digest) &&
      isSame(link.hash, hashOf(previous, link.seq, link.at, link.kind, digest)) &&
      link.intentId === intentIdIn(link.body);
    if (!holds) return { kind: 'content', seq: link.seq };
    previous = link.hash;
    expectedSeq += 1;
  }
  return null;
}

/** The chain covers the body; the column that events are looked up by must say the same. */
function intentIdIn(body: string): string | null {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('intentId' in parsed)) return null;
  return typeof parsed.intentId === 'string' ? parsed.intentId : null;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
