import { type Colour, type Layer, disc, draw, roundedSquare, stroke } from './draw.ts';
import { encodePng } from './png.ts';

/** src/renderer/icon.svg, whose drawing is 32 × 32. */
const UNIT = 32;
const BLUE: Colour = [0x42, 0x63, 0xeb];
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const RED: Colour = [0xe0, 0x31, 0x31];

/** An arrow into a tray. A little bolder than the large icon: at 16 points its lines would be lost. */
function sign(colour: Colour | null, width: number): readonly Layer[] {
  return [
    stroke(
      [
        [16, 6],
        [16, 15],
      ],
      width,
    ),
    stroke(
      [
        [11.5, 10.5],
        [16, 15],
        [20.5, 10.5],
      ],
      width,
    ),
    stroke(
      [
        [8, 20],
        [24, 20],
        [24, 24.5],
        [8, 24.5],
        [8, 20],
      ],
      width,
    ),
  ].map((shape) => ({ shape, colour }));
}

const MARK = disc(24.5, 7.5, 7);
/** A rim of nothing keeps the mark apart from what it lies on. */
const RIM = disc(24.5, 7.5, 8.5);

/** The tray of Windows and Linux: in colour, marked where something is without an answer. */
export function trayPng(points: number, isMarked: boolean): Buffer {
  const layers: readonly Layer[] = [
    { shape: roundedSquare(0, UNIT, 8), colour: BLUE },
    ...sign(WHITE, 3),
  ];
  const mark: readonly Layer[] = [
    { shape: RIM, colour: null },
    { shape: MARK, colour: RED },
  ];
  return encodePng(draw(points, UNIT, isMarked ? [...layers, ...mark] : layers));
}

/** macOS's menu bar: black and clear alone, which the system paints for its own look. The number stands beside it. */
export function templatePng(points: number): Buffer {
  const layers: readonly Layer[] = [
    { shape: roundedSquare(1, UNIT - 1, 7), colour: BLACK },
    ...sign(null, 3),
  ];
  return encodePng(draw(points, UNIT, layers));
}

/** Over the taskbar's icon on Windows, which has no number of its own. */
export function overlayPng(points: number): Buffer {
  return encodePng(draw(points, UNIT, [{ shape: disc(16, 16, 14), colour: RED }]));
}
