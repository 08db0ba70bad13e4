import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { z } from 'zod';

import {
  type ChainLink,
  SALT_BYTES,
  UnreadableBlockError,
  digestOf,
  hashOf,
  toHex,
} from './chain.ts';

/** An event as it was written, without its links. */
export type StoredEvent = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly intentId: string | null;
  readonly content: Content;
};

/** Where a body was erased, its digest is kept: the chain is over the digest. */
type Content = { readonly salt: Uint8Array; readonly body: Buffer } | { readonly digest: string };

/** A row of `sealed`: events that follow each other, packed. Everything between `previous` and `hash` follows from them. */
export type SealedRow = {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** What the first event names as its predecessor, and the hash of the last one. */
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
  /** Random bytes, which would only spoil the packing. */
  readonly salts: Uint8Array;
  readonly packed: Uint8Array;
};

export type SealedBlock = Omit<SealedRow, 'salts' | 'packed'> & {
  readonly events: readonly StoredEvent[];
};

/** Level 9 packs no better; level 15 takes a tenth off for ten times the time. */
const LEVEL = 6;
/** About a block: in Node's own pieces of 16 KiB unpacking takes twice as long. */
const CHUNK_BYTES = 256 * 1024;
/** Far more than a block of our own has: what claims to be larger was not written by a desk. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Column by column, because like things pack best beside each other. The bodies follow, one after the other. */
const headerSchema = z.strictObject({
  at: z.array(z.string()),
  kind: z.array(z.string()),
  intentId: z.array(z.string().nullable()),
  bodyBytes: z.array(z.int().nonnegative()),
  /** By the place in the block: digests, in hexadecimal, of bodies that were erased. */
  erased: z.record(z.string(), z.string()),
});
type Header = z.infer<typeof headerSchema>;

export function pack(events: readonly StoredEvent[]): Pick<SealedRow, 'salts' | 'packed'> {
  const salts = Buffer.alloc(events.length * SALT_BYTES);
  const bodies: Buffer[] = [];
  const header: Header = { at: [], kind: [], intentId: [], bodyBytes: [], erased: {} };
  for (const [place, { at, kind, intentId, content }] of events.entries()) {
    const body = 'body' in content ? content.body : Buffer.alloc(0);
    if ('salt' in content) salts.set(content.salt, place * SALT_BYTES);
    else header.erased[place] = content.digest;
    header.at.push(at);
    header.kind.push(kind);
    header.intentId.push(intentId);
    header.bodyBytes.push(body.length);
    bodies.push(body);
  }
  const said = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(said.length);
  const packed = zstdCompressSync(Buffer.concat([length, said, ...bodies]), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  });
  return { salts, packed };
}

export function unpack(row: SealedRow): SealedBlock {
  const { firstSeq, lastSeq, previous, hash } = row;
  try {
    return { firstSeq, lastSeq, previous, hash, events: eventsIn(row) };
  } catch (error) {
    throw new UnreadableBlockError(firstSeq, error);
  }
}

function eventsIn({ firstSeq, lastSeq, salts, packed }: SealedRow): readonly StoredEvent[] {
  const bytes = zstdDecompressSync(packed, {
    chunkSize: CHUNK_BYTES,
    maxOutputLength: MAX_UNPACKED_BYTES,
  });
  const bodiesFrom = LENGTH_BYTES + bytes.readUInt32LE(0);
  const said: unknown = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, bodiesFrom));
  const { at, kind, intentId, bodyBytes, erased } = headerSchema.parse(said);
  const ends = bodyEnds(bodiesFrom, bodyBytes);
  const count = lastSeq - firstSeq + 1;
  const counts = [at, kind, intentId, bodyBytes].map((column) => column.length);
  if (counts.some((one) => one !== count) || salts.length !== count * SALT_BYTES) {
    throw new Error(`it has ${counts.join(', ')} events instead of ${count}`);
  }
  if ((ends.at(-1) ?? bodiesFrom) !== bytes.length) throw new Error('it has another length');
  return at.map((moment, place): StoredEvent => {
    const digest = erased[place];
    const end = ends[place] ?? 0;
    const body = bytes.subarray(end - (bodyBytes[place] ?? 0), end);
    const salt = salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES);
    return {
      seq: firstSeq + place,
      at: moment,
      kind: kind[place] ?? '',
      intentId: intentId[place] ?? null,
      content: digest === undefined ? { salt, body } : { digest },
    };
  });
}

function bodyEnds(from: number, lengths: readonly number[]): readonly number[] {
  let end = from;
  return lengths.map((length) => (end += length));
}

/** As the chain is checked. */
export function linksOf({ firstSeq, lastSeq, previous, hash, events }: SealedBlock): ChainLink[] {
  return events.map(({ content, ...place }) => ({
    ...place,
    salted: 'body' in content ? Buffer.concat([content.salt, content.body]) : null,
    saltBytes: SALT_BYTES,
    digest: 'digest' in content ? content.digest : null,
    previous: place.seq === firstSeq ? toHex(previous) : null,
    hash: place.seq === lastSeq ? toHex(hash) : null,
    blockFirst: firstSeq,
  }));
}

/** Of each event, in order; hexadecimal. */
export function hashesOf({ previous, events }: SealedBlock): readonly string[] {
  let last = previous;
  return events.map(({ seq, at, kind, content }) => {
    const digest =
      'digest' in content
        ? Buffer.from(content.digest, 'hex')
        : digestOf(content.salt, content.body);
    last = hashOf(last, seq, at, kind, digest);
    return toHex(last);
  });
}
