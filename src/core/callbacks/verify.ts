import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

import type { CallbackFormat } from '#shared/dialect/schema.ts';
import type {
  CallbackReading,
  CallbackValue,
  CallbackVerdict,
  RawCallback,
} from '#shared/domain/callback.ts';
import type { MerchantId } from '#shared/domain/ids.ts';

import type { CallbackSecrets } from '../vault/secrets.ts';
import { signatureBytes, written } from '../provider/sign.ts';
import { SEPARATOR } from '../provider/stringToSign.ts';
import type { CallbackFields } from './fields.ts';
import { type ReadCallback, readCallback } from './read.ts';

type Signature = NonNullable<CallbackFormat['signature']>;

export type CheckedCallback = {
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Where its signature is right: the SHA-256 of the text that the signature covers, in hexadecimal. */
  readonly signedText?: string;
  /** Of a verified one: the SHA-256 of the signature itself, in hexadecimal. It names text and secret together. */
  readonly signature?: string;
  /** Where its signature is right: the secret that it was signed with. */
  readonly signedWith?: string;
};

/**
 * What it says, whether that was signed, and what of it was not. `secrets`: each that may have signed it. None: they could not be
 * read, or are not there; nothing is called forged because of our own vault. `merchants`: those of this desk.
 */
export function checkCallback(
  raw: RawCallback,
  format: CallbackFormat,
  { secrets, signRequests }: CallbackSecrets,
  merchants: readonly MerchantId[],
): CheckedCallback {
  const read = readCallback(raw, format);
  const { signature } = format;
  if (signature === null) return { reading: read.reading, verdict: 'unverified' };
  const given = givenIn(raw, read.fields, signature.placement);
  const text = textOf(raw, read.reading.format, read.fields, signature.over);
  if (secrets.length === 0) return { reading: read.reading, verdict: 'not_checked' };
  if (given === null || text === null) return { reading: read.reading, verdict: 'bad_signature' };
  const checked = secrets.map((secret) => signedBy(text, given, secret, signature));
  const at = checked.findIndex((bytes) => bytes instanceof Uint8Array);
  const [bytes, signedWith] = [checked[at], secrets[at]];
  if (signedWith === undefined || !(bytes instanceof Uint8Array)) {
    const verdict = checked.includes('wrong') ? 'bad_signature' : 'not_checked';
    return { reading: read.reading, verdict };
  }
  const signedText = digestOf(text).toString('hex');
  if (signRequests && mayBeRequest(text, read.reading.format, signature, merchants)) {
    return { reading: read.reading, verdict: 'unverified', signedText, signedWith };
  }
  const beyond = notCovered(read, signature);
  const reading = beyond.length === 0 ? read.reading : { ...read.reading, notSigned: beyond };
  const named = digestOf(bytes).toString('hex');
  return { reading, verdict: 'verified', signedText, signature: named, signedWith };
}

/**
 * Whether a desk may have signed this text for a request: then a right signature proves nothing about the provider. A desk's own
 * log knows only its own requests, and characters at either end may differ with the separator of the secret. A string to sign is
 * never a JSON object. Fields are joined, so there the text itself is looked at.
 */
function mayBeRequest(
  text: string,
  format: CallbackReading['format'],
  { over }: Signature,
  merchants: readonly MerchantId[],
): boolean {
  if (over.kind === 'raw-body') return format !== 'json';
  if (!over.separator.includes(SEPARATOR)) return text.includes(SEPARATOR);
  const said = text.toLowerCase();
  return merchants.some((merchant) => {
    const between = `${SEPARATOR}${merchant.toLowerCase()}${SEPARATOR}`;
    const at = said.indexOf(between);
    const hasAmountBefore = /\d::[a-z]{3}(?:::|$)/u.test(said.slice(0, Math.max(at, 0)));
    return at > 0 && hasAmountBefore && said.slice(at + between.length).includes(SEPARATOR);
  });
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

/** The bytes of a right signature. Null: the secret is not of the kind that the format says. */
function signedBy(
  text: string,
  given: string,
  secret: string,
  signature: Signature,
): Uint8Array | 'wrong' | null {
  if (signature.algorithm === 'rsa-sha256') {
    return signedByKey(text, given, secret, signature.output);
  }
  const bytes = signatureBytes(text, secret, signature);
  if (bytes === null) return null;
  return isSame(written(bytes, signature.output), given) ? bytes : 'wrong';
}

/** With the key in hand, public or private: of a private one the public half is taken. */
function signedByKey(
  text: string,
  given: string,
  pem: string,
  output: Signature['output'],
): Uint8Array | 'wrong' | null {
  try {
    const key = createPublicKey(pem.replaceAll(String.raw`\n`, '\n'));
    const bytes = Buffer.from(given, output === 'base64' ? 'base64' : 'hex');
    return verify('sha256', Buffer.from(text, 'utf8'), key, bytes) ? bytes : 'wrong';
  } catch {
    // Not a key. The message could quote it: it goes no further.
    return null;
  }
}

/** Digests have one length, so that comparing tells nothing about where the texts begin to differ. */
function isSame(expected: string, given: string): boolean {
  return timingSafeEqual(digestOf(expected), digestOf(given));
}

function digestOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
