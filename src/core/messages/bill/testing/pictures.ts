/** Real pictures of 21 × 13, which a browser shows. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAABUAAAANCAYAAABGkiVgAAAAKElEQVR4AezQsQ0AAAjDMNTr+zU8EbZU6prBabv0Mw8zyqNqqikscAAAAP//o1rIhAAAAAZJREFUAwD5LTZ+QzgqvgAAAABJRU5ErkJggg==';
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAANABUDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAAAA/9k=';
const GIF =
  'R0lGODlhFQANAIAAAAAAAP///yH5BAEAAAAALAAAAAAVAA0AAALODMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwDMMwTAEAOw==';
const WEBP_LOSSY = 'UklGRjAAAABXRUJQVlA4ICQAAADQAgCdASoVAA0AP3Gmy1q0rKkkMAgCkC4JaQAAt6gAANQoAAA=';
const WEBP_LOSSLESS = 'UklGRh4AAABXRUJQVlA4TBEAAAAvFAADAAdQxCIWsf+BiOh/AAA=';

export const PICTURES = {
  png: Buffer.from(PNG, 'base64'),
  jpeg: Buffer.from(JPEG, 'base64'),
  gif: Buffer.from(GIF, 'base64'),
  webp: Buffer.from(WEBP_LOSSY, 'base64'),
  webpLossless: Buffer.from(WEBP_LOSSLESS, 'base64'),
  webpExtended: extended(Buffer.from(WEBP_LOSSY, 'base64')),
} as const;

/** The same with a VP8X chunk before it, as every WebP with a profile or transparency has. */
function extended(webp: Buffer): Buffer {
  const header = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x14\0\0\x0c\0\0', 'latin1');
  return Buffer.concat([webp.subarray(0, 12), header, webp.subarray(12)]);
}

/** The same bytes with others at one place. */
export function patched(bytes: Buffer, at: number, ...others: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(others, at);
  return copy;
}
