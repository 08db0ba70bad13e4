import { type Page, test as base } from '@playwright/test';

import { type Desk, startDesk } from '../support/desk.ts';

/** Every test gets a desk of its own, from first start, and a page that has opened its one-time URL. */
export const test = base.extend<{ desk: Desk; deskPage: Page; flags: readonly string[] }>({
  flags: [[], { option: true }],
  desk: async ({ flags }, use, testInfo) => {
    const desk = await startDesk({ flags });
    await use(desk);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('host output', { body: desk.output(), contentType: 'text/plain' });
    }
    await desk.stop();
  },
  deskPage: async ({ desk, page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openDeskPage(page, desk);
    await use(page);
  },
});

export async function openDeskPage(page: Page, desk: Desk): Promise<void> {
  await page.goto(desk.url());
  await page.getByRole('heading', { name: 'New request' }).waitFor();
}
