import type { Page } from '@playwright/test';

/** What is typed, key by key, into fields that are checked as they are typed. Each passes through values that are refused. */
export const TYPED: readonly { readonly field: RegExp; readonly text: string }[] = [
  { field: /^amount/iu, text: '1500,50' },
  { field: /^amount/iu, text: '12.345,678' },
  { field: /^amount/iu, text: '99999999' },
  { field: /^quick line/iu, text: '1500 sbp cust-77' },
  { field: /^quick line/iu, text: '25k abc +998' },
];

/**
 * From the key's own time stamp until what is said of the field that is typed into (whether it is right, and the notes that
 * describe it) is painted as it stays. Answers of the host change other things, and later.
 */
export async function typeKey(page: Page, key: string): Promise<number> {
  const watching = await page.evaluateHandle(
    ({ quietMs, longestMs }) => {
      const said = (): string => {
        const field = document.activeElement;
        const notes = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
        const texts = notes.map((id) => document.getElementById(id)?.textContent ?? '');
        return [field?.getAttribute('aria-invalid') ?? '', ...texts].join('|');
      };
      const painted: { readonly atMs: number; readonly said: string }[] = [];
      let startedMs = 0;
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        painted.push({ atMs: performance.now(), said: said() });
      });
      channel.port1.start();
      const paint = (): void => {
        requestAnimationFrame(() => channel.port2.postMessage(null));
      };
      const onKey = ({ timeStamp }: Event): void => {
        startedMs = timeStamp;
        paint();
      };
      addEventListener('keydown', onKey, { capture: true, once: true });
      const observer = new MutationObserver(paint);
      const form = document.querySelector('main form') ?? document.body;
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(form, all);
      const done = (async () => {
        for (;;) {
          await new Promise((resolve) => {
            setTimeout(resolve, 20);
          });
          const [first, last] = [painted[0], painted.at(-1)];
          if (first === undefined || last === undefined) continue;
          const now = performance.now();
          if (now - last.atMs < quietMs && now - first.atMs < longestMs) continue;
          observer.disconnect();
          const before = painted.findLastIndex((frame) => frame.said !== last.said);
          return (painted[before + 1] ?? last).atMs - startedMs;
        }
      })();
      return { done };
    },
    { quietMs: QUIET_MS, longestMs: LONGEST_MS },
  );
  await page.keyboard.press(key);
  const tookMs = await watching.evaluate(({ done }) => done);
  await watching.dispose();
  return tookMs;
}

const QUIET_MS = 100;
const LONGEST_MS = 1000;
