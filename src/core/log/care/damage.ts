import {
  accessSync,
  constants,
  closeSync,
  existsSync,
  openSync,
  readSync,
  readdirSync,
  statSync,
} from 'node:fs';

import type { Database } from 'better-sqlite3';

import type { LOG_DAMAGES } from '#shared/domain/logHealth.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { keyIdIn, keysOf, ringOf } from '../../protection/keyRing.ts';
import { furthest, isSuperseded, readAnchor } from './anchor.ts';
import { contentFault } from './backupLine.ts';
import {
  NewerSchemaError,
  NotALogError,
  NotDurableError,
  openForReading,
} from '../store/database.ts';
import { type LogPaths, companionsOf } from '../store/paths.ts';
import { projectionAhead } from '../store/projection.ts';
import { createStore } from '../store/store.ts';
import { freeBytes } from './reserve.ts';

export type DamageKind = (typeof LOG_DAMAGES)[number];
export type Damage = { readonly damage: DamageKind; readonly detail: string };

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';
const WRITE_VERSION_AT = 18;
const WAL_VERSION = 2;
/** Looking through every page takes long in a large file; then Verify or the next full copy finds what is wrong. */
const LOOKED_THROUGH_BYTES = 64 * 1024 * 1024;
const SHORT_OF_SPACE_BYTES = 256 * 1024;

export type Look = Result<'there' | 'to_be_made', Damage>;

/** What there is, without changing a byte of it. */
export function lookAtLog(paths: LogPaths): Look {
  try {
    const found = lookAtFile(paths);
    if (found !== 'there') return found === 'to_be_made' ? ok(found) : err(found);
    const inside = lookInside(paths);
    return inside === null ? ok('there') : err(inside);
  } catch (error) {
    return err(damageOf(error, paths));
  }
}

function lookAtFile(paths: LogPaths): Damage | 'there' | 'to_be_made' {
  const { file, dataDir } = paths;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    const traces = tracesOfLog(paths);
    if (traces.length === 0) return 'to_be_made';
    return {
      damage: 'missing',
      detail: `${file} is not there, but there are ${traces.join(', ')}`,
    };
  }
  if (!stat.isFile()) return { damage: 'not_a_log', detail: `${file} is not a file` };
  if (stat.size === 0) return { damage: 'zero_length', detail: `${file} has 0 bytes` };
  if (!isAllowed(file, constants.R_OK)) {
    return { damage: 'permission_denied', detail: `${file} may not be read by this account` };
  }
  if (!isAllowed(file, constants.W_OK) || !isAllowed(dataDir, constants.W_OK)) {
    return { damage: 'read_only', detail: `${file} or its folder may not be written` };
  }
  const header = headerOf(file);
  if (header.length < HEADER_BYTES) {
    return { damage: 'truncated', detail: `${file} has ${header.length} bytes` };
  }
  const keyId = keyIdIn(header);
  if (keyId !== null && !isKeyHere(file, keyId)) {
    const detail = `${file} is protected, and its key (${keyId}) is not at hand`;
    return { damage: 'cannot_open', detail };
  }
  if (keyId === null && header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    const damage = furthest(readAnchor(paths.anchor)) === null ? 'not_a_log' : 'corrupt';
    return { damage, detail: `${file} does not begin as a SQLite database does` };
  }
  if (!isInWalMode(header) && sizeOf(`${file}-wal`) > 0) {
    const detail = `${file} is not in WAL mode: the -wal beside it belongs to another file`;
    return { damage: 'missing_wal', detail };
  }
  return 'there';
}

function isKeyHere(file: string, keyId: string): boolean {
  const ring = ringOf(file);
  return ring !== null && keysOf(ring).some(({ id }) => id === keyId);
}

/**
 * SQLite writes no -wal for a file whose header says otherwise, but reads one that lies beside it: the pages of the file that
 * was there before would be laid over those of a copy put in its place.
 */
