import type { Direction, Pages } from '../search/pages.ts';
import {
  type Geometry,
  clampTop,
  isScaled,
  scrollOf,
  spanAt,
  topOf,
  topShowing,
} from './position.ts';

/** Which rows are in the page, seen or about to be; `base` is the row that their places are counted from. */
export type View = { readonly first: number; readonly last: number; readonly base: number };
export const NOTHING_SEEN: View = { first: 0, last: -1, base: 0 };

const OVERSCAN = 6;
/** In rows: the drawn part changes only in steps of this length, so that most scrolling draws nothing. */
const STEP = 6;
/** What stands there stays so long; then rows say that they are on their way. */
const PATIENCE_MS = 150;

type Draw = (view: View, isUrgent: boolean) => void;

/** Keeps the wanted and the drawn position apart: what is drawn is always whole, if need be for a moment longer. */
export class Scroller {
  readonly #draw: Draw;
  #frame: HTMLElement | null = null;
  #body: HTMLElement | null = null;
  #pages: Pages | null = null;
  #geometry: Geometry = { count: 0, rowPx: 32, viewPx: 0 };
  #drawn: View = NOTHING_SEEN;
  #top = 0;
  /** Where this put the scrollbar itself: hearing of it must not move anything again. */
  #ownScroll = -1;
  #direction: Direction = 'still';
  #patience: number | null = null;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  attach(frame: HTMLElement, body: HTMLElement): () => void {
    this.#frame = frame;
    this.#body = body;
    frame.addEventListener('scroll', this.#onScroll, { passive: true });
    frame.addEventListener('wheel', this.#onWheel, { passive: false });
    this.#paint(false, true);
    return () => {
      this.#stopWaiting();
      frame.removeEventListener('scroll', this.#onScroll);
      frame.removeEventListener('wheel', this.#onWheel);
    };
  }

  /** What is scrolled through; said whenever any of it has changed. Without a `top` it stays at the same row. */
  show(pages: Pages, geometry: Geometry, top: number | null): void {
    const isOther = this.#pages !== pages;
    const isZoomed = this.#geometry.rowPx !== geometry.rowPx;
    const sameTop = (this.#top / this.#geometry.rowPx) * geometry.rowPx;
    this.#pages = pages;
    this.#geometry = geometry;
    if (isOther) this.#direction = 'still';
    this.#setTop(top ?? sameTop);
    this.#moveScrollbar();
    this.#paint(false, isOther || isZoomed);
  }

  moveTo(top: number): void {
    this.#setTop(top);
    this.#moveScrollbar();
    this.#paint(true, false);
  }

  /** As little as it takes to have the whole row in view. */
  showRow(at: number): void {
    const top = topShowing(this.#geometry, this.#top, at);
    if (top !== this.#top) this.moveTo(top);
  }

  top(): number {
    return this.#top;
  }

  geometry(): Geometry {
    return this.#geometry;
  }

  /** Something that was waited for may have come. */
  refresh(): void {
    this.#paint(false, false);
  }

  #paint(isUrgent: boolean, isForced: boolean): void {
    const geometry = this.#geometry;
    if (this.#pages === null || geometry.viewPx <= 0) return;
    const span = spanAt(geometry, this.#top);
    this.#pages.want(span, this.#direction);
    if (!isForced && !this.#pages.hasAll(span)) {
      this.#patience ??= window.setTimeout(() => this.#paint(true, true), PATIENCE_MS);
      return;
    }
    this.#stopWaiting();
    const view = viewOf(span.first, span.last, geometry.count);
    const { first, last } = this.#drawn;
    if (view.first !== first || view.last !== last) {
      this.#drawn = view;
      this.#draw(view, isUrgent);
    }
    const px = view.base * geometry.rowPx - this.#top;
    if (this.#body !== null) this.#body.style.transform = `translate3d(0, ${px}px, 0)`;
  }

  #stopWaiting(): void {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
  }

  #setTop(next: number): void {
    const top = clampTop(this.#geometry, next);
    if (top !== this.#top) this.#direction = top > this.#top ? 'down' : 'up';
    this.#top = top;
  }

  #moveScrollbar(): void {
    if (this.#frame === null) return;
    this.#frame.scrollTop = scrollOf(this.#geometry, this.#top);
    this.#ownScroll = this.#frame.scrollTop;
  }

  readonly #onScroll = (): void => {
    const frame = this.#frame;
    // Hidden, it has no scrollbar: what was read is still there when it is shown again.
    if (frame === null || frame.clientHeight === 0 || frame.scrollTop === this.#ownScroll) return;
    this.#ownScroll = frame.scrollTop;
    this.#setTop(topOf(this.#geometry, frame.scrollTop));
    this.#paint(true, false);
  };

  readonly #onWheel = (event: WheelEvent): void => {
    if (!isScaled(this.#geometry) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    // The scrollbar is only a map here: the wheel moves by what the finger says.
    event.preventDefault();
    if (this.#frame !== null) this.#frame.scrollLeft += event.deltaX;
    this.moveTo(this.#top + event.deltaY * wheelUnit(event.deltaMode, this.#geometry));
  };
}

function viewOf(firstSeen: number, lastSeen: number, count: number): View {
  const first = Math.max(0, Math.floor((firstSeen - OVERSCAN) / STEP) * STEP);
  const last = Math.min(count - 1, Math.ceil((lastSeen + OVERSCAN) / STEP) * STEP);
  return { first, last, base: first };
}

/** Some mice count in lines or pages. */
function wheelUnit(mode: number, { rowPx, viewPx }: Geometry): number {
  if (mode === WheelEvent.DOM_DELTA_LINE) return rowPx;
  return mode === WheelEvent.DOM_DELTA_PAGE ? viewPx : 1;
}
