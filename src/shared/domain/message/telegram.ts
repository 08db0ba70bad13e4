import { BRACED, type Placeholder, PLACEHOLDERS } from './placeholders.ts';

/**
 * Telegram's apps read marks in what is pasted and sent: `x`, **x**, __x__, ~~x~~, ||x||, [x](y). They have no escape, and the
 * marks are gone from what the customer sees: a reason "A__7__B" would arrive as "A7B". Inside backticks nothing is read.
 */
const MARKS = /\*\*|__|~~|\|\||\]\(/u;

/** Where nothing can be kept in backticks: also a bracket, whose other half may stand in the next value. */
const READ = new RegExp(`[\`[\\]()]|${MARKS.source}`, 'u');

export type Guard = {
  /** The wording as it can be used beside these values. */
  readonly wording: (text: string) => string;
  /** A value that stands in no backticks. */
  readonly bare: (word: string, value: string) => string;
  readonly altered: readonly Placeholder[];
};

export const plainGuard: Guard = {
  wording: (text) => text,
  bare: (_word, value) => value,
  altered: [],
};

/**
 * A value with marks goes into backticks of its own. One with a backtick cannot be kept safe, and would pair with those around
 * the number: then the message has none at all. Nothing of a value is ever changed; what Telegram would change is told.
 */
export function telegramGuard(
  wording: string,
  values: Readonly<Record<Placeholder, string>>,
): Guard {
  const words = new Set([...wording.matchAll(BRACED)].map(({ groups }) => groups?.['word']));
  const used = PLACEHOLDERS.filter((placeholder) => words.has(placeholder));
  if (used.some((placeholder) => values[placeholder].includes('`'))) {
    // The address of a link begins in this value and ends in a later one: what stands between them is not seen at all.
    const isLinking = used.some((placeholder) => values[placeholder].includes(']('));
    return {
      ...plainGuard,
      wording: (text) => text.replaceAll('`', ''),
      altered: used.filter(
        (placeholder) =>
          values[placeholder] !== '' && (isLinking || READ.test(values[placeholder])),
      ),
    };
  }
  return {
    wording: (text) => text,
    // In backticks a link could not be pressed.
    bare: (word, value) => (word !== 'link' && MARKS.test(value) ? `\`${value}\`` : value),
    altered: words.has('link') && MARKS.test(values.link) ? ['link'] : [],
  };
}
