import { type Placeholder, PLACEHOLDERS, placeholdersIn } from './placeholders.ts';

/** WhatsApp reads *x*, _x_, ~x~ and `x` where they stand as a word, and the marks are gone from what the customer sees. */
const MARKS = ['*', '_', '~', '`'].map((mark) => ({
  opening: new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)`, 'u'),
  closing: new RegExp(`(?<=\\S)[${mark}](?![\\p{L}\\p{N}])`, 'gu'),
}));

/** One pattern for a whole pair would look for its end from each beginning anew: minutes, in a text of beginnings alone. */
function hasFormatting(text: string): boolean {
  return text.split(/[\n\r\u2028\u2029]/u).some((line) =>
    MARKS.some(({ opening, closing }) => {
      const at = line.search(opening);
      if (at === -1) return false;
      // At least one character stands between them.
      closing.lastIndex = at + 2;
      return closing.test(line);
    }),
  );
}

/** What would arrive changed: a reason "_7_" as "7". There is no escape; a link is left alone. */
export function alteredByWhatsApp(
  wording: string,
  values: Readonly<Record<Placeholder, string>>,
): readonly Placeholder[] {
  const used = placeholdersIn(wording);
  return PLACEHOLDERS.filter(
    (placeholder) =>
      placeholder !== 'link' && used.has(placeholder) && hasFormatting(values[placeholder]),
  );
}
