import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import type { Database } from 'better-sqlite3';

import { DICTIONARY } from './dictionary.ts';

/** The first byte of a body in the file. Dictionary and form never change under a number: what was written has to be read. */
const PLAIN = 0;
const PACKED = 1;

/** What every frame of zstd begins with. It is left out of the file. */
const MAGIC = Buffer.from('28b52ffd', 'hex');
/** Smaller ones would hardly become smaller, and take the time all the same. */
const MIN_PACKED_BYTES = 128;
/** Far more than an event of our own has: what claims to be larger was not written by a desk. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Most bodies. Node's own pieces of 16 KiB take a third longer. */
const CHUNK_BYTES = 4096;
/** Level 1 packs worse and is no faster with a dictionary; level 6 takes twice the time for a twentieth. */
const LEVEL = 3;

const dictionary = Buffer.from(DICTIONARY, 'base64');
const PACKING = {
  dictionary,
  params: {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    [constants.ZSTD_c_checksumFlag]: 1,
    // The first byte names the dictionary.
    [constants.ZSTD_c_dictIDFlag]: 0,
    // As much as the dictionary needs: clearing tables for megabytes takes longer than packing.
    [constants.ZSTD_c_windowLog]: 15,
    [constants.ZSTD_c_hashLog]: 13,
    [constants.ZSTD_c_chainLog]: 13,
  },
};
const UNPACKING = { dictionary, chunkSize: CHUNK_BYTES, maxOutputLength: MAX_BODY_BYTES };

/** The text of a body as the file keeps it. Each is packed alone, so that it is read and erased alone. */
export function pack(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body);
  if (bytes.length >= MIN_PACKED_BYTES) {
    const packed = zstdCompressSync(bytes, PACKING).subarray(MAGIC.length);
    if (packed.length < bytes.length) return Buffer.concat([Buffer.of(PACKED), packed]);
  }
  return Buffer.concat([Buffer.of(PLAIN), bytes]);
}

/** Throws where the bytes are not as they were written, as far as zstd's own checksum tells. Empty: the body was erased. */
export function unpack(kept: Uint8Array): Buffer {
  const bytes = Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  const [form] = bytes;
  if (form === PACKED) {
    return zstdDecompressSync(Buffer.concat([MAGIC, bytes.subarray(1)]), UNPACKING);
  }
  if (form === PLAIN || form === undefined) return bytes.subarray(1);
  throw new Error(`a body of form ${form}, which this Deposit Desk does not know`);
}

/** `unpack(body)` in SQL. Whoever needs to know that the body is the one that was written compares it with its digest. */
export function addUnpack(db: Database): void {
  db.function('unpack', { deterministic: true }, (kept) =>
    kept instanceof Uint8Array ? unpack(kept).toString('utf8') : null,
  );
}
