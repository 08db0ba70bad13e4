import { hash as hashOnce } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { z } from 'zod';

import { timestampSchema } from '#shared/domain/ids.ts';

import { keyIdIn } from '../../protection/keyRing.ts';
import { sealFor, unsealFrom } from '../../protection/sealing.ts';
import { type ChainPoint, SALT_BYTES, type WholeLink, checkChain } from '../store/chain.ts';
import { plannedRowsOf, statementRowsOf } from '../store/plannedRows.ts';
import { type OrderCounters, orderCountersSchema } from '../store/orderId.ts';

/** `attached`: what the event only has digests of, as the rows of a plan. Empty for most events. */
export type SegmentEvent = WholeLink & { readonly attached?: Buffer };

const pointSchema = z.strictObject({ seq: z.int().nonnegative(), hash: z.string() });

/** What a segment is, readable without its events. */
const headerSchema = z
  .strictObject({
    format: z.literal(1),
    /** Of the log that it was taken from. */
    schema: z.int().positive(),
    /** The event that its first one follows, and its last one. */
    after: pointSchema,
    last: pointSchema,
    /** Of the whole log up to its last event. */
    generation: z.int().nonnegative(),
    requests: z.int().nonnegative(),
    lastRequestAt: timestampSchema.nullable(),
  })
  .refine(({ after, last }) => after.seq < last.seq, 'a segment without events');
export type SegmentHeader = Readonly<z.infer<typeof headerSchema>>;

/** The header is one line of some hundred bytes. */
const MAX_HEADER_BYTES = 4096;
const CHECKSUM_LETTERS = 16;
const LENGTH_BYTES = 4;
/** Events are compressed in frames of about this size. */
const FRAME_BYTES = 1024 * 1024;
/** More than the largest event. Protects the reader from a frame that would fill the memory. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const NEWLINE = 0x0a;
const END_OF_LINE = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);

/**
 * A header line, then frames of zstd, each after its length: the order counters first, then the events in order. Flushed once
 * this returns. The path must be free.
 */
export function writeSegment(
  file: string,
  header: SegmentHeader,
  counters: OrderCounters,
  links: Iterable<SegmentEvent>,
): void {
  writeFlushed(file, function* parts() {
    yield headerLine(header);
    yield* withLength(packed(file, Buffer.from(JSON.stringify(counters))));
    for (const piece of piecesOf(links)) yield* withLength(packed(file, piece));
  });
}

