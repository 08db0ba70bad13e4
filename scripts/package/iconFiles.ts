/** A drawing at one size: as PNG, and as its pixels (RGBA, row by row from the top). */
export type Drawing = {
  readonly size: number;
  readonly png: Uint8Array;
  readonly pixels: Uint8Array;
};

export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;

/** Apple's name for each size, in points and at double density. */
export const ICNS_TYPES: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

/** For a Linux icon theme. */
export const PNG_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;

/** The icons around the desk's window, each for screens of usual, double and triple density. Electron finds those by their names. */
export const DESK_ICONS = (
  [
    ['tray', 16],
    ['trayMarked', 16],
    ['trayTemplate', 18],
    ['overlay', 16],
  ] as const
).flatMap(([icon, side]) =>
  [1, 2, 3].map((scale) => ({
    name: `${icon}${scale === 1 ? '' : `@${scale}x`}.png`,
    source: `${icon}.svg`,
    side: side * scale,
  })),
);

export function icoFile(drawings: readonly Drawing[]): Buffer {
  const images = drawings.map((drawing) => (drawing.size >= 256 ? drawing.png : bitmap(drawing)));
  const head = Buffer.alloc(6 + 16 * drawings.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(drawings.length, 4);
  let at = head.length;
  for (const [index, { size }] of drawings.entries()) {
    const bytes = images[index]?.length ?? 0;
    const row = 6 + 16 * index;
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(size % 256, row);
    head.writeUInt8(size % 256, row + 1);
    head.writeUInt16LE(1, row + 4);
    head.writeUInt16LE(32, row + 6);
    head.writeUInt32LE(bytes, row + 8);
    head.writeUInt32LE(at, row + 12);
    at += bytes;
  }
  return Buffer.concat([head, ...images]);
}

/** Small sizes as bitmaps: the installer's compiler and older parts of Windows read no PNG there. */
function bitmap({ size, pixels }: Drawing): Buffer {
  const maskRow = Math.ceil(size / 32) * 4;
  const file = Buffer.alloc(40 + size * size * 4 + maskRow * size);
  file.writeUInt32LE(40, 0);
  file.writeInt32LE(size, 4);
  file.writeInt32LE(size * 2, 8);
  file.writeUInt16LE(1, 12);
  file.writeUInt16LE(32, 14);
  file.writeUInt32LE(size * size * 4, 20);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = (y * size + x) * 4;
      const to = 40 + ((size - 1 - y) * size + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(from, from + 4);
      file.set([blue, green, red, alpha], to);
    }
  }
  return file;
}

export function icnsFile(drawingOf: (size: number) => Drawing): Buffer {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const { png } = drawingOf(size);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + png.length, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');

/** The side of a square PNG with transparency; null: it is something else. */
export function pngSide(file: Buffer): number | null {
  if (!file.subarray(0, 8).equals(PNG_MAGIC) || file.length < 33) return null;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const hasAlpha = file[25] === 6;
  return width === height && hasAlpha ? width : null;
}

/** Sizes of every image in it, read from the images themselves. */
export function icoSides(file: Buffer): readonly (number | null)[] {
  if (file.readUInt32LE(0) !== 0x10000) return [];
  return Array.from({ length: file.readUInt16LE(4) }, (_none, index) => {
    const row = 6 + 16 * index;
    const from = file.readUInt32LE(row + 12);
    const image = file.subarray(from, from + file.readUInt32LE(row + 8));
    const named = file.readUInt8(row) === 0 ? 256 : file.readUInt8(row);
    const isBitmap = image.readUInt32LE(0) === 40 && image.readInt32LE(8) === named * 2;
    const side = isBitmap ? image.readInt32LE(4) : pngSide(image);
    return side === named ? side : null;
  });
}

export function icnsSides(file: Buffer): ReadonlyMap<string, number | null> {
  const found = new Map<string, number | null>();
  if (file.toString('latin1', 0, 4) !== 'icns' || file.readUInt32BE(4) !== file.length)
    return found;
  for (let at = 8; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at + 4);
    if (length < 8) break;
    const type = file.toString('latin1', at, at + 4);
    found.set(type, pngSide(file.subarray(at + 8, at + length)));
    at += length;
  }
  return found;
}
