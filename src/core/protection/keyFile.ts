import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { writeJsonFile } from '../files/jsonFile.ts';
import { KEY_ID_BYTES, KEY_MARK, type LogKey, logKeySchema } from './keyRing.ts';
import { BrokenSealError, seal, unseal } from './sealing.ts';

const keyIdSchema = logKeySchema.shape.id;
/** A key that another secret has sealed. */
const boxSchema = z.strictObject({ id: keyIdSchema, box: z.base64() });

/** `log.key`: which key new files get, and every key that a file still needs, none of them readable without the Log code or the keychain. */
const keyFileSchema = z.strictObject({
  version: z.literal(1),
  /** Null: protection was switched off. */
  current: keyIdSchema.nullable(),
  /** Files may still be as before the last switch: it goes on with the next start. */
  isSwitching: z.boolean(),
  /** The newest key, sealed by the Log code. */
  byCode: boxSchema,
  /** Older keys, sealed by the newest one: one Log code opens all. */
  byKey: z.array(boxSchema).readonly(),
});
export type KeyFile = Readonly<z.infer<typeof keyFileSchema>>;

export function keyFileOf(dataDir: string): string {
  return join(dataDir, 'log.key');
}

/** Null: there is none. Throws where it cannot be read. */
export function readKeyFile(dataDir: string): KeyFile | null {
  let text: string;
  try {
    text = readFileSync(keyFileOf(dataDir), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return keyFileSchema.parse(JSON.parse(text));
  } catch (error) {
    const what = `${keyFileOf(dataDir)} is damaged: it has the keys of the protected log.`;
    const help =
      'Put a copy of it back; without one, move it away, and the keychain opens the log.';
    throw new Error(`${what} ${help}`, { cause: error });
  }
}

/** On the disk once this returns. */
export function writeKeyFile(dataDir: string, content: KeyFile): void {
  writeJsonFile(keyFileOf(dataDir), keyFileSchema.parse(content));
}

export function removeKeyFile(dataDir: string): void {
  rmSync(keyFileOf(dataDir), { force: true });
}

export function freshKey(): LogKey {
  const id = Buffer.concat([KEY_MARK, randomBytes(KEY_ID_BYTES - KEY_MARK.length)]);
  return { id: id.toString('hex'), secret: randomBytes(SECRET_BYTES).toString('hex') };
}

const SECRET_BYTES = 32;
type Box = Readonly<z.infer<typeof boxSchema>>;

export function boxedByCode({ id, secret }: LogKey, code: Uint8Array): Box {
  return { id, box: boxed(secret, codeKey(id, code)) };
}

export function boxedByKey({ id, secret }: LogKey, by: LogKey): Box {
  return { id, box: boxed(secret, by) };
}

/** Null: another code. */
export function openByCode({ byCode: { id, box } }: KeyFile, code: Uint8Array): LogKey | null {
  try {
    return { id, secret: unboxed(box, codeKey(id, code)) };
  } catch (error) {
    if (error instanceof BrokenSealError) return null;
    throw error;
  }
}

/** The keys of older files. `newest`: the one that the Log code opens. */
export function openByKey({ byKey }: KeyFile, newest: LogKey): readonly LogKey[] {
  return byKey.map(({ id, box }) => ({ id, secret: unboxed(box, newest) }));
}

function boxed(secret: string, by: LogKey): string {
  return seal(by, Buffer.from(secret, 'hex')).toString('base64');
}

function unboxed(box: string, by: LogKey): string {
  return unseal(by, Buffer.from(box, 'base64')).toString('hex');
}

/** The code has 128 random bits: guessing it is not made harder by a slow function. */
function codeKey(id: string, code: Uint8Array): LogKey {
  const derived = hkdfSync(
    'sha256',
    code,
    Buffer.from(id, 'hex'),
    'deposit-desk log code',
    SECRET_BYTES,
  );
  return { id, secret: Buffer.from(derived).toString('hex') };
}
