/**
 * Where a list of any length stands under a scrollbar of bounded length. Browsers stop laying out at some 16–33 million CSS
 * pixels, fewer at a display scale; beyond a bound far below that the scrollbar is only a map of the list.
 */
export const LONGEST_SPACER_PX = 4_000_000;

export type Geometry = {
  readonly count: number;
  readonly rowPx: number;
  /** What of the list is seen at once. */
  readonly viewPx: number;
};

/** `last` is in it; an empty list has none: `last` is -1. */
export type Span = { readonly first: number; readonly last: number };

export function spacerPx({ count, rowPx }: Geometry): number {
  return Math.min(count * rowPx, LONGEST_SPACER_PX);
}

export function isScaled({ count, rowPx }: Geometry): boolean {
  return count * rowPx > LONGEST_SPACER_PX;
}

/** The position at which the last row stands at the bottom. */
export function lastTop({ count, rowPx, viewPx }: Geometry): number {
  return Math.max(0, count * rowPx - viewPx);
}

export function clampTop(geometry: Geometry, top: number): number {
  return Math.min(Math.max(0, top), lastTop(geometry));
}

/** Where the scrollbar stands for a position of the list. */
export function scrollOf(geometry: Geometry, top: number): number {
  const clamped = clampTop(geometry, top);
  if (!isScaled(geometry)) return clamped;
  return (clamped / lastTop(geometry)) * lastScroll(geometry);
}

/** The position of the list for the scrollbar. Where it is only a map, a row never stands cut after a jump. */
export function topOf(geometry: Geometry, scroll: number): number {
  if (!isScaled(geometry)) return clampTop(geometry, scroll);
  const share = Math.min(Math.max(0, scroll / lastScroll(geometry)), 1);
  if (share === 1) return lastTop(geometry);
  return Math.floor((share * lastTop(geometry)) / geometry.rowPx) * geometry.rowPx;
}

/** Every row of which at least a pixel is seen. */
export function spanAt({ count, rowPx, viewPx }: Geometry, top: number): Span {
  const first = Math.floor(top / rowPx);
  const last = Math.ceil((top + viewPx) / rowPx) - 1;
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(last, count - 1) };
}

/** The nearest position at which the whole row is seen. */
export function topShowing(geometry: Geometry, top: number, at: number): number {
  const { rowPx, viewPx } = geometry;
  const start = at * rowPx;
  if (start < top) return clampTop(geometry, start);
  if (start + rowPx > top + viewPx) return clampTop(geometry, start + rowPx - viewPx);
  return top;
}

/** Rows of a page for PageUp and PageDown: one stays, so that the eye finds its place. */
export function pageRows({ rowPx, viewPx }: Geometry): number {
  return Math.max(1, Math.floor(viewPx / rowPx) - 1);
}

function lastScroll({ viewPx }: Geometry): number {
  return LONGEST_SPACER_PX - viewPx;
}
