import { createHmac, timingSafeEqual } from 'node:crypto';

import { type Body, type Flow, fieldNames } from './fields.ts';

/**
 * Part 5: the values of the fields actually sent, joined by `::`, in alphabetical order of their names. The order is sorted
 * here rather than listed, so that it cannot share a slip with the desk's list; a test holds it against the document's words.
 * null: a value is neither text nor a number, so there is nothing it could have been signed as.
 */
export function stringToSign(flow: Flow, body: Body): string | null {
  const sent = fieldNames(flow)
    .filter((name) => Object.hasOwn(body, name))
    .toSorted();
  const values: string[] = [];
  for (const name of sent) {
    const value = body[name];
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    values.push(String(value));
  }
  return values.join('::');
}

/** HMAC-SHA-256 over UTF-8, lower-case hex: this sandbox's choice, since the document shows none. */
export function isSignedBy(secret: string, text: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/u.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(text, 'utf8').digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
