import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { KEY_ID_BYTES, type LogKey, keyIdIn, keysOf, ringOf } from './keyRing.ts';

const CIPHER = 'aes-256-gcm';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BEGIN_BYTES = KEY_ID_BYTES + NONCE_BYTES;
/** How much longer sealed bytes are than plain ones. */
export const SEAL_BYTES = BEGIN_BYTES + TAG_BYTES;

/** Another key than those at hand has sealed the bytes, which may be well. */
class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
}

/** The bytes were changed or cut off since they were sealed. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
}

/** As a file at this path is to be written: sealed where its data directory is protected. */
export function sealFor(file: string, plain: Uint8Array): Uint8Array {
  const key = ringOf(file)?.current ?? null;
  return key === null ? plain : seal(key, plain);
}

/** What `sealFor` was given. Bytes that are not sealed come back as they are. */
export function unsealFrom(file: string, bytes: Buffer): Buffer {
  const id = keyIdIn(bytes);
  if (id === null) return bytes;
  const ring = ringOf(file);
  const key = ring === null ? undefined : keysOf(ring).find((one) => one.id === id);
  if (key === undefined) throw new MissingKeyError(`${file} is protected with another key (${id})`);
  return unseal(key, bytes);
}

/** The id of the key, a nonce, the ciphertext, and the tag that a changed byte does not pass. */
export function seal(key: LogKey, plain: Uint8Array): Buffer {
  const begin = sealBegin(key);
  const cipher = sealer(key, begin);
  return Buffer.concat([begin, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(key: LogKey, sealed: Buffer): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (end < BEGIN_BYTES) throw new BrokenSealError('sealed bytes are cut off');
  const decipher = unsealer(key, sealed.subarray(0, BEGIN_BYTES));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(BEGIN_BYTES, end)), decipher.final()]);
  } catch (error) {
    throw new BrokenSealError('sealed bytes were changed', { cause: error });
  }
}

function sealBegin({ id }: LogKey): Buffer {
  return Buffer.concat([Buffer.from(id, 'hex'), randomBytes(NONCE_BYTES)]);
}

function sealer(key: LogKey, begin: Buffer) {
  const nonce = begin.subarray(KEY_ID_BYTES);
  return createCipheriv(CIPHER, secretFor(key), nonce, { authTagLength: TAG_BYTES }).setAAD(begin);
}

function unsealer(key: LogKey, begin: Buffer) {
  const nonce = begin.subarray(KEY_ID_BYTES);
  return createDecipheriv(CIPHER, secretFor(key), nonce, { authTagLength: TAG_BYTES }).setAAD(
    begin,
  );
}

/** Not the secret itself, which SQLite's pages are encrypted with. */
function secretFor({ id, secret }: LogKey): Buffer {
  const info = 'deposit-desk sealed bytes';
  const salt = Buffer.from(id, 'hex');
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), salt, info, SECRET_BYTES));
}
