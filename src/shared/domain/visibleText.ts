/** A joiner or a selector inside an emoji is seen: it is what makes one picture of several. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`;
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*`;
/** Drawn as a space, or as a break, and not equal to one. */
const UNUSUAL_SPACE = String.raw`[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]|(?! )\p{Zs}`;
/** Nothing is drawn for these: format and bidi characters, tags, fillers, selectors, controls, halves of a surrogate pair. */
const INVISIBLE = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2800]`;
const PARTS = new RegExp(
  `(?<emoji>${EMOJI})|(?<space>${UNUSUAL_SPACE})|(?<invisible>${INVISIBLE})`,
  'gu',
);

function hiddenIn(text: string): readonly string[] {
  return Array.from(text.matchAll(PARTS)).flatMap(({ groups }) =>
    groups?.['emoji'] === undefined ? (groups?.['space'] ?? groups?.['invisible'] ?? []) : [],
  );
}

/** ASCII that can be seen, Latin and Cyrillic letters: most texts need no further look, and files have a million of them. */
const PLAINLY_VISIBLE = /^[ -~\u00a1-\u00ac\u00ae-\u024f\u0400-\u0482\u048a-\u052f]*$/u;

/** Two texts that look the same would else be two customers, two orders or two addresses. */
export function hasHidden(text: string): boolean {
  return !PLAINLY_VISIBLE.test(text) && hiddenIn(text).length > 0;
}

/** What can be seen of it: an unusual space is a plain one, the rest goes. */
export function visibleText(text: string): string {
  return text.replaceAll(
    PARTS,
    (_, emoji?: string, space?: string) => emoji ?? (space === undefined ? '' : ' '),
  );
}

/** Each code once, `U+200B`, in the order in which they come. */
export function hiddenCodes(text: string): readonly string[] {
  const codes = hiddenIn(text).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, '0')}`;
  });
  return [...new Set(codes)];
}
