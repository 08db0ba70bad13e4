import zlib from 'node:zlib';
import type { Transform } from 'node:stream';

/** What undoes a Content-Encoding; null where there is nothing to undo, 'unreadable' where we cannot. */
export function decoderFor(contentEncoding: string | undefined): Transform | null | 'unreadable' {
  switch ((contentEncoding ?? 'identity').trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return 'unreadable';
  }
}
