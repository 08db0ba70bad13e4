import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readPicture } from './picture.ts';
import { PICTURES, patched } from './testing/pictures.ts';

const { png, jpeg, gif, webp, webpLossless, webpExtended } = PICTURES;
const size = { width: 21, height: 13 };

describe('bytes', () => {
  it.each([
    ['png', png, 'image/png'],
    ['jpeg', jpeg, 'image/jpeg'],
    ['gif', gif, 'image/gif'],
    ['webp', webp, 'image/webp'],
    ['lossless webp', webpLossless, 'image/webp'],
    ['extended webp', webpExtended, 'image/webp'],
  ])('that are a %s are known by themselves', (_, bytes, type) => {
    expect(readPicture(bytes)).toEqual({ type, ...size });
  });

  it('of a gif are as large as a browser makes room for', () => {
    // Chromium shows one whose screen is 7 × 5 and whose first frame is 21 × 13 as 21 × 13.
    const small = patched(gif, 6, 7, 0, 5, 0);
    expect(readPicture(small)).toEqual({ type: 'image/gif', ...size });
  });

  it('of a jpeg may have fill bytes before a marker', () => {
    const filled = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xff]),
      jpeg.subarray(2),
    ]);
    expect(readPicture(filled)).toEqual({ type: 'image/jpeg', ...size });
  });

  it.each([0x01, 0xd0, 0xd7])(
    'of a jpeg may have a marker without a length before its frame: %i',
    (marker) => {
      // A reader that takes the next two bytes for a length skips the frame that a browser draws.
      const small = Buffer.from('ffc00011080002000203012200021101031101ffd9', 'hex');
      const alone = Buffer.from([0xff, marker]);
      const behind = Buffer.concat([jpeg.subarray(0, 2), alone, jpeg.subarray(2), small]);
      expect(readPicture(behind)).toEqual({ type: 'image/jpeg', ...size });
      const over = Buffer.alloc(0xffe2 - jpeg.length);
      const hidden = Buffer.concat([jpeg.subarray(0, 2), alone, jpeg.subarray(2), over, small]);
      expect(readPicture(hidden)).toEqual({ type: 'image/jpeg', ...size });
    },
  );

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a bitmap', Buffer.from('BM\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0')],
    ['an AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0')],
    ['a PNG’s first bytes alone', png.subarray(0, 20)],
    ['a PNG whose first chunk is another', patched(png, 12, 0x49, 0x44, 0x41, 0x54)],
    ['a PNG of no width', patched(png, 16, 0, 0, 0, 0)],
    ['a JPEG that ends before its frame', jpeg.subarray(0, 60)],
    ['a JPEG without a frame', Buffer.from('ffd8ffda000201020304ffd9', 'hex')],
    ['a JPEG with a segment of no length', patched(jpeg, 4, 0, 0)],
    ['a JPEG with an unknown segment', patched(jpeg, 3, 0x02)],
    ['a JPEG that starts twice', Buffer.concat([jpeg.subarray(0, 2), jpeg])],
    [
      'a JPEG whose height comes later',
      patched(jpeg, jpeg.indexOf('ffc00011', 0, 'hex') + 5, 0, 0),
    ],
    ['a GIF’s header alone', gif.subarray(0, 13)],
    ['a GIF without a frame', Buffer.concat([gif.subarray(0, 27), Buffer.from([0x3b])])],
    ['a WebP of an unknown kind', patched(webp, 15, 0x39)],
    ['a lossy WebP without its start code', patched(webp, 23, 0)],
    ['a lossless WebP without its signature', patched(webpLossless, 20, 0)],
    ['a RIFF that is a sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'.padEnd(60, '\0'))],
  ])('that are %s are no picture', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it('of any kind and length neither break nor hang it, cut or changed', () => {
    const whole = fc.constantFrom(...Object.values(PICTURES));
    fc.assert(
      fc.property(whole, fc.nat(), fc.nat(), fc.nat(255), (bytes, cut, at, value) => {
        const spoilt = patched(bytes, at % bytes.length, value).subarray(0, cut % 300);
        const read = readPicture(spoilt);
        if (read !== null) expect(read.width * read.height).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
