import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

import { MAX_UNPACKED_BYTES } from '#shared/domain/importing.ts';

import { RefusedError, type Step } from './refusal.ts';

type Entry = {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly size: number;
  readonly checksum: number;
  /** Where its local header begins. */
  readonly at: number;
};

export type Archive = {
  readonly has: (name: string) => boolean;
  /** Unpacked piece by piece. What all parts unpack to is counted, and too much ends it, whatever the directory says. */
  readonly read: (name: string) => AsyncIterable<Buffer>;
};

const END = 0x06_05_4b_50;
const ENTRY = 0x02_01_4b_50;
const LOCAL = 0x04_03_4b_50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
/** A workbook has some dozens. */
const MAX_ENTRIES = 10_000;
const SAYS_ZIP64 = 0xff_ff_ff_ff;
const STORED = 0;
const DEFLATED = 8;

/** A zip archive by its central directory (PKWARE, APPNOTE 6.3), as spreadsheets read it. */
export function openArchive(bytes: Buffer, step: Step): Archive {
  const entries = directoryOf(bytes);
  const told = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  if (told > MAX_UNPACKED_BYTES) throw new RefusedError('unpacks_too_large');
  let unpacked = 0;

  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (entry === undefined) throw new RefusedError('damaged', name);
    if (entry.isEncrypted) throw new RefusedError('encrypted');
    let [size, checksum] = [0, 0];
    for await (const piece of contentOf(bytes, entry)) {
      unpacked += piece.length;
      size += piece.length;
      checksum = crc32(piece, checksum);
      if (unpacked > MAX_UNPACKED_BYTES) throw new RefusedError('unpacks_too_large');
      await step.breathe(Math.min(unpacked, told), told);
      yield piece;
    }
    // One wrong bit may be another amount.
    if (size !== entry.size || checksum !== entry.checksum) throw new RefusedError('damaged', name);
  }
  return { has: (name) => entries.has(name), read };
}

function contentOf(bytes: Buffer, { at, packed, method }: Entry): AsyncIterable<Buffer> {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new RefusedError('damaged');
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed) throw new RefusedError('damaged');
  const stored = Readable.from([content], { objectMode: false });
  if (method === STORED) return stored;
  if (method !== DEFLATED) throw new RefusedError('damaged', `method ${method}`);
  return inflated(stored);
}

async function* inflated(packed: Readable): AsyncGenerator<Buffer> {
  const unpacking = createInflateRaw({ chunkSize: 64 * 1024 });
  packed.pipe(unpacking);
  try {
    for await (const piece of unpacking) if (Buffer.isBuffer(piece)) yield piece;
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError('damaged', error instanceof Error ? error.message : null);
  } finally {
    unpacking.destroy();
  }
}

function directoryOf(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES || at === SAYS_ZIP64) throw new RefusedError('damaged', 'zip64');
  const entries = new Map<string, Entry>();
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
      throw new RefusedError('damaged');
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    // Some writers use backslashes, and the names of parts are the same in any case of letters.
    const name = bytes
      .toString('utf8', at + 46, nameEnd)
      .replaceAll('\\', '/')
      .toLowerCase();
    const sizes = sizesOf(bytes, at, bytes.subarray(nameEnd, extraEnd));
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      isEncrypted,
      ...sizes,
      checksum: bytes.readUInt32LE(at + 16),
      at: bytes.readUInt32LE(at + 42),
    });
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new RefusedError('damaged');
}

/** Writers that do not know the size beforehand say it in eight bytes, in an extra field. */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): Pick<Entry, 'packed' | 'size'> {
  const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
  if (packed !== SAYS_ZIP64 && size !== SAYS_ZIP64) return { packed, size };
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue;
    const values = extra.subarray(field + 4, field + 4 + extra.readUInt16LE(field + 2));
    const large = (place: number): number =>
      place + 8 <= values.length ? Number(values.readBigUInt64LE(place)) : SAYS_ZIP64;
    if (size !== SAYS_ZIP64) return { packed: large(0), size };
    return { size: large(0), packed: packed === SAYS_ZIP64 ? large(8) : packed };
  }
  throw new RefusedError('damaged', 'zip64');
}
