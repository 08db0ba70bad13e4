/** The same physical keys on the two keyboards that stand on every desk here, row by row. */
const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,./~{}:"<>?';
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁХЪЖЭБЮ,';

const TO_CYRILLIC = pairs(LATIN, CYRILLIC);
const TO_LATIN = pairs(CYRILLIC, LATIN);

/** What the text may have been meant to be: as it is first, then as the other keyboard would have written it. */
export function readings(text: string): readonly string[] {
  const hasCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const other = swapped(text, hasCyrillic ? TO_LATIN : TO_CYRILLIC);
  return other === text ? [text] : [text, other];
}

function swapped(text: string, map: ReadonlyMap<string, string>): string {
  return Array.from(text, (sign) => map.get(sign) ?? sign).join('');
}

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const letters = Array.from(to);
  const map = new Map<string, string>();
  for (const [at, sign] of Array.from(from).entries()) {
    const other = letters[at] ?? sign;
    map.set(sign, other);
    const capital = sign.toUpperCase();
    if (capital !== sign && !map.has(capital)) map.set(capital, other.toUpperCase());
  }
  return map;
}
