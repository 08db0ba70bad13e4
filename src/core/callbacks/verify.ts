import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

import type { CallbackFormat } from '#shared/dialect/schema.ts';
import type {
  CallbackReading,
  CallbackValue,
  CallbackVerdict,
  RawCallback,
} from '#shared/domain/callback.ts';

import { sign } from '../provider/sign.ts';
import type { CallbackFields } from './fields.ts';
import { type ReadCallback, readCallback } from './read.ts';

type Signature = NonNullable<CallbackFormat['signature']>;

export type CheckedCallback = {
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Of a verified one: the SHA-256 of the text that its signature covers, in hexadecimal. */
  readonly signedText?: string;
  /** Of a verified one: the secret that it was signed with. */
  readonly signedWith?: string;
};

/**
 * What it says, whether that was signed, and what of it was not. `secrets`: each that may have signed it. None: they could not be
 * read, or are not there; nothing is called forged because of our own vault.
 */
export function checkCallback(
  raw: RawCallback,
  format: CallbackFormat,
  secrets: readonly string[],
): CheckedCallback {
  const read = readCallback(raw, format);
  const { signature } = format;
  if (signature === null) return { reading: read.reading, verdict: 'unverified' };
  const given = givenIn(raw, read.fields, signature.placement);
  const text = textOf(raw, read.reading.format, read.fields, signature.over);
  if (secrets.length === 0) return { reading: read.reading, verdict: 'not_checked' };
  if (given === null || text === null) return { reading: read.reading, verdict: 'bad_signature' };
  const checked = secrets.map((secret) => isSignedBy(text, given, secret, signature));
  const signedWith = secrets[checked.indexOf(true)];
  if (signedWith === undefined) {
    const verdict = checked.includes(false) ? 'bad_signature' : 'not_checked';
    return { reading: read.reading, verdict };
  }
  const beyond = notCovered(read, signature);
  const reading = beyond.length === 0 ? read.reading : { ...read.reading, notSigned: beyond };
  return { reading, verdict: 'verified', signedText: digestOf(text).toString('hex'), signedWith };
}

/** A signature over the whole message covers all that was read from it; one over fields covers those. */
function notCovered({ paths }: ReadCallback, { over }: Signature): readonly CallbackValue[] {
  if (over.kind === 'raw-body') return [];
  const covered = new Set(over.fields);
  return [...paths].flatMap(([value, path]) => (covered.has(path) ? [] : [value]));
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

/** Null: it is no message that could have been signed so, because it can be read in another way too. */
function textOf(
  { body, query }: RawCallback,
  format: CallbackReading['format'],
  fields: CallbackFields,
  over: Signature['over'],
): string | null {
  // Where the query is the message, a body would be another one.
  if (format === 'query' && body !== '') return null;
  if (over.kind === 'raw-body') return format === 'query' ? query : body;
  return joined(over.fields, fields, over.separator);
}

/** Fields that are absent are absent, as in the document's own string to sign; every other text has one reading. */
function joined(keys: readonly string[], fields: CallbackFields, separator: string): string | null {
  const values = keys.flatMap((key) => fields.get(key) ?? []);
  const text = values.join(separator);
  if (separator === '') return values.length === keys.length ? text : null;
  const apart = text.split(separator);
  const isReadBack =
    apart.length === values.length && apart.every((value, at) => value === values[at]);
  return isReadBack || values.length === 0 ? text : null;
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
  return timingSafeEqual(digestOf(expected), digestOf(given));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
