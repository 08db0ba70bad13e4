import type { Bitmap } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** How far a point is from the edge of a shape, in units of the drawing: below 0 is inside. */
export type Shape = (x: number, y: number) => number;
/** Later layers lie over earlier ones; without a colour they cut a hole. */
export type Layer = { readonly shape: Shape; readonly colour: Colour | null };

export function roundedSquare(from: number, to: number, radius: number): Shape {
  const middle = (from + to) / 2;
  const reach = (to - from) / 2 - radius;
  return (x, y) => {
    const across = Math.abs(x - middle) - reach;
    const down = Math.abs(y - middle) - reach;
    const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
    return outside + Math.min(Math.max(across, down), 0) - radius;
  };
}

export function disc(middleX: number, middleY: number, radius: number): Shape {
  return (x, y) => Math.hypot(x - middleX, y - middleY) - radius;
}

/** A line with round ends and corners. */
export function stroke(points: readonly (readonly [number, number])[], width: number): Shape {
  return (x, y) => {
    let nearest = Infinity;
    for (const [index, [toX, toY]] of points.entries()) {
      const [fromX, fromY] = points[index - 1] ?? [toX, toY];
      const runX = toX - fromX;
      const runY = toY - fromY;
      const length = runX * runX + runY * runY;
      const along = length === 0 ? 0 : ((x - fromX) * runX + (y - fromY) * runY) / length;
      const held = Math.max(0, Math.min(1, along));
      nearest = Math.min(nearest, Math.hypot(x - fromX - held * runX, y - fromY - held * runY));
    }
    return nearest - width / 2;
  };
}

/** Layers of a square drawing of `unit` × `unit`, drawn at `points` points a side. Edges are softened over one point. */
export function draw(points: number, unit: number, layers: readonly Layer[]): Bitmap {
  const rgba = new Uint8Array(points * points * 4);
  const scale = unit / points;
  for (let row = 0; row < points; row += 1) {
    for (let column = 0; column < points; column += 1) {
      const x = (column + 0.5) * scale;
      const y = (row + 0.5) * scale;
      rgba.set(pointOf(layers, x, y, scale), (row * points + column) * 4);
    }
  }
  return { width: points, height: points, rgba };
}

function pointOf(layers: readonly Layer[], x: number, y: number, scale: number): readonly number[] {
  let colour: Colour = [0, 0, 0];
  let alpha = 0;
  for (const { shape, colour: own } of layers) {
    const cover = Math.max(0, Math.min(1, 0.5 - shape(x, y) / scale));
    if (cover === 0) continue;
    if (own === null) {
      alpha *= 1 - cover;
      continue;
    }
    const both = cover + alpha * (1 - cover);
    const [red, green, blue] = colour;
    const under = (alpha * (1 - cover)) / both;
    const over = cover / both;
    colour = [
      own[0] * over + red * under,
      own[1] * over + green * under,
      own[2] * over + blue * under,
    ];
    alpha = both;
  }
  return [...colour, alpha * 255].map(Math.round);
}
