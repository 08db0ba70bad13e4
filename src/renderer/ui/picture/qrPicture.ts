import { encode } from 'uqr';

import { INKS, contextOf, loadFonts, pngOf, wrapped } from './pen.ts';

const LEAST_WIDTH = 1000;
const MARGIN = 24;

/** A QR by itself; what a sandbox made says so above it. */
export async function qrPicture(text: string, notice: string | null): Promise<Blob> {
  const qr = qrOf(text);
  const side = Math.ceil(LEAST_WIDTH / qr.size) * qr.size;
  if (notice !== null) await loadFonts(notice);
  const lines = notice === null ? [] : noticeLines(notice, side - 2 * MARGIN);
  const top = lines.length === 0 ? 0 : lines.length * INKS.notice.lineHeight + 2 * MARGIN;
  const context = contextOf(side, top + side);
  drawNotice(context, lines, top);
  drawQr(context, qr, { x: 0, y: top, side });
  return pngOf(context);
}

export function noticeLines(notice: string, width: number): readonly string[] {
  const context = contextOf(1, 1);
  context.font = INKS.notice.font;
  return wrapped(notice, width, (text) => context.measureText(text).width);
}

/** White on red over the whole width. */
export function drawNotice(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  height: number,
): void {
  const { font, colour, lineHeight } = INKS.notice;
  context.fillStyle = '#b42318';
  context.fillRect(0, 0, context.canvas.width, height);
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = 'center';
  const from = (height - lines.length * lineHeight) / 2;
  for (const [at, line] of lines.entries()) {
    context.fillText(line, context.canvas.width / 2, from + (at + 0.5) * lineHeight);
  }
  context.textAlign = 'start';
}

type Place = { readonly x: number; readonly y: number; readonly side: number };

/** Whole pixels per module, so that every edge is sharp; what is left over is white. */
export function drawQr(context: CanvasRenderingContext2D, qr: Qr, place: Place): void {
  const scale = Math.floor(place.side / qr.size);
  const inset = Math.floor((place.side - scale * qr.size) / 2);
  context.fillStyle = '#ffffff';
  context.fillRect(place.x, place.y, place.side, place.side);
  context.fillStyle = '#000000';
  for (const [y, row] of qr.modules.entries()) {
    for (const [x, dark] of row.entries()) {
      if (!dark) continue;
      context.fillRect(place.x + inset + x * scale, place.y + inset + y * scale, scale, scale);
    }
  }
}

export type Qr = {
  readonly size: number;
  /** Row by row; true is dark. */
  readonly modules: readonly (readonly boolean[])[];
};

/** ISO 18004 wants four modules of white around it; scanners at a counter are grateful for all of them. */
const QUIET_ZONE = 4;

export function qrOf(text: string): Qr {
  const code = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size: code.size, modules: code.data };
}
