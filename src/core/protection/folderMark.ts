import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';

import { type Result, err, ok } from '#shared/domain/result.ts';

import { logPathsOf } from '../log/store/paths.ts';
import type { Vault, VaultFault } from '../ports.ts';
import { within } from '../within.ts';
import { keyIdIn, logKeySchema } from './keyRing.ts';

const keyIdSchema = logKeySchema.shape.id;

type Keychain = Pick<Vault, 'read' | 'write' | 'delete'>;

/** How every unprotected file of SQLite begins. */
const PLAIN = Buffer.from('SQLite format 3\0', 'latin1');
/** Most desks are not protected, and their start waits for no keychain. */
const PATIENCE_MS = 1000;

/**
 * The keychain's own note that the log of this folder is protected, and by which key. A person or program that can edit the folder alone cannot edit the note. It is
 * written once the log has the key, and taken away before the log is made plain.
 */
export function createFolderMark(dataDir: string, prefix: string, keychain: Keychain) {
  const account = (): string => {
    const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
    return `${prefix}of-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  };
  async function read(
    waits: 'a_second' | 'as_long_as_it_takes' = 'a_second',
  ): Promise<Result<string | null, VaultFault>> {
    if (waits === 'as_long_as_it_takes') return idIn(await keychain.read(account()));
    const reading = keychain.read(account());
    return idIn(await within(reading, { ms: PATIENCE_MS }, () => err('timed_out' as const)));
  }
  return {
    /** Null: there is none, or it is no key's id. A fault says neither. */
    read,
    /** A keychain that does not take it leaves the folder without: no more is lost than the note. */
    async put(keyId: string): Promise<void> {
      const noted = await read();
      if (!noted.ok || noted.value !== keyId) await keychain.write(account(), keyId);
    },
    remove: () => keychain.delete(account()),
  };
}

function idIn(found: Awaited<ReturnType<Keychain['read']>>): Result<string | null, VaultFault> {
  return found.ok ? ok(keyIdSchema.safeParse(found.value).data ?? null) : found;
}

/** Not where the file is missing or begins with something else: that is damage, and the desk says so. */
export function hasPlainLog(dataDir: string): boolean {
  const { file } = logPathsOf(dataDir);
  const begin = bytesAt(file, 0, PLAIN.length);
  if (begin.equals(PLAIN)) return true;
  return begin.length > 0 && keyIdIn(begin) === null && hasPlainBegin(`${file}-wal`);
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** SQLite reads the file's first page from its -wal file where that has one, and then the file itself may begin with anything. */
function hasPlainBegin(wal: string): boolean {
  const header = bytesAt(wal, 0, WAL_HEADER_BYTES);
  const frameBytes = FRAME_HEADER_BYTES + (header.length > 8 ? header.readUInt32BE(8) : 0);
  for (let at = WAL_HEADER_BYTES; ; at += frameBytes) {
    const frame = bytesAt(wal, at, FRAME_HEADER_BYTES + PLAIN.length);
    if (frame.length < FRAME_HEADER_BYTES + PLAIN.length) return false;
    if (frame.readUInt32BE(0) === 1 && frame.subarray(FRAME_HEADER_BYTES).equals(PLAIN))
      return true;
  }
}

/** Fewer where the file ends, none where it is missing. */
function bytesAt(file: string, at: number, length: number): Buffer {
  if (!existsSync(file)) return Buffer.alloc(0);
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
  } finally {
    closeSync(handle);
  }
}
