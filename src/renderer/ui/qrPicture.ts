import { encode } from 'uqr';

const LEAST_WIDTH = 1000;
/** ISO 18004 wants four modules of white around it; scanners at a counter are grateful for all of them. */
const QUIET_ZONE = 4;
const NOTICE_FONT = "700 34px 'Inter Variable', system-ui, sans-serif";
const NOTICE_HEIGHT = 92;
const NOTICE_MARGIN = 24;

/** A QR by itself; what a sandbox made says so above it, in a few words. */
export async function qrPicture(text: string, notice: string | null): Promise<Blob> {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  // Whole pixels per module, so that every edge is sharp.
  const scale = Math.ceil(LEAST_WIDTH / size);
  const side = scale * size;
  const top = notice === null ? 0 : NOTICE_HEIGHT;
  const context = contextOf(side, top + side);
  if (notice !== null) await drawNotice(context, notice);
  context.fillStyle = '#ffffff';
  context.fillRect(0, top, side, side);
  context.fillStyle = '#000000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * scale, top + y * scale, scale, scale);
    }
  }
  return pngOf(context);
}

/** White on red over the whole width: it is read before the code is scanned. */
async function drawNotice(context: CanvasRenderingContext2D, notice: string): Promise<void> {
  // Fonts come in parts by script: what is to be drawn has to be loaded before it is.
  await document.fonts.load(NOTICE_FONT, notice);
  const { width } = context.canvas;
  context.fillStyle = '#b42318';
  context.fillRect(0, 0, width, NOTICE_HEIGHT);
  context.font = NOTICE_FONT;
  context.fillStyle = '#ffffff';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(notice, width / 2, NOTICE_HEIGHT / 2, width - 2 * NOTICE_MARGIN);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  return context;
}

function pngOf({ canvas }: CanvasRenderingContext2D): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no picture'));
      else resolve(blob);
    }, 'image/png');
  });
}
