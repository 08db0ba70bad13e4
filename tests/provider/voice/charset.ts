import type { Dialect } from '#shared/dialect/schema.ts';

/** The answer's bytes. Letters that the charset lacks are written as JSON escapes; it is not declared, as with such providers. */
export function encoded(text: string, charset: Dialect['answerCharset']): Buffer {
  switch (charset) {
    case 'declared':
      return Buffer.from(text);
    case 'iso-8859-1':
      return Buffer.from(text.replaceAll(/[\u0080-\u009f\u0100-\u{10ffff}]/gu, escaped), 'latin1');
    case 'windows-1251':
      return Buffer.from(Array.from(text, russianBytes).flat());
  }
}

function escaped(letter: string): string {
  return Array.from({ length: letter.length }, (_, at) => {
    const code = letter.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}

const FIRST_RUSSIAN = 0x410;
const LAST_RUSSIAN = 0x44f;
const RUSSIAN_AT = 0xc0;
/** Ё and ё stand apart. */
const APART: ReadonlyMap<string, number> = new Map([
  ['Ё', 0xa8],
  ['ё', 0xb8],
]);

function russianBytes(letter: string): readonly number[] {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return [code];
  if (code >= FIRST_RUSSIAN && code <= LAST_RUSSIAN) return [code - FIRST_RUSSIAN + RUSSIAN_AT];
  const apart = APART.get(letter);
  return apart === undefined ? [...Buffer.from(escaped(letter), 'latin1')] : [apart];
}
