import { crc32, inflateSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { billImage } from './bill.ts';
import { wrapText } from './canvas.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { TRANSFER_METHODS, type TransferMethod } from './limits.ts';
import { requisitesFor } from './paymentData.ts';
import { MERCHANT } from './testing/support.ts';

function entry(method: TransferMethod, order_id = 'D-1115-0036', cents = 150_000): LedgerEntry {
  const id = 'a3d1f0a4-7c64-4a8e-9a0b-0d6f6d1f2c11';
  return {
    id,
    merchant: MERCHANT,
    order_id,
    flow: 'create',
    cents,
    currency: 'RUB',
    payment_type: method,
    fields: {},
    payment_data: requisitesFor(method, { id, order_id }),
    at: '2026-11-15T01:20:00.000Z',
  };
}

type Chunk = { readonly type: string; readonly data: Buffer };

/** Reads a PNG by the standard, checking signature, lengths and CRCs on the way. */
function readChunks(file: Buffer): readonly Chunk[] {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks: Chunk[] = [];
  let at = 8;
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const typed = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

async function decode(of: LedgerEntry) {
  const chunks = readChunks(Buffer.from(await billImage(of)));
  expect(chunks.map((chunk) => chunk.type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [header, data] = chunks;
  if (header === undefined || data === undefined) throw new Error('No picture');
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  expect([...header.data.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
  const rows = inflateSync(data.data);
  expect(rows).toHaveLength((width * 3 + 1) * height);
  const pixel = (x: number, y: number) => {
    const start = y * (width * 3 + 1) + 1 + x * 3;
    return [...rows.subarray(start, start + 3)];
  };
  return { width, height, rows, pixel };
}

describe('the bill', () => {
  it.each(TRANSFER_METHODS)(
    'is a whole PNG, 640 wide, that begins with the warning: %s',
    async (method) => {
      const { width, height, pixel } = await decode(entry(method));
      expect(width).toBe(640);
      expect(height).toBeGreaterThan(400);
      // The warning's own ground, and its ink in the first line of letters.
      expect(pixel(2, 2)).toEqual([255, 244, 224]);
      const inks = Array.from({ length: 400 }, (_, x) => pixel(44 + x, 40));
      expect(inks).toContainEqual([138, 75, 0]);
      expect(pixel(2, height - 2)).toEqual([255, 255, 255]);
    },
  );

  it('differs by amount, and grows for an order that needs more lines', async () => {
    const [plain, dearer, long] = await Promise.all([
      decode(entry('any_bank')),
      decode(entry('any_bank', 'D-1115-0036', 150_001)),
      decode(entry('any_bank', '<script>«Ж»🙂'.repeat(19))),
    ]);
    expect(plain.rows.equals(dearer.rows)).toBe(false);
    expect(long.height).toBeGreaterThan(plain.height);
  });

  it('wraps at spaces where it can, inside words where it must, and loses nothing', () => {
    expect(wrapText('aaa bbb ccc', 1, 40)).toEqual(['aaa bbb', 'ccc']);
    const long = 'x'.repeat(100);
    expect(wrapText(long, 1, 40).join('')).toBe(long);
    expect(wrapText('', 1, 40)).toEqual(['']);
  });
});
