/**
 * A document is one string of symbols: its fields between separators. The separator is a symbol no field has, so the few code units
 * the index keeps for itself are spelled with three of their own, of which the first begins nothing else: a word is found in the
 * spelled text exactly where it is in the plain one. All other code units, halves of surrogate pairs too, stand for themselves.
 */
const SEPARATOR = '\u0000';
const LAST_RESERVED = 3;
const SPELLED = [
  '\u0001\u0002\u0002',
  '\u0001\u0002\u0003',
  '\u0001\u0003\u0002',
  '\u0001\u0003\u0003',
];

export function spell(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) <= LAST_RESERVED) return spellReserved(text);
  }
  return text;
}

function spellReserved(text: string): string {
  return text
    .split('')
    .map((unit) => SPELLED[unit.charCodeAt(0)] ?? unit)
    .join('');
}

/** A field that is part of another one adds nothing that could be found. */
export function documentOf(fields: readonly string[]): string {
  const kept: string[] = [];
  for (const field of fields) {
    if (field === '' || kept.some((other) => other.includes(field))) continue;
    for (let at = kept.length - 1; at >= 0; at -= 1) {
      if (field.includes(kept[at] ?? '')) kept.splice(at, 1);
    }
    kept.push(field);
  }
  return kept.map(spell).join(SEPARATOR);
}

/** As bytes of UTF-16: SQLite's own text cannot hold half a surrogate pair. */
export function toBytes(document: string): Buffer {
  return Buffer.from(document, 'utf16le');
}

export function fromBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le');
}
