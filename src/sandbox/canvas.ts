import { type Glyph, type Stroke, readGlyphs } from './glyphs.ts';
import type { Picture } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

type TextStyle = {
  /** Pixels per cell; capitals are seven cells high. */
  readonly size: number;
  readonly colour: Colour;
  readonly bold?: boolean;
};

export type Canvas = {
  readonly picture: Picture;
  readonly fill: (x: number, y: number, width: number, height: number, colour: Colour) => void;
  /** x is the left edge, y the top of the capitals. */
  readonly text: (x: number, y: number, text: string, style: TextStyle) => void;
};

const glyphOf = readGlyphs();
const RADIUS = 0.46;
const BOLD_RADIUS = 0.56;

export function textWidth(text: string, size: number): number {
  return glyphsOf(text).reduce((width, glyph) => width + glyph.advance, -1) * size;
}

/** Cut at the last space where there is one, else anywhere: order ids have no words. Never empty. */
export function wrapText(text: string, size: number, maxWidth: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of charactersOf(text)) {
    line += character;
    if (textWidth(line, size) <= maxWidth || line.length < 2) continue;
    const space = line.lastIndexOf(' ');
    const cut = space > 0 ? space + 1 : line.length - character.length;
    lines.push(line.slice(0, cut).trimEnd());
    line = line.slice(cut);
  }
  return [...lines, line];
}

export function createCanvas(width: number, height: number, background: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  const blend: Blend = (x, y, colour, cover) => {
    if (cover <= 0 || x < 0 || y < 0 || x >= width || y >= height) return;
    const at = (y * width + x) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const old = pixels[at + channel] ?? 0;
      const ink = colour[channel] ?? 0;
      pixels[at + channel] = Math.round(old + (ink - old) * Math.min(1, cover));
    }
  };
  const fill: Canvas['fill'] = (left, top, fillWidth, fillHeight, colour) => {
    const row = Uint8Array.from({ length: fillWidth * 3 }, (_, index) => colour[index % 3] ?? 0);
    for (let y = top; y < top + fillHeight; y += 1) pixels.set(row, (y * width + left) * 3);
  };
  fill(0, 0, width, height, background);
  return {
    picture: { width, height, pixels },
    fill,
    text(x, y, text, style) {
      let left = x;
      for (const glyph of glyphsOf(text)) {
        drawGlyph(glyph, left, y, style, blend);
        left += glyph.advance * style.size;
      }
    },
  };
}

function charactersOf(text: string): readonly string[] {
  return Array.from(text.replaceAll('\u00a0', ' '));
}

function glyphsOf(text: string): readonly Glyph[] {
  return charactersOf(text).map(glyphOf);
}

type Blend = (x: number, y: number, colour: Colour, cover: number) => void;

/** A pixel is covered by how near it is to the nearest stroke: round ends and smooth edges for nothing. */
function drawGlyph(glyph: Glyph, left: number, top: number, style: TextStyle, blend: Blend): void {
  const { size, colour } = style;
  const radius = (style.bold === true ? BOLD_RADIUS : RADIUS) * size;
  const originX = left + size / 2;
  const originY = top + size / 2;
  const box = pixelBox(glyph.strokes, size, radius);
  for (let y = Math.floor(originY + box.top); y <= originY + box.bottom; y += 1) {
    for (let x = Math.floor(originX + box.left); x <= originX + box.right; x += 1) {
      const away = nearest(glyph.strokes, (x + 0.5 - originX) / size, (y + 0.5 - originY) / size);
      blend(x, y, colour, radius - away * size + 0.5);
    }
  }
}

function pixelBox(strokes: readonly Stroke[], size: number, radius: number) {
  const xs = strokes.flatMap((stroke) => [stroke.x1, stroke.x2]);
  const ys = strokes.flatMap((stroke) => [stroke.y1, stroke.y2]);
  const margin = radius + 1;
  return {
    left: Math.min(...xs) * size - margin,
    right: Math.max(...xs) * size + margin,
    top: Math.min(...ys) * size - margin,
    bottom: Math.max(...ys) * size + margin,
  };
}

function nearest(strokes: readonly Stroke[], x: number, y: number): number {
  let least = Infinity;
  for (const stroke of strokes) least = Math.min(least, distance(stroke, x, y));
  return least;
}

function distance(stroke: Stroke, x: number, y: number): number {
  const { x1, y1, x2, y2 } = stroke;
  const length2 = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length2 === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length2;
  const t = Math.max(0, Math.min(1, along));
  const offX = x - x1 - t * (x2 - x1);
  const offY = y - y1 - t * (y2 - y1);
  return Math.sqrt(offX * offX + offY * offY);
}
