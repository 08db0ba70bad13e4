/** A stroke from one grid point to another; a dot where both are the same. Units are cells, y grows downwards. */
export type Stroke = {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
};
export type Glyph = { readonly strokes: readonly Stroke[]; readonly advance: number };

const COLUMNS = 5;
const ROWS = 7;
/** Cells from one stroke's end to the next glyph's beginning; a stroke is about one cell thick. */
const GAP = 2;
const SPACE_ADVANCE = 3.5;

/** Printable ASCII: each character is followed by its seven rows, top first, a row's five dots being one base-32 digit. */
const DOTS = `
  !4444404 "aa00000 #aavavaa $4fke5u4 %op248j3 &cik8lid
  '4400000 (2488842 )8422248 *04lel40 +044v440 ,0000048
  -000e000 .0000004 /11248gg 0ehhlhhe 14c4444e 2eh1248v
  3eh161he 426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe
  9ehhf12c :0040004 ;0040048 <248g842 =00v0v00 >8421248
  ?eh12404 @ehnlngf Aehhvhhh Buhhuhhu Cehggghe Duhhhhhu
  Evgguggv Fvgguggg Gehgnhhe Hhhhvhhh Ie44444e J72222ic
  Khikokih Lggggggv Mhrllhhh Nhhpljhh Oehhhhhe Puhhuggg
  Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4
  Whhhllla Xhha4ahh Yhha4444 Zv1248gv [e88888e \\gg84211
  ]e22222e ^4ah0000 _000000v \`8400000 a00e1fhf bgguhhhu
  c00ehghe d11fhhhf e00ehvge f688u888 gfhhhf1e hgguhhhh
  i40c444e j20622ic kggikoki lc44444e m00qllll n00uhhhh
  o00ehhhe puhhhugg qfhhhf11 r00e8888 s00fge1u t88u8886
  u00hhhhf v00hhha4 w00hhlla x00ha4ah yhhhhf1e z00v248v
  {6448446 |4444444 }c44244c ~008l200
`;
/** g, p, q and y hang below the line. */
const HANGING = new Set(['g', 'p', 'q', 'y']);
const HANG_ROWS = 2;
/** For characters that the table lacks: an empty box. */
const BOX = 'vhhhhhv';

/** Neighbouring dots are joined by strokes, which is what makes a letter of them at any size. */
export function readGlyphs(): (character: string) => Glyph {
  const glyphs = new Map<string, Glyph>();
  for (const word of DOTS.trim().split(/\s+/u)) {
    const character = word.charAt(0);
    glyphs.set(character, glyphFrom(character, word.slice(1)));
  }
  glyphs.set(' ', { strokes: [], advance: SPACE_ADVANCE });
  const box = glyphFrom('', BOX);
  return (character) => glyphs.get(character) ?? box;
}

function glyphFrom(character: string, rows: string): Glyph {
  const bits = rows.split('').map((digit) => Number.parseInt(digit, 32));
  const isDot = (x: number, y: number): boolean =>
    x >= 0 && x < COLUMNS && (((bits[y] ?? 0) >> (COLUMNS - 1 - x)) & 1) === 1;
  const columns = Array.from({ length: COLUMNS }, (_, x) => x);
  const used = columns.filter((x) => bits.some((_, y) => isDot(x, y)));
  // Digits keep their full width, so that numbers stand in columns.
  const isDigit = character >= '0' && character <= '9';
  const left = isDigit ? 0 : (used[0] ?? 0);
  const right = isDigit ? COLUMNS - 1 : (used.at(-1) ?? 0);
  const drop = HANGING.has(character) ? HANG_ROWS : 0;
  const strokes: Stroke[] = [];
  for (let y = 0; y < ROWS; y += 1) {
    for (const x of columns) {
      if (!isDot(x, y)) continue;
      for (const [toX, toY] of neighbours(isDot, x, y)) {
        strokes.push({ x1: x - left, y1: y + drop, x2: toX - left, y2: toY + drop });
      }
    }
  }
  return { strokes, advance: right - left + GAP };
}

/** The dot itself, then those to its right and below; diagonally only where no straight way leads there. */
function neighbours(
  isDot: (x: number, y: number) => boolean,
  x: number,
  y: number,
): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [[x, y]];
  const below = isDot(x, y + 1);
  if (isDot(x + 1, y)) found.push([x + 1, y]);
  if (below) found.push([x, y + 1]);
  if (isDot(x + 1, y + 1) && !isDot(x + 1, y) && !below) found.push([x + 1, y + 1]);
  if (isDot(x - 1, y + 1) && !isDot(x - 1, y) && !below) found.push([x - 1, y + 1]);
  return found;
}
