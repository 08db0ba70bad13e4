import { isUtf8 } from 'node:buffer';

import type { AnswerCharset } from '#shared/dialect/schema.ts';

/** Said where the bytes are no text in any charset that the answer or the provider format names. */
export const NOT_UTF8 = 'the answer is not UTF-8';

export type Decoded = { readonly text: string; readonly problem: typeof NOT_UTF8 | null };

/**
 * Bytes that are valid UTF-8 are UTF-8, whatever the header says: servers name ISO-8859-1 without writing it, and text in
 * another charset is almost never valid UTF-8 by accident. Else the provider format's charset, else the declared one.
 */
export function decodeText(
  bytes: Buffer,
  contentType: string | undefined,
  charset: AnswerCharset,
): Decoded {
  // UTF-16 is valid UTF-8 too, with a NUL for every other byte.
  if (isUtf8(bytes) && !bytes.includes(0)) return { text: bytes.toString('utf8'), problem: null };
  const named = charset === 'declared' ? declaredIn(contentType) : charset;
  const text = named === null ? null : decodedAs(named, bytes);
  if (text !== null) return { text, problem: null };
  return { text: bytes.toString('utf8'), problem: isUtf8(bytes) ? null : NOT_UTF8 };
}

function declaredIn(contentType: string | undefined): string | null {
  const found = /;\s*charset\s*=\s*"?(?<charset>[\w.:-]+)"?/iu.exec(contentType ?? '');
  return found?.groups?.['charset'] ?? null;
}

/** Null: there is no such charset, or the bytes are not in it. */
function decodedAs(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
