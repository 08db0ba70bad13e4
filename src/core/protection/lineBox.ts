import { KEY_ID_BYTES, keyIdIn, ringOf } from './keyRing.ts';
import { sealFor, unsealFrom } from './sealing.ts';

/** A file of JSON lines that is appended to: each line as it is, or sealed by the key in use, in base64. */
export type LineBox = {
  readonly seal: (text: string) => string;
  /** Throws where the key is missing or the line was changed. */
  readonly open: (line: string) => string;
  /** Whether `seal` would write it with the same key now. */
  readonly isCurrent: (line: string) => boolean;
};

/** No base64 begins so. */
const PLAIN = '{';
const ID_LETTERS = Math.ceil(KEY_ID_BYTES / 3) * 4;

export function lineBoxOf(file: string): LineBox {
  return {
    seal(text) {
      const plain = Buffer.from(text);
      const sealed = sealFor(file, plain);
      return sealed === plain ? text : Buffer.from(sealed).toString('base64');
    },
    open: (line) =>
      line.startsWith(PLAIN)
        ? line
        : unsealFrom(file, Buffer.from(line, 'base64')).toString('utf8'),
    isCurrent: (line) => keyOf(line) === (ringOf(file)?.current?.id ?? null),
  };
}

function keyOf(line: string): string | null {
  return line.startsWith(PLAIN) ? null : keyIdIn(Buffer.from(line.slice(0, ID_LETTERS), 'base64'));
}
