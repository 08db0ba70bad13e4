import { fold } from '#shared/search/fold.ts';

/** How well a name answers to what was typed, best first. Nothing else counts: equals stay in the order they are listed in. */
const RANKS = ['start', 'words', 'within', 'letters'] as const;
export type Rank = (typeof RANKS)[number];

export type Named = {
  readonly name: string;
  /** Other words for it, which are found but not shown. */
  readonly also?: readonly string[];
};

/** Null: it does not. What was meant on the other keyboard counts as much as what was typed. */
export function rankOf(text: string, { name, also = [] }: Named): Rank | null {
  const names = [name, ...also].map(fold);
  const found = new Set(
    readings(fold(text).trim()).flatMap((typed) =>
      names.map((candidate) => rankOfOne(typed, candidate)),
    ),
  );
  return RANKS.find((rank) => found.has(rank)) ?? null;
}

function rankOfOne(typed: string, name: string): Rank | null {
  if (typed === '' || name.startsWith(typed)) return 'start';
  const words = name.split(/[^\p{L}\p{N}]+/u);
  const typedWords = typed.split(/\s+/u);
  if (typedWords.every((part) => words.some((word) => word.startsWith(part)))) return 'words';
  if (typedWords.every((part) => name.includes(part))) return 'within';
  return isScattered(typed.replaceAll(/\s+/gu, ''), name) ? 'letters' : null;
}

/** Its letters in their order, wherever they stand: "nwrq" is New request. */
function isScattered(typed: string, name: string): boolean {
  let from = 0;
  for (const letter of typed) {
    const at = name.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  // One letter is somewhere in nearly everything.
  return typed.length > 1;
}

/** How well the best of them does; the lower the better. */
export function bestRank(text: string, all: readonly Named[]): number {
  const ranks = all.map((one) => rankOf(text, one)).filter((rank) => rank !== null);
  return Math.min(RANKS.length, ...ranks.map((rank) => RANKS.indexOf(rank)));
}

/** Best first. Scattered letters only where nothing is named so: they are a guess. */
export function ranked<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  const found = all.map((one) => ({ one, rank: rankOf(text, one) }));
  const by = (rank: Rank): readonly T[] =>
    found.filter((candidate) => candidate.rank === rank).map(({ one }) => one);
  const sure = [...by('start'), ...by('words'), ...by('within')];
  return sure.length > 0 ? sure : by('letters');
}

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
