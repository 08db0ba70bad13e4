import { type Placeholder, PLACEHOLDERS, placeholdersIn } from './placeholders.ts';

/** WhatsApp reads *x*, _x_, ~x~ and `x` where they stand as a word, and the marks are gone from what the customer sees. */
const READ = /(?<![\p{L}\p{N}])(?<mark>[*_~`])(?=\S).+?(?<=\S)\k<mark>(?![\p{L}\p{N}])/u;

/** What would arrive changed: a reason "_7_" as "7". There is no escape; a link is left alone. */
export function alteredByWhatsApp(
  wording: string,
  values: Readonly<Record<Placeholder, string>>,
): readonly Placeholder[] {
  const used = placeholdersIn(wording);
  return PLACEHOLDERS.filter(
    (placeholder) =>
      placeholder !== 'link' && used.has(placeholder) && READ.test(values[placeholder]),
  );
}
