import { resolve, sep } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

import { z } from 'zod';

/** `KEY_MARK` and 8 random bytes, as hex. A protected file begins with them, so that it names its key. */
const keyIdSchema = z.string().regex(/^[0-9a-f]{32}$/u);
export const logKeySchema = z.strictObject({
  id: keyIdSchema,
  /** 256 random bits, as hex. */
  secret: z.string().regex(/^[0-9a-f]{64}$/u),
});
export type LogKey = Readonly<z.infer<typeof logKeySchema>>;

const keyRingSchema = z.strictObject({
  /** New files get this key; null: they are plain. */
  current: logKeySchema.nullable(),
  /** Keys of files from before the last switch. */
  others: z.array(logKeySchema).readonly(),
});
/** The keys of one data directory. A directory that was never protected has no ring. */
export type KeyRing = Readonly<z.infer<typeof keyRingSchema>>;

export const KEY_MARK = Buffer.from('DESKKEY1', 'latin1');
export const KEY_ID_BYTES = 16;

const SHARED = 'deposit-desk:key-rings';
const ringsSchema = z.map(z.string(), keyRingSchema);
type Rings = ReadonlyMap<string, KeyRing>;

let lastRead: { readonly value: unknown; readonly rings: Rings } = {
  value: undefined,
  rings: new Map(),
};

/** By data directory. A thread inherits those that its starter had: the log's threads are ended and started anew with each switch. */
function rings(): Rings {
  const value: unknown = getEnvironmentData(SHARED);
  if (value === lastRead.value) return lastRead.rings;
  lastRead = { value, rings: ringsSchema.parse(value) };
  return lastRead.rings;
}

/** Files below this directory are opened and written with these keys from now on, here and in threads started later. */
export function useKeyRing(dataDir: string, ring: KeyRing | null): void {
  const next = new Map(rings());
  if (ring === null) next.delete(resolve(dataDir));
  else next.set(resolve(dataDir), keyRingSchema.parse(ring));
  setEnvironmentData(SHARED, next);
}

/** Null: the file is in no data directory that has keys. */
export function ringOf(file: string): KeyRing | null {
  if (!hasKeys()) return null;
  const path = resolve(file);
  for (const [dataDir, ring] of rings()) if (path.startsWith(`${dataDir}${sep}`)) return ring;
  return null;
}

/** Whether any data directory of this process is protected: what SQLite would keep in temporary files then stays in memory. */
export function hasKeys(): boolean {
  return rings().size > 0;
}

export function keysOf({ current, others }: KeyRing): readonly LogKey[] {
  return current === null ? others : [current, ...others];
}

/** The id of the key that these first bytes of a file name; null: they are no protected file's. */
export function keyIdIn(begin: Uint8Array): string | null {
  const isMarked = KEY_MARK.equals(begin.subarray(0, KEY_MARK.length));
  if (!isMarked || begin.length < KEY_ID_BYTES) return null;
  return Buffer.from(begin.subarray(0, KEY_ID_BYTES)).toString('hex');
}
