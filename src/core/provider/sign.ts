import {
  type KeyObject,
  createHash,
  createHmac,
  createPrivateKey,
  sign as signWithKey,
} from 'node:crypto';

import { type Algorithm, type SignatureFormat, keyUseOf } from '#shared/dialect/schema.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

/** What decides the signature's text. Where it travels is placement's business. */
export type SigningRecipe = Pick<
  SignatureFormat,
  'algorithm' | 'secretUse' | 'keyTransform' | 'output'
>;
type KeyTransform = SigningRecipe['keyTransform'];

/** The document shows neither algorithm nor key: both are the profile's provider format. */
export function sign(
  text: string,
  secret: string,
  recipe: SigningRecipe,
): Result<string, 'secret_unusable'> {
  const signature = signatureBytes(text, secret, recipe);
  return signature === null ? err('secret_unusable') : ok(written(signature, recipe.output));
}

/** Null: the secret is not what the recipe takes it for. */
export function signatureBytes(
  text: string,
  secret: string,
  { algorithm, secretUse, keyTransform }: Omit<SigningRecipe, 'output'>,
): Buffer | null {
  if (algorithm === 'rsa-sha256') return rsaSignature(text, secret);
  const key = keyBytes(secret, keyTransform);
  if (key === null) return null;
  const digest = digestNameOf(algorithm);
  if (keyUseOf(algorithm) === 'hmac') {
    return createHmac(digest, key).update(text, 'utf8').digest();
  }
  const { position, separator } = secretUse;
  const hash = createHash(digest);
  return position === 'suffix'
    ? hash.update(text, 'utf8').update(separator, 'utf8').update(key).digest()
    : hash.update(key).update(separator, 'utf8').update(text, 'utf8').digest();
}

export function written(signature: Buffer, output: SigningRecipe['output']): string {
  switch (output) {
    case 'hex-lower':
      return signature.toString('hex');
    case 'hex-upper':
      return signature.toString('hex').toUpperCase();
    case 'base64':
      return signature.toString('base64');
    default:
      return assertNever(output);
  }
}

type Digest = 'md5' | 'sha1' | 'sha256' | 'sha512';

function digestNameOf(algorithm: Exclude<Algorithm, 'rsa-sha256'>): Digest {
  switch (algorithm) {
    case 'md5':
      return 'md5';
    case 'sha1':
    case 'hmac-sha1':
      return 'sha1';
    case 'sha256':
    case 'hmac-sha256':
      return 'sha256';
    case 'sha512':
    case 'hmac-sha512':
      return 'sha512';
    default:
      return assertNever(algorithm);
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/u;
const HEX = /^(?:[0-9A-Fa-f]{2})+$/u;

/** Node decodes whatever it is given up to the first wrong character, and would sign with half a key. */
function keyBytes(secret: string, transform: KeyTransform): Buffer | null {
  switch (transform) {
    case 'text':
      return Buffer.from(secret, 'utf8');
    case 'base64':
      return secret !== '' && BASE64.test(secret) ? Buffer.from(secret, 'base64') : null;
    case 'hex':
      return HEX.test(secret) ? Buffer.from(secret, 'hex') : null;
    default:
      return assertNever(transform);
  }
}

/** PKCS #1 v1.5, as every provider that says "RSA with SHA-256" means it. */
function rsaSignature(text: string, secret: string): Buffer | null {
  const pem = wrappedPem(secret);
  if (pem === null) return null;
  try {
    const key = createPrivateKey(pem);
    return isRsa(key) ? signWithKey('sha256', Buffer.from(text, 'utf8'), key) : null;
  } catch {
    // Not a key, behind a passphrase, or too short for the digest. The message could quote the key: it goes no further.
    return null;
  }
}

function isRsa(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa';
}

const PEM =
  /^\s*-----BEGIN (?<label>(?:RSA )?PRIVATE KEY)-----(?<body>[A-Za-z0-9+/=\s]+)-----END \k<label>-----\s*$/u;

/** Lines are put back as they were: a field of one line, or a JSON file, takes them out of a pasted key. */
function wrappedPem(secret: string): string | null {
  const { label, body } = PEM.exec(secret.replaceAll(String.raw`\n`, '\n'))?.groups ?? {};
  if (label === undefined || body === undefined) return null;
  const lines = body.replaceAll(/\s+/gu, '').match(/.{1,64}/gu) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Whether RSA could take it at all: worth a try in a search. */
export function isPem(secret: string): boolean {
  return wrappedPem(secret) !== null;
}
