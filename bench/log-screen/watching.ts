import type { Page } from '@playwright/test';

/** What somebody sees, frame by frame. */
export type Seen = { readonly frames: number; readonly empty: number };

/** Frames in which a row that can be seen is on its way, or is not there at all. */
export async function emptyFrames(page: Page, work: () => Promise<void>): Promise<Seen> {
  const stop = await page.evaluateHandle(() => {
    const seen = { frames: 0, empty: 0 };
    let isOver = false;
    const table = document.querySelector('table');
    const frame = table?.parentElement;
    const look = (): void => {
      if (isOver || table === null || frame === null || frame === undefined) return;
      const { top, bottom, left } = frame.getBoundingClientRect();
      const head = table.querySelector('thead')?.getBoundingClientRect().bottom ?? top;
      seen.frames += 1;
      for (const share of [0.05, 0.5, 0.9]) {
        const at = document.elementFromPoint(left + 60, head + (bottom - head) * share);
        const row = at?.closest('tbody tr') ?? null;
        if (row === null || row.getAttribute('aria-busy') === 'true') {
          seen.empty += 1;
          break;
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return () => {
      isOver = true;
      return seen;
    };
  });
  await work();
  return stop.evaluate((end) => end());
}

/** From setting the scrollbar until whole rows stand there; gives the place of the row at the top. */
export function jumpTo(
  page: Page,
  share: number,
): Promise<{ readonly tookMs: number; readonly place: number }> {
  return page.evaluate(async (to) => {
    const table = document.querySelector('table');
    const frame = table?.parentElement;
    if (table === null || frame === null || frame === undefined) throw new Error('No table');
    const shown = (): HTMLElement | null => {
      const box = frame.getBoundingClientRect();
      const point = document.elementFromPoint(box.left + 60, box.top + box.height / 2);
      return point?.closest<HTMLElement>('tbody tr') ?? null;
    };
    const before = shown()?.getAttribute('aria-rowindex');
    const startedMs = performance.now();
    frame.scrollTop = (frame.scrollHeight - frame.clientHeight) * to;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const row = shown();
      const place = row?.getAttribute('aria-rowindex');
      const isThere = row !== null && row.getAttribute('aria-busy') !== 'true' && place !== before;
      const tookMs = performance.now() - startedMs;
      if (isThere) return { tookMs, place: Number(place) };
      if (tookMs > 20_000) throw new Error('The jump never arrived');
    }
  }, share);
}

/** One key in the search box until the rows of its answer are painted. Null: they are the rows that stood there before. */
export async function typeKey(page: Page, key: string): Promise<number | null> {
  const painted = await page.evaluateHandle(() => {
    const started: { ms: number | null } = { ms: null };
    const onKey = (): void => {
      started.ms ??= performance.now();
    };
    for (const kind of ['keydown', 'beforeinput']) {
      addEventListener(kind, onKey, { once: true, capture: true });
    }
    const isSettled = (): boolean => {
      const table = document.querySelector('table');
      return table === null || table.parentElement?.dataset['old'] !== 'true';
    };
    const text = (): string => document.querySelector('main')?.textContent ?? '';
    const before = text();
    const done = (async () => {
      for (;;) {
        await new Promise(requestAnimationFrame);
        const { ms } = started;
        if (ms === null) continue;
        if (performance.now() - ms > 3000) return null;
        if (!isSettled() || text() === before) continue;
        await new Promise(requestAnimationFrame);
        return performance.now() - ms;
      }
    })();
    return { done };
  });
  // A keyboard of another script is not known to the browser's driver: its text arrives without the key.
  if (/^[\x20-\x7e]$/u.test(key)) await page.keyboard.press(key);
  else await page.keyboard.insertText(key);
  return painted.evaluate(({ done }) => done);
}
