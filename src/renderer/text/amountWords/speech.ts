import type { Currency } from '#shared/domain/currency.ts';

/** Something that is counted: its plural forms, as many as the language has, and whether it is feminine. */
export type Counted = {
  readonly forms: readonly [one: string, few: string, many: string];
  readonly feminine?: true;
};

/** How a language says numbers of things. */
export type Speech = {
  readonly currencies: Readonly<
    Record<Currency, { readonly major: Counted; readonly minor: Counted }>
  >;
  readonly count: (number: bigint, what: Counted) => string;
};

/** Groups of three digits, the highest first, with the power of a thousand each stands for. */
export function threes(
  number: bigint,
): readonly { readonly group: number; readonly power: number }[] {
  const digits = String(number);
  const whole = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = whole.match(/[0-9]{3}/gu) ?? [];
  return groups.map((group, at) => ({ group: Number(group), power: groups.length - 1 - at }));
}

/** The word at that place; numbers beyond the list cannot come up, since an amount is a safe integer. */
export function wordAt(words: readonly string[], at: number): string {
  return words[at] ?? '';
}
