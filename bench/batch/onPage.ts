import type { Page } from '@playwright/test';

/** What the bench does on the page of a batch, and the files that it imports. */

/** In the page: the batch has come to its end. */
export function isDone(): boolean {
  const bar = document.querySelector('main [role="progressbar"]');
  return bar !== null && bar.getAttribute('aria-valuenow') === bar.getAttribute('aria-valuemax');
}

/** In the page: this customer's message can be copied. */
export function isNext(customer: string): boolean {
  const region = document.querySelector('section[aria-label="Hand out"]');
  const isReady = region?.querySelector('button:disabled') === null;
  return isReady && region.textContent.includes(customer);
}

/**
 * By the page's own means: to find a button by its role, Playwright computes the names of hundreds of others, in the very thread that
 * is measured.
 */
export async function press(page: Page, name: RegExp): Promise<void> {
  await page.evaluate((source) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button[aria-expanded]')];
    buttons.find(({ textContent }) => new RegExp(source, 'u').test(textContent))?.click();
  }, name.source);
}

/** So many of these stand there. */
export async function seen(page: Page, selector: string, count: number): Promise<void> {
  await page.waitForFunction(
    ([css, wanted]) =>
      wanted === 0
        ? document.querySelector(css) === null
        : document.querySelectorAll(css).length >= wanted,
    [selector, count] as const,
  );
}

export async function chooseFile(page: Page, file: string): Promise<void> {
  await page.locator('main input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: /^Check /u }).waitFor();
  await painted(page);
}

export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check /u }).click();
  await page.getByRole('status').filter({ hasText: 'rows are ready' }).waitFor();
  await painted(page);
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((shown) => {
        requestAnimationFrame(() => requestAnimationFrame(shown));
      }),
  );
}

export async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard file' }).click();
  await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
}

const HEADERS = 'Customer,Amount,Currency,Payment type,Order ID,Note';

export function customerOf(file: string, at: number): string {
  return `${file}-${String(at).padStart(6, '0')}`;
}

export function linesOf(file: string, rows: number, faultyEvery: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const amount = at % faultyEvery === faultyEvery - 1 ? '0.01' : `${1500 + (at % 500)}.50`;
    const customer = customerOf(file, at);
    return `${customer},${amount},RUB,any_bank,${file}-order-${at},campaign of the week ${at % 7}`;
  });
  return `${[HEADERS, ...lines].join('\r\n')}\r\n`;
}