/** One segment of several that follow each other, with the frames of each as they are. */
export function joinSegments(files: readonly string[], target: string): void {
  const [first, last] = [files[0], files.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is nothing to join.');
  const header = { ...readHeader(last), after: readHeader(first).after };
  writeFlushed(target, function* parts() {
    yield headerLine(header);
    // Every counter of the last segment is as high as in the ones before it.
    yield* withLength(countersFrame(last));
    for (const file of files) {
      for (const frame of eventFrames(file)) yield* withLength(frame);
    }
  });
}

/** The same segment, with its frames sealed as files at `target` are. */
export function rewriteFrames(file: string, target: string): void {
  writeFlushed(target, function* parts() {
    yield headerLine(readHeader(file));
    for (const frame of framesIn(file)) {
      yield* withLength(sealFor(target, unsealFrom(file, frame)));
    }
  });
}

/** The keys of its frames; null for one that is not sealed. */
export function frameKeys(file: string): readonly (string | null)[] {
  return [...new Set(Array.from(framesIn(file), keyIdIn))];
}

export function readHeader(file: string): SegmentHeader {
  return withFile(file, (handle) => headerIn(handle, file).header);
}

export function readCounters(file: string): OrderCounters {
  const counters: unknown = JSON.parse(unpacked(file, countersFrame(file)).toString('utf8'));
  return orderCountersSchema.parse(counters);
}

/** A segment that cannot be read to its end, or whose chain does not hold. */
class SegmentError extends Error {
  override readonly name = 'SegmentError';
  constructor(file: string, why: string) {
    super(`${file}: ${why}`);
  }
}

/** Its events in order, each given once its link of the chain holds. Throws where one does not, and where the end is missing. */
export function* heldEvents(file: string): Generator<SegmentEvent> {
  const { after, last } = readHeader(file);
  let before: ChainPoint = after;
  for (const frame of eventFrames(file)) {
    for (const link of linksIn(unpacked(file, frame), before.hash, file)) {
      const broken = checkChain([link], before);
      if (broken !== null) throw new SegmentError(file, `the chain breaks at event ${broken.seq}`);
      plannedRowsOf(link, link.attached);
      statementRowsOf(link, link.attached);
      before = link;
      yield link;
    }
  }
  if (before.seq !== last.seq || before.hash !== last.hash) {
    throw new SegmentError(file, `it ends at event ${before.seq} instead of ${last.seq}`);
  }
}

/** Why it cannot be restored, or null: every event and every counter is read. */
export function segmentFault(file: string): string | null {
  try {
    readCounters(file);
    const events = heldEvents(file);
    while (events.next().done !== true);
    return null;
  } catch (error) {
    return String(error);
  }
}

function headerLine(header: SegmentHeader): Buffer {
  const json = JSON.stringify(headerSchema.parse(header));
  return Buffer.from(`${checksumOf(json)} ${json}\n`);
}

/** It detects a damaged header, not a forged one: anyone can compute it. */
function checksumOf(json: string): string {
  return hashOnce('sha256', json, 'hex').slice(0, CHECKSUM_LETTERS);
}

function writeFlushed(file: string, parts: () => Iterable<Uint8Array>): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    for (const part of parts()) writeFileSync(handle, part);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Sealed where the backups are protected. A frame names its key, so that joined segments may have frames of several. */
function packed(file: string, plain: Buffer): Uint8Array {
  const frame = zstdCompressSync(plain, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  return sealFor(file, frame);
}

function unpacked(file: string, frame: Buffer): Buffer {
  return zstdDecompressSync(unsealFrom(file, frame), { maxOutputLength: MAX_FRAME_BYTES });
}

function withLength(frame: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(frame.length);
  return [length, frame];
}

/** Of each event a line about it, then salt, body and attachment as they are. Digest and previous hash follow from these. */
function* piecesOf(links: Iterable<SegmentEvent>): Generator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const { seq, at, kind, intentId, salted, digest, hash, attached = NOTHING } of links) {
    const content = salted ?? NOTHING;
    const lengths = [content.length, attached.length];
    // The digest of an erased body is all that is left of it.
    const erased = salted === null ? [digest] : [];
    const about = JSON.stringify([seq, at, kind, intentId, hash, ...lengths, ...erased]);
    parts.push(Buffer.from(about), END_OF_LINE, content, attached);
    bytes += about.length + content.length + attached.length;
    if (bytes < FRAME_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function* linksIn(plain: Buffer, previousHash: string, file: string): Generator<SegmentEvent> {
  let previous = previousHash;
  for (let at = 0; at < plain.length;) {
    const lineEnd = plain.indexOf(NEWLINE, at);
    if (lineEnd < 0) throw new SegmentError(file, 'an event is cut off');
    const about: unknown = JSON.parse(plain.toString('utf8', at, lineEnd));
    if (!Array.isArray(about)) throw new SegmentError(file, 'an event could not be read');
    const columns: readonly unknown[] = about;
    const [seq, when, kind, intentId, hash, length, more, erased] = columns;
    const bodyEnd = lineEnd + 1 + Number(length);
    at = bodyEnd + Number(more);
    const salted = plain.subarray(lineEnd + 1, bodyEnd);
    const digest = salted.length === 0 ? erased : hashOnce('sha256', salted, 'hex');
    if (
      typeof seq !== 'number' ||
      typeof when !== 'string' ||
      typeof kind !== 'string' ||
      (intentId !== null && typeof intentId !== 'string') ||
      typeof digest !== 'string' ||
      typeof hash !== 'string'
    ) {
      throw new SegmentError(file, 'an event could not be read');
    }
    yield {
      seq,
      at: when,
      kind,
      intentId,
      salted: salted.length === 0 ? null : salted,
      saltBytes: SALT_BYTES,
      digest,
      previous,
      hash,
      attached: plain.subarray(bodyEnd, at),
    };
    previous = hash;
  }
}

function countersFrame(file: string): Buffer {
  const [first] = framesIn(file);
  if (first === undefined) throw new SegmentError(file, 'it has no frames');
  return first;
}

function* eventFrames(file: string): Generator<Buffer> {
  let isFirst = true;
  for (const frame of framesIn(file)) {
    if (!isFirst) yield frame;
    isFirst = false;
  }
}

function* framesIn(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    let at = headerIn(handle, file).bytes;
    for (;;) {
      const length = bytesAt(handle, at, LENGTH_BYTES);
      if (length.length === 0) return;
      const bytes = length.length === LENGTH_BYTES ? length.readUInt32LE() : MAX_FRAME_BYTES;
      const frame = bytes < MAX_FRAME_BYTES ? bytesAt(handle, at + LENGTH_BYTES, bytes) : length;
      if (frame.length !== bytes) throw new SegmentError(file, 'it is cut off');
      yield frame;
      at += LENGTH_BYTES + bytes;
    }
  } finally {
    closeSync(handle);
  }
}

function headerIn(
  handle: number,
  file: string,
): { readonly header: SegmentHeader; readonly bytes: number } {
  const begin = bytesAt(handle, 0, MAX_HEADER_BYTES);
  const lineEnd = begin.indexOf(NEWLINE);
  if (lineEnd < 0) throw new SegmentError(file, 'it has no header');
  const json = begin.toString('utf8', CHECKSUM_LETTERS + 1, lineEnd);
  if (`${checksumOf(json)} ` !== begin.toString('utf8', 0, CHECKSUM_LETTERS + 1)) {
    throw new SegmentError(file, 'its header is damaged');
  }
  const parsed: unknown = JSON.parse(json);
  return { header: headerSchema.parse(parsed), bytes: lineEnd + 1 };
}

/** Fewer where the file ends before. */
function bytesAt(handle: number, at: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  let read = 0;
  while (read < count) {
    const more = readSync(handle, bytes, read, count - read, at + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function withFile<T>(file: string, work: (handle: number) => T): T {
  const handle = openSync(file, 'r');
  try {
    return work(handle);
  } finally {
    closeSync(handle);
  }
}
