import { closeSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 64;
const INTERPRETER = 3;
/** Longer than any path of a loader; what is longer is cut, and its name lost with it. */
const PATH_BYTES = 4096;

/**
 * Whether a program of 64 bits runs on musl: the name of its loader says so (`/lib/ld-musl-x86_64.so.1`). A file that is no such
 * program, or names no loader, is taken for glibc.
 */
export function isMuslProgram(file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      return loaderOf((at, length) => bytesAt(handle, at, length)).includes('ld-musl-');
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

type Read = (at: number, length: number) => Buffer;

/** ELF, least byte first, as x64 and arm64 have it. The path may be anywhere in the file: tools that patch it move it to the end. */
function loaderOf(read: Read): string {
  const header = read(0, HEADER_BYTES);
  if (header.toString('latin1', 0, 6) !== '\x7FELF\x02\x01') return '';
  const tableAt = Number(header.readBigUInt64LE(32));
  const entryBytes = header.readUInt16LE(54);
  const entryCount = header.readUInt16LE(56);
  for (let index = 0; index < entryCount; index += 1) {
    const entry = read(tableAt + index * entryBytes, entryBytes);
    if (entry.readUInt32LE(0) !== INTERPRETER) continue;
    const length = Math.min(Number(entry.readBigUInt64LE(32)), PATH_BYTES);
    return read(Number(entry.readBigUInt64LE(8)), length).toString('latin1');
  }
  return '';
}

function bytesAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
}
