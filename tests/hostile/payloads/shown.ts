import type { Page } from '@playwright/test';

/** Everything that somebody in front of the page can read: its text, and what stands in its boxes. */
export async function shownIn(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('input, textarea')].map((box) =>
      box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box.value : '',
    );
    return [document.body.textContent ?? '', ...boxes].join('\n');
  });
  return squeezed(text);
}

/** Account numbers are grouped, lines are broken: neither is another text. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s/gu, '');
}
