import {
  type KeyObject,
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  privateEncrypt,
  publicDecrypt,
  timingSafeEqual,
} from 'node:crypto';

import type { SignatureKnobs } from '#sandbox/voice.ts';

type Hash = 'sha256' | 'sha512' | 'sha1' | 'md5';

/**
 * What a merchant with this secret sends, without the placement's prefix. null: the secret is no key of the kind that the
 * format wants. Nothing of node:crypto is used above hashes and bare RSA, so that a wrong call in the desk meets other code.
 */
export function signatureOf(text: string, secret: string, knobs: SignatureKnobs): string | null {
  if (knobs.algorithm === 'rsa-sha256') {
    const key = privateKeyOf(secret);
    return key === null ? null : written(rsaSignature(text, key), knobs.output);
  }
  const key = keyBytes(secret, knobs.keyTransform);
  if (key === null) return null;
  const message = Buffer.from(text, 'utf8');
  return written(digestOf(knobs, message, key), knobs.output);
}

/** Whether this is the text's signature, written exactly as the format says. For RSA a public key is enough. */
export function verifies(
  text: string,
  secret: string,
  knobs: SignatureKnobs,
  given: string,
): boolean {
  if (knobs.algorithm === 'rsa-sha256') {
    const key = publicKeyOf(secret);
    return key !== null && rsaVerifies(text, key, read(given, knobs.output));
  }
  const expected = signatureOf(text, secret, knobs);
  return expected !== null && isSame(Buffer.from(expected), Buffer.from(given));
}

/** Whether requests could be signed with this at all, or, for RSA, at least verified. */
export function isUsableSecret(secret: string, knobs: SignatureKnobs): boolean {
  if (knobs.algorithm === 'rsa-sha256') return publicKeyOf(secret) !== null;
  return secret !== '' && keyBytes(secret, knobs.keyTransform) !== null;
}

function digestOf(knobs: SignatureKnobs, message: Buffer, key: Buffer): Buffer {
  const { position, separator } = knobs.secretUse;
  const between = Buffer.from(separator, 'utf8');
  switch (knobs.algorithm) {
    case 'hmac-sha256':
      return hmac('sha256', 64, key, message);
    case 'hmac-sha512':
      return hmac('sha512', 128, key, message);
    case 'hmac-sha1':
      return hmac('sha1', 64, key, message);
    case 'sha256':
    case 'sha512':
    case 'sha1':
    case 'md5':
      return position === 'suffix'
        ? hashed(knobs.algorithm, message, between, key)
        : hashed(knobs.algorithm, key, between, message);
    case 'rsa-sha256':
      throw new Error('RSA has no digest of its own here');
  }
}

function hashed(hash: Hash, ...parts: readonly Buffer[]): Buffer {
  return createHash(hash).update(Buffer.concat(parts)).digest();
}

/** RFC 2104, part 2. */
function hmac(hash: Hash, blockBytes: number, key: Buffer, message: Buffer): Buffer {
  const short = key.length > blockBytes ? hashed(hash, key) : key;
  const block = Buffer.alloc(blockBytes);
  short.copy(block);
  const inner = hashed(hash, Buffer.from(block.map((byte) => byte ^ 0x36)), message);
  return hashed(hash, Buffer.from(block.map((byte) => byte ^ 0x5c)), inner);
}

/** RFC 8017, 9.2, note 1: what stands before the SHA-256 digest inside a PKCS #1 v1.5 signature. */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const PADDING = constants.RSA_PKCS1_PADDING;

function signedContent(text: string): Buffer {
  return Buffer.concat([DIGEST_INFO, hashed('sha256', Buffer.from(text, 'utf8'))]);
}

function rsaSignature(text: string, key: KeyObject): Buffer {
  return privateEncrypt({ key, padding: PADDING }, signedContent(text));
}

function rsaVerifies(text: string, key: KeyObject, signature: Buffer | null): boolean {
  if (signature === null) return false;
  try {
    return isSame(publicDecrypt({ key, padding: PADDING }, signature), signedContent(text));
  } catch {
    // Not of the key's length, or not padded: not a signature by this key.
    return false;
  }
}

function privateKeyOf(pem: string): KeyObject | null {
  return rsaOnly(() => createPrivateKey(pem));
}

function publicKeyOf(pem: string): KeyObject | null {
  return rsaOnly(() => createPublicKey(pem));
}

function rsaOnly(parse: () => KeyObject): KeyObject | null {
  try {
    const key = parse();
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function keyBytes(secret: string, transform: SignatureKnobs['keyTransform']): Buffer | null {
  switch (transform) {
    case 'text':
      return Buffer.from(secret, 'utf8');
    case 'hex':
      return /^(?:[0-9a-f]{2})+$/iu.test(secret) ? Buffer.from(secret, 'hex') : null;
    case 'base64': {
      // Decoding is forgiving, and half-read keys sign wrongly: what does not come back as it was is no base64.
      const bytes = Buffer.from(secret, 'base64');
      const isWhole = secret !== '' && bare(bytes.toString('base64')) === bare(secret);
      return isWhole ? bytes : null;
    }
  }
}

/** Without the padding, which many write and many do not. */
function bare(base64: string): string {
  return base64.replace(/={1,2}$/u, '');
}

function written(bytes: Buffer, output: SignatureKnobs['output']): string {
  if (output === 'base64') return bytes.toString('base64');
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return output === 'hex-upper' ? digits.toUpperCase() : digits;
}

/** null: not what `written` would have made of any bytes. */
function read(given: string, output: SignatureKnobs['output']): Buffer | null {
  const bytes = Buffer.from(given, output === 'base64' ? 'base64' : 'hex');
  return given !== '' && written(bytes, output) === given ? bytes : null;
}

/** Digests first: both sides then have one length, and how far they agree cannot be timed. */
function isSame(one: Buffer, other: Buffer): boolean {
  return timingSafeEqual(hashed('sha256', one), hashed('sha256', other));
}
