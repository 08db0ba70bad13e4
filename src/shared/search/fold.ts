import { plainAmount } from '../domain/money.ts';

/**
 * What a search compares: the same text however it was typed, also in Cyrillic. Compatibility forms (full-width digits, ligatures)
 * count as what they look like.
 */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words of a search box; each must be found. */
export function wordsOf(text: string): readonly string[] {
  return [
    ...new Set(
      fold(text)
        .split(/\s+/u)
        .filter((word) => word !== '')
        .map((word) => plainAmount(word) ?? word),
    ),
  ];
}

/** The rule itself: every word in the middle of some field. Indexes only find the same sooner. `fields` are folded. */
export function isMatch(fields: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => fields.some((field) => field.includes(word)));
}
