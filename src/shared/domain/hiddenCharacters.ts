/** Invisible characters, and those that make two texts differ that look the same. */
type HiddenKind =
  | 'space_before'
  | 'space_after'
  | 'no_break_space'
  | 'other_space'
  | 'line_break'
  | 'zero_width'
  | 'direction'
  | 'soft_hyphen'
  | 'control';

type TextPiece = {
  /** Where in the text it begins. */
  readonly at: number;
  readonly text: string;
  /** Null: it can be seen. */
  readonly hidden: { readonly kind: HiddenKind; readonly code: string } | null;
};

/** Together the pieces are exactly the text. Each hidden character is a piece of its own. */
export function piecesOf(text: string): readonly TextPiece[] {
  const { from, to } = innerOf(text);
  const pieces: TextPiece[] = [];
  let seen = '';
  let at = 0;
  const endSeen = (): void => {
    if (seen !== '') pieces.push({ at: at - seen.length, text: seen, hidden: null });
    seen = '';
  };
  for (const character of text) {
    const kind = kindOf(character, at < from ? 'before' : at >= to ? 'after' : 'inside');
    if (kind === null) {
      seen += character;
    } else {
      endSeen();
      pieces.push({ at, text: character, hidden: { kind, code: codeOf(character) } });
    }
    at += character.length;
  }
  endSeen();
  return pieces;
}

/** What stands between the spaces at either end. */
function innerOf(text: string): { readonly from: number; readonly to: number } {
  return { from: text.length - text.trimStart().length, to: text.trimEnd().length };
}

type HiddenCharacter = {
  readonly kind: HiddenKind;
  readonly code: string;
  readonly count: number;
};

/** Everything that `kindOf` may have a name for. */
const SUSPECT = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Each sort once, in the order in which they come. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  const { from, to } = innerOf(text);
  // Counted first: hundreds of thousands of them are named once.
  const counts = new Map<string, number>();
  for (const { 0: character, index } of text.matchAll(SUSPECT)) {
    const key = `${index < from ? 'b' : index >= to ? 'a' : 'i'}${character}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const found = new Map<string, HiddenCharacter>();
  for (const [key, count] of counts) {
    const character = key.slice(1);
    const kind = kindOf(character, WHERE[key.charAt(0)] ?? 'inside');
    if (kind === null) continue;
    const code = codeOf(character);
    const before = found.get(`${kind} ${code}`)?.count ?? 0;
    found.set(`${kind} ${code}`, { kind, code, count: before + count });
  }
  return [...found.values()];
}

type Where = 'before' | 'inside' | 'after';
const WHERE: Readonly<Record<string, Where>> = { b: 'before', i: 'inside', a: 'after' };

function kindOf(character: string, where: Where): HiddenKind | null {
  if (/[\n\r\u0085\u2028\u2029\v\f]/u.test(character)) return 'line_break';
  if (/[\u00a0\u202f\u2007]/u.test(character)) return 'no_break_space';
  if (character === '\u00ad') return 'soft_hyphen';
  if (/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u.test(character)) return 'direction';
  // Also what a font draws nothing for: fillers of Hangul, selectors of a variant, blank Braille.
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)) {
    return 'zero_width';
  }
  if (/\s/u.test(character)) {
    if (where !== 'inside') return where === 'before' ? 'space_before' : 'space_after';
    return character === ' ' ? null : 'other_space';
  }
  return /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u.test(character) ? 'control' : null;
}

/** U+200F */
function codeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}
