import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

import { onDisk } from './problem.ts';

/** Flushed while rows are still being read: at the end there is little left to wait for. */
const FLUSH_BYTES = 32 * 1024 * 1024;

type Digest = { readonly bytes: number; readonly sha256: string };

/** The whole file, on the disk once this resolves. While one piece is written the next one is made, and not one more. */
export async function writePart(
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
