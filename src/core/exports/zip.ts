import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** What goes into the archive. What comes in pieces is packed while it comes, so that it may be of any size. */
export type ZipPart = {
  readonly name: string;
  readonly bytes: Buffer | AsyncIterable<Buffer>;
};

export type ZipOptions = {
  readonly zip64: boolean;
  /** The largest size that four bytes can say. */
  readonly largest?: number;
};

/** A part has grown past what sizes of four bytes can say; see `zipped`. */
export class NeedsZip64Error extends Error {
  override readonly name = 'NeedsZip64Error';
}

type Written = {
  readonly name: Buffer;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly end: number;
  readonly isZip64: boolean;
};

const MAX_32 = 0xff_ff_ff_ff;
const DEFLATE = 8;
const HAS_DESCRIPTOR = 0x08;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** 1980-01-01, the first day the format knows: parts carry no time. */
const DOS_DATE = 0x21;
/** Table text packs well at any level: the fastest one keeps up with the rows. */
const LEVEL = 1;

/**
 * A zip archive (PKWARE, APPNOTE 6.3) that is never held whole. A part that comes in pieces has its sizes behind it, in a data
 * descriptor. Whether they need eight bytes must be known before it begins, and some programs complain about eight where four
 * would do: so it is tried with four, and `NeedsZip64Error` asks to begin again with `zip64`.
 */
export async function* zipped(
  parts: readonly ZipPart[],
  options: ZipOptions,
): AsyncGenerator<Buffer, void> {
  const written: Written[] = [];
  let end = 0;
  for (const { name, bytes } of parts) {
    const part = Buffer.isBuffer(bytes)
      ? yield* wholePart(name, bytes, end)
      : yield* streamedPart(name, bytes, end, options);
    written.push(part);
    ({ end } = part);
  }
  yield directoryOf(written, end, options.largest ?? MAX_32);
}

function* wholePart(name: string, bytes: Buffer, offset: number): Generator<Buffer, Written> {
  const packed = deflateRawSync(bytes);
  const part = {
    name: Buffer.from(name),
    flags: 0,
    crc: crc32(bytes),
    packed: packed.length,
    size: bytes.length,
    offset,
    isZip64: false,
  };
  const header = localHeader(part);
  yield header;
  yield packed;
  return { ...part, end: offset + header.length + packed.length };
}

async function* streamedPart(
  name: string,
  bytes: AsyncIterable<Buffer>,
  offset: number,
  { zip64, largest = MAX_32 }: ZipOptions,
): AsyncGenerator<Buffer, Written> {
  const part = { name: Buffer.from(name), flags: HAS_DESCRIPTOR, offset, isZip64: zip64 };
  let [crc, size, packed] = [0, 0, 0];
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      crc = crc32(piece, crc);
      size += piece.length;
      yield piece;
    }
  }
  const header = localHeader({ ...part, crc, size, packed });
  yield header;
  for await (const piece of deflated(counted())) {
    packed += piece.length;
    if (!zip64 && Math.max(size, packed) >= largest) throw new NeedsZip64Error(name);
    yield piece;
  }
  const descriptor = Buffer.concat([u32(0x08_07_4b_50, crc), ...[packed, size].map(sized(zip64))]);
  yield descriptor;
  const end = offset + header.length + packed + descriptor.length;
  return { ...part, crc, size, packed, end };
}

async function* deflated(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packing = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
  // What goes wrong upstream comes out of the loop below: pipeline hands it on to `packing`.
  pipeline(Readable.from(bytes, { objectMode: false }), packing, () => undefined);
  for await (const piece of packing) if (Buffer.isBuffer(piece)) yield piece;
}

/** Sizes are told behind a streamed part; zip64 wants its place kept here. */
function localHeader(part: Omit<Written, 'end'>): Buffer {
  const extra = part.isZip64 ? Buffer.concat([u16(1, 16), u64(0), u64(0)]) : Buffer.alloc(0);
  const told = part.isZip64 ? MAX_32 : 0;
  const isStreamed = part.flags === HAS_DESCRIPTOR;
  return Buffer.concat([
    u32(0x04_03_4b_50),
    u16(part.isZip64 ? VERSION_ZIP64 : VERSION, part.flags, DEFLATE, 0, DOS_DATE),
    u32(part.crc, isStreamed ? told : part.packed, isStreamed ? told : part.size),
    u16(part.name.length, extra.length),
    part.name,
    extra,
  ]);
}

function directoryOf(parts: readonly Written[], start: number, largest: number): Buffer {
  const entries = Buffer.concat(parts.map((part) => directoryEntry(part, largest)));
  const isLarge = start >= largest || parts.some(({ isZip64 }) => isZip64);
  const count = parts.length;
  const at = start + entries.length;
  const large = isLarge
    ? [
        u32(0x06_06_4b_50),
        u64(44),
        u16(VERSION_ZIP64, VERSION_ZIP64),
        u32(0, 0),
        ...[count, count, entries.length, start].map(u64),
        u32(0x07_06_4b_50, 0),
        u64(at),
        u32(1),
      ]
    : [];
  return Buffer.concat([
    entries,
    ...large,
    u32(0x06_05_4b_50),
    u16(0, 0, count, count),
    u32(entries.length, start >= largest ? MAX_32 : start),
    u16(0),
  ]);
}

function directoryEntry(part: Written, largest: number): Buffer {
  const { name, flags, crc, packed, size, offset, isZip64 } = part;
  const isFar = offset >= largest;
  const extra = isZip64
    ? Buffer.concat([
        u16(1, isFar ? 24 : 16),
        u64(size),
        u64(packed),
        ...(isFar ? [u64(offset)] : []),
      ])
    : Buffer.alloc(0);
  return Buffer.concat([
    u32(0x02_01_4b_50),
    u16(VERSION_ZIP64, isZip64 ? VERSION_ZIP64 : VERSION, flags, DEFLATE, 0, DOS_DATE),
    u32(crc, isZip64 ? MAX_32 : packed, isZip64 ? MAX_32 : size),
    u16(name.length, extra.length, 0, 0, 0),
    u32(0, isZip64 && isFar ? MAX_32 : offset),
    name,
    extra,
  ]);
}

function sized(isZip64: boolean): (value: number) => Buffer {
  return isZip64 ? u64 : (value) => u32(value);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32LE(value, at * 4));
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
