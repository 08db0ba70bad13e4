import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { hasDisplay, openBrowser, resolvesLocalhost } from './browser.ts';

const CODE = `code-${crypto.randomUUID()}`;
const URL_WITH_CODE = `http://127.0.0.1:4711/#code=${CODE}`;

let dir = '';

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'browser-'));
});

afterEach(() => rmSync(dir, { recursive: true }));

/** A browser that notes how it was called and then waits to be closed. */
function installBrowser(name: string): { readonly folder: string; readonly notes: string } {
  const folder = path.join(dir, name);
  const notes = path.join(dir, `${name}.notes`);
  mkdirSync(folder);
  const file = path.join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${notes}.new' && mv '${notes}.new' '${notes}'\nexec sleep 30\n`,
  );
  chmodSync(file, 0o700);
  return { folder, notes };
}

/** Every program of this machine can read them. */
function whoHasInArguments(text: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  const lines = pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      // It has ended in between.
      return '';
    }
  });
  expect(lines.some((line) => line.includes(path.basename(process.execPath)))).toBe(true);
  return lines.filter((line) => line.includes(text));
}

// A shell script plays the browser, and Windows runs none.
describe.skipIf(process.platform === 'win32')('the browser', () => {
  test.each(['chromium', 'google-chrome'])('%s opens as an app window', async (name) => {
    const { folder, notes } = installBrowser(name);
    const machine = { platform: 'linux' as const, env: { PATH: `${folder}:/usr/bin-nothing` } };
    const browser = await openBrowser(machine, URL_WITH_CODE, path.join(dir, 'profile'));
    await expect
      .poll(() => statSync(notes, { throwIfNoEntry: false })?.size ?? 0)
      .toBeGreaterThan(0);
    const args = readFileSync(notes, 'utf8').trim().split('\n');
    expect(args[0]).toMatch(/^--app=file:/u);
    await browser.close();
  });

  test('is told the one-time address by a private file, never by an argument', async () => {
    const { folder, notes } = installBrowser('chromium');
    const machine = { platform: 'linux' as const, env: { PATH: folder } };
    const browser = await openBrowser(machine, URL_WITH_CODE, path.join(dir, 'profile'));
    await expect
      .poll(() => statSync(notes, { throwIfNoEntry: false })?.size ?? 0)
      .toBeGreaterThan(0);
    const args = readFileSync(notes, 'utf8');
    expect(args).not.toContain(CODE);
    if (process.platform === 'linux') expect(whoHasInArguments(CODE)).toEqual([]);
    const handOver = fileURLToPath(/^--app=(?<file>file:.*)$/mu.exec(args)?.groups?.['file'] ?? '');
    expect(readFileSync(handOver, 'utf8')).toContain(URL_WITH_CODE);
    expect(statSync(handOver).mode % 0o1000).toBe(0o600);
    expect(statSync(path.dirname(handOver)).mode % 0o1000).toBe(0o700);
    await browser.close();
    expect(statSync(handOver, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('that does not exist is no reason to stop', async () => {
    const machine = { platform: 'linux' as const, env: { PATH: dir } };
    const browser = await openBrowser(machine, URL_WITH_CODE, path.join(dir, 'profile'));
    await expect(browser.close()).resolves.toBeUndefined();
  });
});

// A shell script plays xdg-mime.
describe.skipIf(process.platform === 'win32')('names under .localhost', () => {
  /** What xdg-open would open a page with. */
  function usual(answer: string): string {
    const file = path.join(dir, 'xdg-mime');
    writeFileSync(file, `#!/bin/sh\n[ "$*" = 'query default text/html' ] && echo '${answer}'\n`);
    chmodSync(file, 0o700);
    return dir;
  }
  const on = (PATH: string, platform: NodeJS.Platform = 'linux') =>
    resolvesLocalhost({ platform, env: { PATH } });

  test('are resolved by an app window', async () => {
    expect(await on(installBrowser('chromium').folder)).toBe(true);
  });

  test.each([
    ['firefox-esr.desktop', true],
    ['org.mozilla.firefox.desktop', true],
    ['brave-browser.desktop', true],
    ['org.gnome.Epiphany.desktop', false],
    ['org.kde.falkon.desktop', false],
    ['', false],
  ])('where the usual browser is %j: %j', async (name, isResolved) => {
    expect(await on(usual(name))).toBe(isResolved);
  });

  test('are not counted on where the usual browser is not known', async () => {
    expect(await on(dir)).toBe(false);
    // Its own applications are looked for in fixed places.
    if (process.platform === 'linux')
      expect(await on(usual('firefox.desktop'), 'darwin')).toBe(false);
  });
});

test('a display is asked of the environment where it can be missing', () => {
  const on = (platform: NodeJS.Platform, env: Record<string, string>) =>
    hasDisplay({ platform, env });
  expect(on('linux', {})).toBe(false);
  expect(on('linux', { DISPLAY: '' })).toBe(false);
  expect(on('linux', { DISPLAY: ':0' })).toBe(true);
  expect(on('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(on('win32', {})).toBe(true);
  expect(on('darwin', {})).toBe(true);
});
