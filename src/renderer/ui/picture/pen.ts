export type Ink = { readonly font: string; readonly colour: string; readonly lineHeight: number };

const SANS = "'Inter Variable', system-ui, sans-serif";
const MONO = "'JetBrains Mono Variable', ui-monospace, monospace";

/** Always dark on white: the customer sees it in a chat with an unknown theme. */
export const INKS = {
  notice: { font: `700 34px ${SANS}`, colour: '#ffffff', lineHeight: 44 },
  label: { font: `500 28px ${SANS}`, colour: '#5f6a7e', lineHeight: 40 },
  amount: { font: `650 72px ${SANS}`, colour: '#171a21', lineHeight: 92 },
  value: { font: `500 40px ${SANS}`, colour: '#171a21', lineHeight: 54 },
  number: { font: `500 50px ${MONO}`, colour: '#171a21', lineHeight: 66 },
  link: { font: `400 26px ${MONO}`, colour: '#171a21', lineHeight: 38 },
} as const satisfies Record<string, Ink>;

/** Fonts come in parts by script: what is to be drawn has to be loaded before it is. */
export async function loadFonts(text: string): Promise<void> {
  const fonts = Object.values(INKS).map(({ font }) => font);
  await Promise.all(fonts.map((font) => document.fonts.load(font, text)));
}

/** Lines no wider than `width`; a word that is wider by itself is broken, never cut. */
export function wrapped(
  text: string,
  width: number,
  measure: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\s)/u)) {
    if (line !== '' && measure((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    while (measure(line.trimEnd()) > width && line.length > 1) {
      const fits = longestThatFits(line, width, measure);
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

function longestThatFits(text: string, width: number, measure: (text: string) => number): number {
  let fits = 1;
  while (fits < text.length && measure(text.slice(0, fits + 1)) <= width) fits += 1;
  return fits;
}

/** White all over; a canvas of one pixel is enough to measure by. */
export function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  // As on the screen: no character of a link melts into another. Letters that stand apart are not joined.
  context.letterSpacing = '0.01px';
  return context;
}

export function pngOf({ canvas }: CanvasRenderingContext2D): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no picture'));
      else resolve(blob);
    }, 'image/png');
  });
}
