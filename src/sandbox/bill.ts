import { type Canvas, type Colour, createCanvas, textWidth, wrapText } from './canvas.ts';
import { displayAmount, displayTime, groupNumber } from './display.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { isTransferMethod } from './limits.ts';
import { EN } from './page/en.ts';
import { TEST_NOTICE } from './paymentData.ts';
import { encodePng } from './png.ts';

const WIDTH = 640;
const MARGIN = 44;
const CONTENT = WIDTH - 2 * MARGIN;

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [23, 26, 33];
const MUTED: Colour = [93, 102, 120];
const LINE: Colour = [228, 231, 236];
const WARN: Colour = [138, 75, 0];
const WARN_TINT: Colour = [255, 244, 224];
const WARN_LINE: Colour = [245, 180, 80];
const ACCENT: Colour = [59, 91, 219];
const TINT: Colour = [237, 242, 255];

/** One thing drawn at a height that the things above it decide. */
type Block = { readonly height: number; readonly draw: (canvas: Canvas, top: number) => void };

/** The bill of a direct request: everything needed for the transfer, in one picture that survives being forwarded. */
export async function billImage(entry: LedgerEntry): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = [notice(), amount(entry), number(entry), ...rows(entry), space(20)];
  const height = blocks.reduce((sum, block) => sum + block.height, 0);
  const canvas = createCanvas(WIDTH, height, PAPER);
  let top = 0;
  for (const block of blocks) {
    block.draw(canvas, top);
    top += block.height;
  }
  return encodePng(canvas.picture);
}

function space(height: number): Block {
  return { height, draw: () => {} };
}

function notice(): Block {
  return {
    height: 108,
    draw(canvas, top) {
      canvas.fill(0, top, WIDTH, 104, WARN_TINT);
      canvas.fill(0, top + 104, WIDTH, 2, WARN_LINE);
      canvas.text(MARGIN, top + 24, TEST_NOTICE, { size: 5, colour: WARN, bold: true });
      const words = 'A sandbox bill. Nobody receives this money.';
      canvas.text(MARGIN, top + 73, words, { size: 2, colour: WARN });
    },
  };
}

function amount(entry: LedgerEntry): Block {
  const text = displayAmount(entry.cents);
  const whole = `${text} ${entry.currency}`;
  const size = Math.min(7, (CONTENT * 7) / textWidth(whole, 7));
  return {
    height: 136,
    draw(canvas, top) {
      canvas.text(MARGIN, top + 28, 'Amount', { size: 2, colour: MUTED });
      canvas.text(MARGIN, top + 58, whole, { size, colour: INK, bold: true });
    },
  };
}

function number(entry: LedgerEntry): Block {
  const { payment_type: type, payment_data: data } = entry;
  const label = isTransferMethod(type) ? EN.methods[type].number : 'Number';
  const text = groupNumber(data.number ?? '').join(' ');
  const size = Math.min(4.5, ((CONTENT - 8) * 4.5) / textWidth(text, 4.5));
  return {
    height: 116,
    draw(canvas, top) {
      canvas.fill(MARGIN - 20, top, CONTENT + 40, 100, TINT);
      canvas.fill(MARGIN - 20, top, 4, 100, ACCENT);
      canvas.text(MARGIN, top + 20, label, { size: 2, colour: ACCENT });
      canvas.text(MARGIN, top + 49, text, { size, colour: INK, bold: true });
    },
  };
}

function rows(entry: LedgerEntry): readonly Block[] {
  const { payment_data: data } = entry;
  const facts = [
    ['Recipient', data.name],
    ['Bank', data.bank_name],
    ['BIC', data.bic],
    ['Payment reason', data.payment_reason],
    ['Order', entry.order_id],
    ['Request', entry.id],
    ['Made', displayTime(entry.at)],
  ] as const;
  const present = facts.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value }],
  );
  return present.map(({ label, value }, index) => row(label, value, index > 0));
}

const LABEL_WIDTH = 180;
const ROW_SIZE = 2.25;
const SMALLEST_ROW_SIZE = 1.75;
const ROW_LINE = 26;

function row(label: string, value: string, ruled: boolean): Block {
  const room = CONTENT - LABEL_WIDTH;
  // A UUID is better a little smaller than cut in two.
  const fitting = Math.min(ROW_SIZE, (room * ROW_SIZE) / textWidth(value, ROW_SIZE));
  const size = fitting < SMALLEST_ROW_SIZE ? ROW_SIZE : fitting;
  const lines = wrapText(value, size, room);
  return {
    height: 22 + lines.length * ROW_LINE,
    draw(canvas, top) {
      if (ruled) canvas.fill(MARGIN, top, CONTENT, 1, LINE);
      canvas.text(MARGIN, top + 17, label, { size: 2, colour: MUTED });
      lines.forEach((line, index) => {
        const y = top + 16 + index * ROW_LINE;
        canvas.text(MARGIN + LABEL_WIDTH, y, line, { size, colour: INK });
      });
    },
  };
}
