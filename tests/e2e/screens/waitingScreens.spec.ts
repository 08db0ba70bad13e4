import type { Page, Route } from '@playwright/test';

import { test } from '../fixtures.ts';
import { callFromPage, goTo } from '../steps.ts';
import { OPENED_ANEW, ROUNDS, type Screen, lookAtAll, lookInBothThemes } from './look.ts';
import { main } from './shop.ts';

/** What stands on the screen while the desk has not answered yet, where it cannot answer, and where a part cannot be had. */

type Line = {
  /** From now on these are not answered before the next call. */
  readonly hold: (...operations: readonly string[]) => Promise<void>;
  readonly break: (...operations: readonly string[]) => Promise<void>;
};

function lineOf(page: Page): Line {
  const held = new Set<Route>();
  const clear = async (): Promise<void> => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Whoever asked may be gone since.
    await Promise.allSettled([...held].map((route) => route.abort()));
    held.clear();
  };
  const each = async (operations: readonly string[], answer: (route: Route) => unknown) => {
    await clear();
    for (const operation of operations) await page.route(`**/api/${operation}`, answer);
  };
  return {
    hold: (...operations) => each(operations, (route) => void held.add(route)),
    break: (...operations) => each(operations, (route) => route.abort()),
  };
}

/** As whoever opens the desk at that address: nothing was read before. */
async function openAt(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => location.replace(target), hash);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const PLACES = [
  ['new', '#/', 'op/log.now'],
  ['log', '#/log', 'op/log.search'],
  ['inbox', '#/inbox', 'op/callback.page'],
  ['overview', '#/overview', 'op/overview.read'],
  ['hand-over', '#/hand-over', 'op/handOver.report'],
] as const;

function waitingFor(line: Line): readonly Screen[] {
  return PLACES.map(([name, hash, operation]) => ({
    name: `waiting-${name}`,
    open: async (page) => {
      await line.hold(operation);
      await openAt(page, hash);
      await main(page).locator('[data-skeleton]').first().waitFor();
    },
  }));
}

function failed(line: Line): readonly Screen[] {
  return PLACES.map(([name, hash, operation]) => ({
    name: `failed-${name}`,
    open: async (page) => {
      await line.break(operation);
      await openAt(page, hash);
      await main(page).getByRole('alert').first().waitFor();
    },
  }));
}

/** The desk does not answer until the next customer is begun, and then says nothing. */
function notIssued(line: Line): Screen {
  return {
    name: 'new-not-issued',
    open: async (page) => {
      await line.hold();
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      await page.route('**/api/op/issue.create', async (route) => {
        await begun;
        await route.abort();
      });
      await openAt(page, '#/');
      const quickLine = page.locator('#quick-line');
      await quickLine.fill('1500 sbp cust-lost');
      await quickLine.press('Enter');
      await quickLine.fill('1600 sbp cust-next');
      begin();
      await main(page).getByRole('alert').getByRole('button').waitFor();
    },
  };
}

function others(line: Line): readonly Screen[] {
  return [
    {
      name: 'export-running',
      open: async (page) => {
        // It goes on, but the page is not told how far it is.
        await line.hold('op/export.state', 'events');
        await openAt(page, '#/log');
        await main(page).getByRole('row').nth(1).waitFor();
        const button = main(page).locator('button[aria-controls][aria-expanded]');
        await button.and(page.locator(':not([aria-haspopup])')).click();
        await page.getByRole('dialog').getByRole('button').last().click();
        await page.getByRole('progressbar').waitFor();
      },
    },
    {
      name: 'part-failed',
      open: async (page) => {
        await line.hold();
        await page.route('**/assets/HelpScreen-*', (route) => route.abort());
        await goTo(page, '#/');
        await page.reload();
        await goTo(page, '#/help').catch(() => undefined);
        await main(page).getByRole('alert').waitFor();
      },
    },
    {
      name: 'broken',
      open: async (page) => {
        await line.hold();
        await openAt(page, '#/');
        await page.evaluate(() => {
          Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
            get: () => {
              throw new Error('A bug in drawing');
            },
          });
        });
        await goTo(page, '#/overview').catch(() => undefined);
        await main(page).getByRole('alert').waitFor();
      },
    },
  ];
}

for (const round of ROUNDS) {
  test(`screens that wait for the desk, ${round.name}`, async ({ deskPage: page }) => {
    await callFromPage(page, 'log.loadSample', {});
    await lookAtAll(page, waitingFor(lineOf(page)), round);
  });

  test(`screens that the desk does not answer, ${round.name}`, async ({ deskPage: page }) => {
    const line = lineOf(page);
    await lookAtAll(page, [...failed(line), notIssued(line)], round);
  });
}

// These hear of no other language, or do not outlive one: each is opened anew for it.
for (const language of OPENED_ANEW) {
  test(`an export on its way, a part that is missing, a bug, ${language}`, async ({
    deskPage: page,
  }) => {
    await callFromPage(page, 'log.loadSample', {});
    await callFromPage(page, 'settings.update', { language, theme: 'system' });
    for (const { name, open } of others(lineOf(page))) {
      await test.step(name, async () => {
        await open(page);
        await lookInBothThemes(page, name, language);
      });
    }
  });
}
