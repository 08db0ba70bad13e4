import { isUtf8 } from 'node:buffer';

import type { ENCODINGS } from '#shared/domain/importing.ts';

export type Encoding = (typeof ENCODINGS)[number];

const SAMPLE_BYTES = 64 * 1024;

/** By its byte order mark, else by what the bytes can be. Windows-1251 is what is left: every byte means something there. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const wide = wideEncoding(sample);
  if (wide !== null) return wide;
  return isUtf8(bytes) || isDamagedUtf8(sample) ? 'utf-8' : 'windows-1251';
}

/** Without a mark: in digits, Latin and Cyrillic one byte of each pair is 0 or 4. */
function wideEncoding(sample: Uint8Array): Encoding | null {
  const highs = { even: 0, odd: 0 };
  for (const [at, byte] of sample.entries()) {
    if (byte === 0 || byte === 4) highs[at % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  const most = (sample.length / 2) * 0.9;
  if (sample.length < 4) return null;
  if (highs.odd > most && highs.even < most / 4) return 'utf-16le';
  return highs.even > most && highs.odd < most / 4 ? 'utf-16be' : null;
}

/** Letters beyond ASCII that are whole, and few that are not: a file that was cut or patched, not one in another encoding. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(sample);
  const broken = countOf(text, /\ufffd/gu);
  const whole = countOf(text, /[^\p{ASCII}\ufffd]/gu);
  return whole > broken * 10;
}

/** Old programs end a text file with it. */
const SUBSTITUTE = String.fromCodePoint(0x1a);

/** Control characters where there should be text: a picture, an archive, a program. */
export function isBinary(bytes: Uint8Array, encoding: Encoding): boolean {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES));
  const controls = countOf(text.replaceAll(SUBSTITUTE, ''), /(?![\t\n\r])\p{Cc}/gu);
  return controls > 4 && controls > text.length / 200;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
