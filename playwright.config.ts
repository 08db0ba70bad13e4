import { defineConfig } from '@playwright/test';

import type { HostName } from './tests/e2e/hosts/host.ts';
import { findHeadlessChromium, launchOf } from './tests/support/chromium.ts';
import { afternoonZone } from './tests/support/afternoonZone.ts';

/** Set by scripts/test.ts, which sums up from that file. */
const countsFile = process.env['DESK_COUNTS_FILE'];

// Desks, windows and pages all live there; workers read this file again, and must not find that an hour has passed.
const zone = (process.env['DESK_SPEC_ZONE'] ??= afternoonZone(new Date()));
process.env['TZ'] = zone;

export default defineConfig<{ host: HostName }>({
  testDir: './tests/e2e',
  outputDir: './artifacts/e2e',
  forbidOnly: true,
  // Test by test, not file by file: else one browser still has all the screens to look at when the other is done.
  fullyParallel: true,
  // A machine's hiccup must not stop a release. Whatever passes only at the second try is named by `npm test`, and is a fault
  // to be found: see CONTRIBUTING.md.
  retries: 1,
  // A page that is waited for leaves its core to another: two alone use less than half of two cores.
  workers: 3,
  timeout: 180_000,
  // A broken app fails everywhere: a dozen failures say as much as all.
  maxFailures: 12,
  // Ends by itself, with a report of what failed, before `npm test` gives up on it.
  globalTimeout: 14 * 60_000,
  // Costs nothing where all is well; a machine that is busy with something else is slow, not broken.
  expect: { timeout: 30_000 },
  reporter:
    countsFile === undefined ? [['list']] : [['list'], ['json', { outputFile: countsFile }]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    locale: 'en-US',
    timezoneId: zone,
    // Recording costs a fifth of the time, so it is for machines that nobody can look at.
    trace: process.env['DESK_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: launchOf(findHeadlessChromium()),
  },
  projects: [
    // A pattern is matched against the whole path, in which the checkout's own folder may be called desk.
    // desk/ is for every host, the rest for the one that is named.
    {
      name: 'loopback',
      testMatch: ['**/e2e/desk/**/*.spec.ts', '**/e2e/loopback/**/*.spec.ts'],
      use: { host: 'loopback' },
    },
    // The built Electron app under Node: `npm run test:standin`, not a part of `npm test`.
    {
      name: 'electron-standin',
      testMatch: '**/e2e/desk/**/*.spec.ts',
      use: { host: 'electron-standin' },
    },
    // Every screen in every look: `npm run test:screens`, not a part of `npm test`.
    // Each of its tests looks at a dozen states in six looks; slow machines take minutes for that.
    { name: 'screens', testMatch: '**/e2e/screens/**/*.spec.ts', timeout: 600_000 },
    // Its tests stand aside, with the reason, where Electron's binary is not downloaded.
    {
      name: 'electron',
      testMatch: ['**/e2e/desk/**/*.spec.ts', '**/e2e/electron/**/*.spec.ts'],
      workers: 1,
      use: { host: 'electron' },
    },
  ],
});
