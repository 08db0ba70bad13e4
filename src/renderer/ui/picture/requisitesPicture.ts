import { drawNotice, drawQr, noticeLines, qrOf } from './qrPicture.ts';
import { INKS, type Ink, contextOf, loadFonts, pngOf, wrapped } from './pen.ts';

type Row = { readonly label: string; readonly value: string; readonly isNumber: boolean };

export type PictureContent = {
  readonly notice: string | null;
  readonly pay: string;
  readonly amount: string;
  readonly rows: readonly Row[];
  readonly link: { readonly address: string; readonly label: string } | null;
  readonly validity: Row | null;
};

const WIDTH = 1080;
const MARGIN = 64;
const INNER = WIDTH - 2 * MARGIN;
const GAP = 28;
const QR_SIDE = 560;

type Step =
  | { readonly kind: 'line'; readonly text: string; readonly ink: Ink }
  | { readonly kind: 'gap' }
  | { readonly kind: 'qr'; readonly text: string };

/** The requisites as one picture, for chats in which a text is too easily changed. */
export async function requisitesPicture(content: PictureContent): Promise<Blob> {
  await loadFonts(JSON.stringify(content));
  const steps = stepsOf(content);
  const notice = content.notice === null ? [] : noticeLines(content.notice, INNER);
  const band = notice.length === 0 ? 0 : notice.length * INKS.notice.lineHeight + 2 * 24;
  const height = steps.reduce((sum, step) => sum + heightOf(step), 0);
  const context = contextOf(WIDTH, band + MARGIN + height + MARGIN);
  if (band > 0) drawNotice(context, notice, band);
  let y = band + MARGIN;
  for (const step of steps) {
    drawStep(context, step, y);
    y += heightOf(step);
  }
  return pngOf(context);
}

function stepsOf({ pay, amount, rows, link, validity }: PictureContent): readonly Step[] {
  return [
    ...lines(pay, INKS.label),
    ...lines(amount, INKS.amount),
    ...rows.flatMap(rowSteps),
    ...(link === null
      ? []
      : [
          { kind: 'gap' } as const,
          ...lines(link.label, INKS.label),
          { kind: 'qr', text: link.address } as const,
          ...lines(link.address, INKS.link),
        ]),
    ...(validity === null ? [] : rowSteps(validity)),
  ];
}

function rowSteps({ label, value, isNumber }: Row): readonly Step[] {
  return [
    { kind: 'gap' },
    ...lines(label, INKS.label),
    ...lines(value, isNumber ? INKS.number : INKS.value),
  ];
}

function lines(text: string, ink: Ink): readonly Step[] {
  const context = contextOf(1, 1);
  context.font = ink.font;
  const measure = (part: string): number => context.measureText(part).width;
  return wrapped(text, INNER, measure).map((line) => ({ kind: 'line', text: line, ink }));
}

function heightOf(step: Step): number {
  if (step.kind === 'gap') return GAP;
  return step.kind === 'qr' ? QR_SIDE : step.ink.lineHeight;
}

function drawStep(context: CanvasRenderingContext2D, step: Step, y: number): void {
  if (step.kind === 'gap') return;
  if (step.kind === 'qr') {
    drawQr(context, qrOf(step.text), { x: (WIDTH - QR_SIDE) / 2, y, side: QR_SIDE });
    return;
  }
  context.font = step.ink.font;
  context.fillStyle = step.ink.colour;
  context.fillText(step.text, MARGIN, y + step.ink.lineHeight / 2);
}
