import { createServer } from 'node:http';

import { type Browser, type Page, expect } from '@playwright/test';

/** A telephone. */
const PHONE = { width: 390, height: 844 } as const;

/** The customer's own browser, in the customer's own language: it shares nothing with the desk's. */
export async function openAsCustomer(browser: Browser, url: string, locale: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    locale,
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Where the merchant's customers come back to. */
export type Shop = {
  readonly successUrl: string;
  readonly rejectUrl: string;
  readonly close: () => Promise<void>;
};

export async function openShop(): Promise<Shop> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Shop</title><h1>Shop ${url.slice(1)}</h1>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    successUrl: `${origin}/thanks`,
    rejectUrl: `${origin}/cancelled`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The page sends the customer on by itself; nothing is pressed for it. */
export async function expectLanded(customer: Page, url: string): Promise<void> {
  await customer.waitForURL(url);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('Shop');
}
