import { MAX_PICTURE_BYTES, type Picture as ReadPicture } from '#shared/domain/picture.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

export type Picture = Omit<ReadPicture, 'base64'>;
type Size = Pick<Picture, 'width' | 'height'>;

const LONGEST_SIDE = 10_000;
/** A browser takes four bytes for each, however small the file. */
const MOST_PIXELS = 40_000_000;

/** A picture that a page may show: of a known type, and not too large to be decoded. */
export function checkPicture(
  bytes: Buffer,
): Result<Picture, { readonly isTooLarge: boolean; readonly detail: string }> {
  if (bytes.length > MAX_PICTURE_BYTES) {
    return err({ isTooLarge: true, detail: `${bytes.length} bytes` });
  }
  const picture = readPicture(bytes);
  if (picture === null) return err({ isTooLarge: false, detail: 'not a picture' });
  const { width, height } = picture;
  return Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS
    ? err({ isTooLarge: true, detail: `${width} × ${height}` })
    : ok(picture);
}

/** What these bytes are, by themselves; null: no picture that can be shown. Headers and file names are not asked. */
export function readPicture(bytes: Buffer): Picture | null {
  const read = READERS.find(({ magic }) => magic.test(bytes.toString('hex', 0, MAGIC_BYTES)));
  if (read === undefined) return null;
  const size = read.size(bytes);
  if (size === null || size.width === 0 || size.height === 0) return null;
  return { type: read.type, ...size };
}

const MAGIC_BYTES = 16;

/** The first bytes of each, as hexadecimal digits. */
const READERS: readonly {
  readonly type: Picture['type'];
  readonly magic: RegExp;
  readonly size: (bytes: Buffer) => Size | null;
}[] = [
  { type: 'image/png', magic: /^89504e470d0a1a0a0000000d49484452/u, size: pngSize },
  { type: 'image/jpeg', magic: /^ffd8ff/u, size: jpegSize },
  { type: 'image/gif', magic: /^474946383[79]61/u, size: gifSize },
  { type: 'image/webp', magic: /^52494646.{8}57454250565038(?:20|4c|58)/u, size: webpSize },
];

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** From marker to marker up to the frame's header; the picture itself comes after it. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (isAlone(marker)) {
      at += 2;
    } else {
      const length = bytes.readUInt16BE(at + 2);
      // The picture's data, its end or another start before any frame, or a length that leads nowhere.
      if (!isSegment(marker) || length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

/** SOF0…SOF15 without DHT, JPG and DAC, which share the range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** TEM and RST0…RST7 have no length: two bytes taken for one would lead to a frame that no browser sees. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** What may stand before the frame, each after its length: tables, restart interval, application data, comment. */
function isSegment(marker: number): boolean {
  return [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker & 0xf0) === 0xe0;
}

/** A browser makes room for the first frame too, even where it is larger than the size of the whole picture. */
function gifSize(bytes: Buffer): Size | null {
  if (bytes.length < 13) return null;
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes[10] ?? 0;
  const palette = (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
  const at = firstFrameAt(bytes, 13 + palette);
  if (at === null || at + 9 > bytes.length) return null;
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5);
  const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7);
  return { width: Math.max(screen.width, right), height: Math.max(screen.height, bottom) };
}

/** Past extensions, which are labels followed by blocks, each after its length. */
function firstFrameAt(bytes: Buffer, start: number): number | null {
  let at = start;
  while (bytes[at] === 0x21) {
    at += 2;
    for (let length = bytes[at] ?? 0; length !== 0; length = bytes[at] ?? 0) at += 1 + length;
    at += 1;
  }
  return bytes[at] === 0x2c ? at : null;
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    default: {
      if (bytes.toString('hex', 23, 26) !== '9d012a') return null;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    }
  }
}
