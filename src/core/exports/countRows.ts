import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

import type { ExportProof } from '#shared/domain/logExport.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const ROW_END = Buffer.from('</row>');
const SHEET = Buffer.from('xl/worksheets/sheet1.xml');
/** The end record, the one before it for large archives, and a directory of half a dozen parts. */
const TAIL_BYTES = 64 * 1024;
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const LOCAL_HEADER_BYTES = 30;

/** Rows of data in an exported file, counted from the file alone. */
export async function countRows(file: string, format: ExportProof['format']): Promise<number> {
  if (format === 'xlsx') return (await countRowEnds(file)) - 1;
  const lines = await countLines(file, format === 'csv');
  return format === 'csv' ? lines - 1 : lines;
}

/** In a CSV a line feed inside quotes is part of a value. */
async function countLines(file: string, isQuoted: boolean): Promise<number> {
  let lines = 0;
  let isInside = false;
  for await (const piece of createReadStream(file)) {
    if (!Buffer.isBuffer(piece)) continue;
    for (const byte of piece) {
      if (isQuoted && byte === QUOTE) isInside = !isInside;
      else if (byte === LINE_FEED && !isInside) lines += 1;
    }
  }
  return lines;
}

/** Inside a text `<` is never itself, so that this is always the end of a row. */
async function countRowEnds(file: string): Promise<number> {
  const start = await sheetStart(file);
  const packed = createReadStream(file, { start });
  const sheet = packed.pipe(createInflateRaw());
  packed.on('error', (error) => sheet.destroy(error));
  let rows = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of sheet) {
    if (!Buffer.isBuffer(piece)) continue;
    const text = Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = text.indexOf(ROW_END); at !== -1; at = text.indexOf(ROW_END, from)) {
      rows += 1;
      from = at + ROW_END.length;
    }
    rest = text.subarray(Math.max(from, text.length - ROW_END.length + 1));
  }
  packed.destroy();
  return rows;
}

/** Where the packed sheet begins. It is the last part, written behind a handful of small ones. */
async function sheetStart(file: string): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const tail = await bytesAt(handle, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
    const entry = tail.lastIndexOf(DIRECTORY_ENTRY);
    const named = entry === -1 ? -1 : tail.indexOf(SHEET, entry);
    if (named !== entry + 46) throw new Error('it is not a workbook of Deposit Desk');
    const offset = tail.readUInt32LE(entry + 42);
    const header = await bytesAt(handle, offset, LOCAL_HEADER_BYTES);
    return offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
