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
 * From the key's own time stamp until the last thing it changed in the form is painted. What comes later than QUIET_MS after
 * the last change belongs to no key: an answer from the host, a clock.
 */
export async function typeKey(page: Page, key: string): Promise<number> {
  const watching = await page.evaluateHandle((quietMs) => {
    const times = { startedMs: 0, paintedMs: 0 };
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      times.paintedMs = performance.now();
    });
    channel.port1.start();
    const paint = (): void => {
      requestAnimationFrame(() => channel.port2.postMessage(null));
    };
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        times.startedMs = timeStamp;
        paint();
      },
      { capture: true, once: true },
    );
    const observer = new MutationObserver(paint);
    const form = document.querySelector('main form') ?? document.body;
    observer.observe(form, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const done = (async () => {
      for (;;) {
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        const { startedMs, paintedMs } = times;
        if (paintedMs === 0 || performance.now() - paintedMs < quietMs) continue;
        observer.disconnect();
        return paintedMs - startedMs;
      }
    })();
    return { done };
  }, QUIET_MS);
  await page.keyboard.press(key);
  const tookMs = await watching.evaluate(({ done }) => done);
  await watching.dispose();
  return tookMs;
}

const QUIET_MS = 100;