function isInWalMode(header: Buffer): boolean {
  return header[WRITE_VERSION_AT] === WAL_VERSION;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Signs that there has been a log. */
function tracesOfLog({ file, anchor, backups, damaged }: LogPaths): readonly string[] {
  const traces = [`${file}-wal`, anchor].filter((path) => existsSync(path));
  for (const folder of [backups, damaged]) {
    if (existsSync(folder) && readdirSync(folder).length > 0) traces.push(folder);
  }
  return traces;
}

/** With a connection that cannot write: closing another one would fold -wal into a file that may be damaged. */
function lookInside(paths: LogPaths): Damage | null {
  const { file } = paths;
  const { size } = statSync(file);
  const hadWal = sizeOf(`${file}-wal`) > 0;
  const db = openForReading(file);
  try {
    if (size <= LOOKED_THROUGH_BYTES) {
      const found = db.pragma('quick_check(1)', { simple: true });
      if (found !== 'ok') return { damage: corruptOrTruncated(file), detail: String(found) };
    }
    return lostEvents(paths, db, hadWal);
  } finally {
    db.close();
  }
}

/** The anchor knows of events that the file does not have. */
function lostEvents(
  { file, anchor: anchorFile }: LogPaths,
  db: Database,
  hadWal: boolean,
): Damage | null {
  const store = createStore(db);
  const head = store.events.head().seq;
  const anchor = readAnchor(anchorFile);
  const last = furthest(anchor);
  if (last === null || last.seq <= head || isSuperseded(anchor, store.events)) return null;
  const lost = `${file} ends at event ${head}, but event ${last.seq} was written at ${last.at}`;
  return hadWal || projectionAhead(db, head) !== null
    ? { damage: 'truncated', detail: lost }
    : { damage: 'missing_wal', detail: `${lost}: its -wal is missing, or it is an older copy` };
}

/** What SQLite or the file system said, as what it means. */
export function damageOf(error: unknown, paths: LogPaths): Damage {
  const detail = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (error instanceof NewerSchemaError) return { damage: 'newer_schema', detail };
  if (error instanceof NotALogError) return { damage: 'not_a_log', detail };
  const said = code === '' ? detail : `${code}: ${detail}`;
  if (isNoRoom(code, paths)) return { damage: 'disk_full', detail: said };
  if (code === 'EROFS' || code.startsWith('SQLITE_READONLY')) {
    return { damage: 'read_only', detail: said };
  }
  if (['EACCES', 'EPERM', 'SQLITE_PERM', 'SQLITE_AUTH'].includes(code)) {
    return { damage: 'permission_denied', detail: said };
  }
  if (code.startsWith('SQLITE_CANTOPEN') && !isOpenToUs(paths)) {
    return { damage: 'permission_denied', detail: said };
  }
  const damage = isOfContent(error, code, paths.file)
    ? corruptOrTruncated(paths.file)
    : 'cannot_open';
  return { damage, detail: said };
}

/** A file in use, no handles left, a disk that does not answer: none of them says anything of what is in the log. */
function isOfContent(error: unknown, code: string, file: string): boolean {
  if (CONTENT.test(code)) return true;
  if (code !== '' || error instanceof NotDurableError) return false;
  // Not SQLite's own word, so the pages and the chain are asked: a fault of this program must not take a sound log away.
  try {
    const db = openForReading(file);
    try {
      return contentFault(db) !== null;
    } finally {
      db.close();
    }
  } catch (cause) {
    return CONTENT.test(codeOf(cause));
  }
}

/** SQLITE_ERROR: a table or column is not there. */
const CONTENT = /^SQLITE_(?:CORRUPT|NOTADB|ERROR$)/u;

function isOpenToUs({ file }: LogPaths): boolean {
  return companionsOf(file).every(
    (path) => !existsSync(path) || isAllowed(path, constants.R_OK | constants.W_OK),
  );
}

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
/** What SQLite also says where its index of -wal, or a file of its own, finds no room. */
const PERHAPS_NO_ROOM = /^SQLITE_(?:IOERR|CANTOPEN)/u;

export function isNoRoom(code: string, { dataDir }: Pick<LogPaths, 'dataDir'>): boolean {
  return (
    NO_ROOM.has(code) ||
    (PERHAPS_NO_ROOM.test(code) && (freeBytes(dataDir) ?? Infinity) < SHORT_OF_SPACE_BYTES)
  );
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** SQLite reports both alike; a file shorter than its own header says was cut. */
function corruptOrTruncated(file: string): 'corrupt' | 'truncated' {
  try {
    const header = headerOf(file);
    if (header.length < HEADER_BYTES) return 'truncated';
    const stored = header.readUInt16BE(16);
    const pageBytes = stored === 1 ? 65_536 : stored;
    // A protected file hides its number of pages: only one that ends within a page is known to be cut.
    if (keyIdIn(header) !== null)
      return statSync(file).size % pageBytes === 0 ? 'corrupt' : 'truncated';
    return statSync(file).size < header.readUInt32BE(28) * pageBytes ? 'truncated' : 'corrupt';
  } catch {
    return 'corrupt';
  }
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    return header.subarray(0, readSync(handle, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
