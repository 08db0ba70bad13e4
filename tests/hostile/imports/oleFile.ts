const SECTOR = 512;
const ENTRY = 128;
const END_OF_CHAIN = 0xff_ff_ff_fe;
const FREE = 0xff_ff_ff_ff;
const IS_ALLOCATION = 0xff_ff_ff_fd;

/**
 * A compound file ([MS-CFB], version 3): header, one sector of the allocation table, the directory, and what the first stream
 * holds. Office keeps encrypted workbooks and old ones in such files.
 */
function oleFile(streams: readonly string[], content: Buffer): Buffer {
  const header = Buffer.alloc(SECTOR);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xff_fe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(END_OF_CHAIN, 60);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  for (let at = 76; at < SECTOR; at += 4) header.writeUInt32LE(at === 76 ? 0 : FREE, at);

  const sectors = Math.ceil(content.length / SECTOR);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(IS_ALLOCATION, 0);
  table.writeUInt32LE(END_OF_CHAIN, 4);
  for (let at = 0; at < sectors; at += 1) {
    table.writeUInt32LE(at === sectors - 1 ? END_OF_CHAIN : at + 3, (at + 2) * 4);
  }
  const entries = ['Root Entry', ...streams].map((name, at) =>
    directoryEntry(name, at === 0 ? 5 : 2, at === 1 ? content.length : 0),
  );
  const directory = Buffer.concat(entries, SECTOR);
  return Buffer.concat([
    header,
    table,
    directory,
    content,
    Buffer.alloc(sectors * SECTOR - content.length),
  ]);
}

function directoryEntry(name: string, type: number, size: number): Buffer {
  const entry = Buffer.alloc(ENTRY);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry.writeUInt8(type, 66);
  entry.writeUInt8(1, 67);
  for (const at of [68, 72, 76]) entry.writeUInt32LE(FREE, at);
  if (type === 5) entry.writeUInt32LE(1, 76);
  entry.writeUInt32LE(type === 5 ? END_OF_CHAIN : 2, 116);
  entry.writeUInt32LE(size, 120);
  return entry;
}

export const OFFICE_FILES = {
  /** As Excel saves a workbook with a password ([MS-OFFCRYPTO], 2.3.4). */
  encrypted: () => oleFile(['EncryptedPackage', 'EncryptionInfo'], Buffer.alloc(5000, 0x5a)),
  /** A workbook of before 2007. */
  old: () => oleFile(['Workbook'], Buffer.alloc(5000, 0x09)),
} as const;
