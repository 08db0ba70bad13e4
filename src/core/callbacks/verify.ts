import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

import type { CallbackFormat } from '#shared/dialect/schema.ts';
import type { CallbackVerdict, RawCallback } from '#shared/domain/callback.ts';

import { sign } from '../provider/sign.ts';
import type { CallbackFields } from './fields.ts';

type Signature = NonNullable<CallbackFormat['signature']>;

/** `secret` null: it could not be read, or is not there. Nothing is called forged because of our own vault. */
export function verdictOf(
  raw: RawCallback,
  fields: CallbackFields,
  signature: CallbackFormat['signature'],
  secret: string | null,
): CallbackVerdict {
  if (signature === null) return 'unverified';
  if (secret === null) return 'not_checked';
  const given = givenIn(raw, fields, signature.placement);
  if (given === null) return 'bad_signature';
  const isTrue = isSignedBy(textOf(raw, fields, signature.over), given, secret, signature);
  if (isTrue === null) return 'not_checked';
  return isTrue ? 'verified' : 'bad_signature';
}

function givenIn(
  raw: RawCallback,
  fields: CallbackFields,
  { in: where, name, prefix }: Signature['placement'],
): string | null {
  const text = {
    header: () => raw.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
    body: () => fields.get(name),
    query: () => new URLSearchParams(raw.query).get(name) ?? undefined,
  }[where]();
  if (text === undefined || !text.startsWith(prefix)) return null;
  return text.slice(prefix.length);
}

/** Fields that are absent are absent, as in the document's own string to sign. A callback by query has no other body. */
function textOf(raw: RawCallback, fields: CallbackFields, over: Signature['over']): string {
  if (over.kind === 'raw-body') return raw.body === '' ? raw.query : raw.body;
  return over.fields.flatMap((key) => fields.get(key) ?? []).join(over.separator);
}

/** Null: the secret is not of the kind that the format says. */
function isSignedBy(
  text: string,
  given: string,
  secret: string,
  signature: Signature,
): boolean | null {
  if (signature.algorithm === 'rsa-sha256') {
    return isSignedByKey(text, given, secret, signature.output);
  }
  const expected = sign(text, secret, signature);
  return expected.ok ? isSame(expected.value, given) : null;
}

/** With the key in hand, public or private: of a private one the public half is taken. */
function isSignedByKey(
  text: string,
  given: string,
  pem: string,
  output: Signature['output'],
): boolean | null {
  try {
    const key = createPublicKey(pem.replaceAll(String.raw`\n`, '\n'));
    const bytes = Buffer.from(given, output === 'base64' ? 'base64' : 'hex');
    return verify('sha256', Buffer.from(text, 'utf8'), key, bytes);
  } catch {
    // Not a key. The message could quote it: it goes no further.
    return null;
  }
}

/** Digests have one length, so that comparing tells nothing about where the texts begin to differ. */
function isSame(expected: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(expected), digest(given));
}
