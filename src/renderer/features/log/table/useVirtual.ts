import {
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';

import type { Pages } from '../search/pages.ts';
import { NOTHING_SEEN, Scroller, type View } from './scroller.ts';

export const HEAD_PX = 36;

type Options = {
  readonly pages: Pages;
  readonly question: string;
  readonly rowPx: number;
};

type Virtual = {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly scroller: Scroller;
  readonly view: View;
  readonly viewPx: number;
  readonly version: number;
};

/** Ties the scroller to the elements, to the rows that come, and to the room there is. */
export function useVirtual({ pages, question, rowPx }: Options): Virtual {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [view, setView] = useState<View>(NOTHING_SEEN);
  const [scroller] = useState(
    () =>
      new Scroller((next, isUrgent) => {
        // Drawn before the rows move: otherwise there is nothing at the edge for one frame.
        if (isUrgent) flushSync(() => setView(next));
        else setView(next);
      }),
  );
  const viewPx = useViewPx(frame);
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  const { count } = pages.matches();
  const last = useRef<{ readonly question: string; readonly count: number } | null>(null);

  useLayoutEffect(() => {
    if (frame.current === null || body.current === null) return undefined;
    return scroller.attach(frame.current, body.current);
  }, [scroller]);
  useLayoutEffect(() => {
    if (viewPx <= 0) return;
    const isOther = last.current?.question !== question;
    scroller.show(pages, { count, rowPx, viewPx }, isOther ? 0 : null);
    last.current = { question, count };
  }, [scroller, pages, question, count, rowPx, viewPx]);
  // Before the browser paints, as above: rows and their place belong together.
  useLayoutEffect(() => scroller.refresh(), [scroller, version]);
  return { frame, body, scroller, view, viewPx, version };
}

/** The room for rows, without the heading and without a scrollbar at the bottom. */
function useViewPx(frame: RefObject<HTMLElement | null>): number {
  const [viewPx, setViewPx] = useState(0);
  const measure = useCallback(() => {
    setViewPx(Math.max(0, (frame.current?.clientHeight ?? 0) - HEAD_PX));
  }, [frame]);
  useLayoutEffect(() => {
    if (frame.current === null) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, measure]);
  return viewPx;
}
