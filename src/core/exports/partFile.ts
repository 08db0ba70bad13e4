import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';

import { XLSX_MAX_ROWS } from '#shared/domain/logExport.ts';

import type { Table } from './columns.ts';
import { type FileForm, fileBytes } from './fileBytes.ts';
import { ExportProblem, onDisk } from './problem.ts';
import { NeedsZip64Error } from './zip.ts';

/** Flushed while rows are still being read: at the end there is little left to wait for. */
const FLUSH_BYTES = 32 * 1024 * 1024;

type Digest = { readonly bytes: number; readonly sha256: string };

/** The whole file, on the disk once this resolves. Where it fails or is given up there is no file. */
export async function writeTable(
  path: string,
  form: FileForm,
  table: Table,
  signal: AbortSignal,
): Promise<Digest> {
  refuseTooMany(form.format, table.total);
  const attempt = async (zip64: boolean): Promise<Digest> => {
    try {
      return await writePart(path, fileBytes(form, table, zip64), signal);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof NeedsZip64Error)) throw error;
    return attempt(true);
  }
}

/** The header is a row too. */
function refuseTooMany(format: FileForm['format'], total: number): void {
  if (format !== 'xlsx' || total < XLSX_MAX_ROWS) return;
  throw new ExportProblem('too_many_rows', `${total} rows; a sheet holds ${XLSX_MAX_ROWS - 1}`);
}

/** While one piece is written the next one is made, and not one more. */
async function writePart(
  path: string,
  pieces: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Digest> {
  const handle = await onDisk(open(path, 'w', 0o600));
  try {
    return await written(handle, pieces, signal);
  } finally {
    await handle.close();
  }
}

async function written(
  handle: FileHandle,
  pieces: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  let flushedBytes = 0;
  let writing = Promise.resolve();
  let flushing = Promise.resolve();
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      hash.update(piece);
      await writing;
      writing = watched(handle.appendFile(piece));
      bytes += piece.length;
      if (bytes - flushedBytes < FLUSH_BYTES) continue;
      flushedBytes = bytes;
      await flushing;
      flushing = watched(handle.datasync());
    }
    signal.throwIfAborted();
  } finally {
    await Promise.allSettled([writing, flushing]);
  }
  await writing;
  await flushing;
  await onDisk(handle.sync());
  return { bytes, sha256: hash.digest('hex') };
}

/** Its failure is met when it is waited for, later. */
function watched(work: Promise<void>): Promise<void> {
  const result = onDisk(work);
  result.catch(() => undefined);
  return result;
}
