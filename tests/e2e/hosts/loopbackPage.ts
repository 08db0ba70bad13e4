import type { Page, Route } from '@playwright/test';

import type { HeldCall, PageHost } from './pageHost.ts';

const API = '/api/op/';

/** A tab: its calls are requests, its clipboard is the browser's. */
export function loopbackPage(page: Page): PageHost {
  return {
    name: 'loopback',
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    writeClipboard: (text) => page.evaluate((value) => navigator.clipboard.writeText(value), text),
    clipboardTypes: () =>
      page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)),
    async savedFile(from, act) {
      const [download] = await Promise.all([from.waitForEvent('download'), act()]);
      return { name: download.suggestedFilename(), file: await download.path(), isSaved: true };
    },
    allowNotifications: () =>
      page.context().grantPermissions(['notifications', 'clipboard-read', 'clipboard-write']),
    async onOperation(pattern, onCall) {
      await page.route(`**${API}${pattern}`, (route) => onCall(callOf(route)));
    },
    offOperation: (pattern) => page.unroute(`**${API}${pattern}`),
    async answered(name, isIt) {
      await page.waitForResponse(
        (response) =>
          response.url().endsWith(`${API}${name}`) && isIt(response.request().postDataJSON()),
      );
    },
  };
}

function callOf(route: Route): HeldCall {
  const request = route.request();
  return {
    name: request.url().split(API).at(-1) ?? '',
    input: request.postDataJSON(),
    continue: () => route.continue(),
    abort: () => route.abort(),
    async fetch() {
      const response = await route.fetch();
      const reply: unknown = await response.json();
      return reply;
    },
    fulfill: (reply) => route.fulfill({ json: reply }),
  };
}
