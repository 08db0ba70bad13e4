import { closeSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';

import { makePrivateFile } from '../files/dataDir.ts';
import { contentFault, factsOf, readCopy } from '../log/care/backupLine.ts';
import { frameKeys, rewriteFrames, segmentFault } from '../log/care/segmentFile.ts';
import type { ChainPoint } from '../log/store/chain.ts';
import { companionsOf } from '../log/store/paths.ts';
import { isSqliteError, openSqlite, rewriteDatabase } from '../sqlite/openSqlite.ts';
import { KEY_ID_BYTES, type LogKey } from './keyRing.ts';
import { ASIDE, keyIdOfFile, putInPlaceOf, wipe, writeAside } from './replaceFile.ts';
import { BrokenSealError, seal, sealFor, unseal, unsealFrom } from './sealing.ts';

/** The file itself is at fault: it cannot be written anew, with any key. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** Ends the name of a damaged file that is kept sealed, byte for byte. */
export const SEALED = '.sealed';
const LENGTH_BYTES = 4;
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Writes a log anew with another key, or plain, looks through every page and every link of the chain, and puts it in the place of
 * the old one.
 */
export function convertDatabase(file: string, target: LogKey | null): void {
  if (keyIdOfFile(file) === (target?.id ?? null)) return;
  const aside = `${file}${ASIDE}`;
  for (const leftover of companionsOf(aside)) rmSync(leftover, { force: true });
  makePrivateFile(aside);
  const last = orDamaged(() => rewritten(file, aside, target));
  const fault = readCopy(aside, (db) => {
    const copied = factsOf(db).last;
    return copied.seq === last.seq && copied.hash === last.hash
      ? contentFault(db)
      : `it ends at event ${copied.seq} instead of ${last.seq}`;
  });
  if (fault !== null) throw new DamagedFileError(`${file}: ${fault}`);
  putInPlaceOf(file, aside);
}

function rewritten(file: string, aside: string, target: LogKey | null): ChainPoint {
  const db = openSqlite(file, { fileMustExist: true });
  let last: ChainPoint;
  try {
    // Folds -wal in and removes it: it would be taken for that of the new file.
    db.pragma('journal_mode = DELETE');
    ({ last } = factsOf(db));
  } finally {
    db.close();
  }
  rewriteDatabase(file, aside, target);
  return last;
}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isContent = isSqliteError(error) && /^SQLITE_(?:CORRUPT|NOTADB|ERROR$)/u.test(error.code);
    throw isContent ? new DamagedFileError(error.message, { cause: error }) : error;
  }
}

/** Frame by frame; each names its key. */
export function convertSegment(file: string, target: LogKey | null): void {
  const fault = segmentFault(file);
  if (fault !== null) throw new DamagedFileError(fault);
  if (frameKeys(file).every((id) => id === (target?.id ?? null))) return;
  const aside = `${file}${ASIDE}`;
  rmSync(aside, { force: true });
  rewriteFrames(file, aside);
  const written = segmentFault(aside);
  if (written !== null) throw new Error(written);
  putInPlaceOf(file, aside);
}

/** A picture, or a file of set-up. */
export function convertSealed(file: string, target: LogKey | null): void {
  if (keyIdOfFile(file) === (target?.id ?? null)) return;
  try {
    const plain = unsealFrom(file, readFileSync(file));
    putInPlaceOf(file, writeAside(file, [sealFor(file, plain)]));
  } catch (error) {
    throw error instanceof BrokenSealError ? new DamagedFileError(error.message) : error;
  }
}

/** Seals a file that cannot be read as what it is: in pieces, because it may be larger than the memory. */
export function sealWhole(file: string, key: LogKey): void {
  putInPlaceOf(
    `${file}${SEALED}`,
    writeAside(`${file}${SEALED}`, sealedPieces(piecesOf(file), key)),
  );
  wipe(file);
}

/** Opens what `sealWhole` has sealed, and seals it with the new key where there is one. `keyOf`: by its id. */
export function reseal(
  sealed: string,
  target: LogKey | null,
  keyOf: (id: string) => LogKey | null,
): void {
  const id = keyIdOfFile(sealed);
  if (id === null || id === target?.id) return;
  const key = keyOf(id);
  if (key === null) return;
  const pieces = unsealedPieces(sealed, key);
  if (target !== null) {
    putInPlaceOf(sealed, writeAside(sealed, sealedPieces(pieces, target)));
    return;
  }
  const file = sealed.slice(0, -SEALED.length);
  putInPlaceOf(file, writeAside(file, pieces));
  rmSync(sealed);
}

function* piecesOf(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    for (let at = 0; ;) {
      const piece = Buffer.alloc(PIECE_BYTES);
      const read = readSync(handle, piece, 0, PIECE_BYTES, at);
      if (read === 0) return;
      yield piece.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(handle);
  }
}

function* sealedPieces(pieces: Iterable<Buffer>, key: LogKey): Generator<Buffer> {
  yield Buffer.from(key.id, 'hex');
  for (const piece of pieces) {
    const sealed = seal(key, piece);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(sealed.length);
    yield length;
    yield sealed;
  }
}

function* unsealedPieces(file: string, key: LogKey): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    let at = KEY_ID_BYTES;
    for (;;) {
      const length = Buffer.alloc(LENGTH_BYTES);
      if (readSync(handle, length, 0, LENGTH_BYTES, at) < LENGTH_BYTES) return;
      const sealed = Buffer.alloc(length.readUInt32LE());
      const read = readSync(handle, sealed, 0, sealed.length, at + LENGTH_BYTES);
      yield unseal(key, sealed.subarray(0, read));
      at += LENGTH_BYTES + sealed.length;
    }
  } finally {
    closeSync(handle);
  }
}
