import { expect, test } from 'vitest';

import { placesFor } from './snap.ts';

const USUAL = { handOverParent: '/tmp', browserDir: '/home/olga/.local/share/desk/browser' };
const places = (command: string, resolved: string, usual = USUAL) =>
  placesFor({ command, resolved }, '/home/olga', usual);

test.each([
  ['/snap/bin/chromium', '/usr/bin/snap', 'chromium'],
  ['/snap/bin/chromium.chromedriver', '/usr/bin/snap', 'chromium'],
  ['/usr/local/bin/chromium', '/usr/bin/snap', 'chromium'],
  ['/usr/bin/chromium-browser', '/snap/chromium/2990/usr/lib/chromium', 'chromium'],
])('%s (%s) is the snap’s and gets its places in the snap’s own folder', (command, to, name) => {
  const { handOverParent, browserDir } = places(command, to);
  expect(handOverParent).toBe(`/home/olga/snap/${name}/common`);
  expect(browserDir).toMatch(
    /^\/home\/olga\/snap\/chromium\/common\/deposit-desk-browser-\w{16}$/u,
  );
});

test('each data directory has a profile of its own there too', () => {
  const other = { ...USUAL, browserDir: '/srv/other/browser' };
  const [one, two] = [USUAL, other].map((usual) =>
    places('/snap/bin/chromium', '/usr/bin/snap', usual),
  );
  expect(one?.browserDir).not.toBe(two?.browserDir);
});

test.each([
  ['/usr/bin/chromium', '/usr/lib/chromium/chromium'],
  ['/opt/snap/bin/chromium', '/opt/snap/bin/chromium'],
  ['/usr/bin/google-chrome', '/opt/google/chrome/google-chrome'],
])('%s keeps the usual places', (command, resolved) => {
  expect(places(command, resolved)).toEqual(USUAL);
});
