import { createHash, timingSafeEqual } from 'node:crypto';

import { type Body, type Flow, fieldNames } from './fields.ts';

/**
 * Part 5: the values of the fields actually sent, joined by `::`, in alphabetical order of their names. The order is sorted
 * here rather than listed, so that it cannot share a slip with the desk's list; a test holds it against the document's words.
 * null: a value is neither text nor a number, so there is nothing it could have been signed as.
 */
export function stringToSign(flow: Flow, body: Body): string | null {
  const values: string[] = [];
  for (const name of signedNames(flow, body)) {
    const value = body[name];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    values.push(String(value));
  }
  return values.join('::');
}

/** Whose values they are, in their order. */
export function signedNames(flow: Flow, body: Body): readonly string[] {
  return fieldNames(flow)
    .filter((name) => Object.hasOwn(body, name))
    .toSorted();
}

/**
 * Whether this is the text's HMAC-SHA-256 (RFC 2104, part 2) in lower-case hex. Nothing of node:crypto is used above hashes, so that
 * a wrong call in the desk meets other code.
 */
export function verifiesHmac(text: string, secret: string, given: string): boolean {
  const key = Buffer.from(secret, 'utf8');
  const block = Buffer.alloc(BLOCK_BYTES);
  (key.length > BLOCK_BYTES ? hashed(key) : key).copy(block);
  const inner = hashed(Buffer.from(block.map((byte) => byte ^ 0x36)), Buffer.from(text, 'utf8'));
  const digest = hashed(Buffer.from(block.map((byte) => byte ^ 0x5c)), inner);
  return isSame(Buffer.from(digest.toString('hex')), Buffer.from(given));
}

const BLOCK_BYTES = 64;

function hashed(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

/** Digests first: both sides then have one length, and how far they agree cannot be timed. */
function isSame(one: Buffer, other: Buffer): boolean {
  return timingSafeEqual(hashed(one), hashed(other));
}
