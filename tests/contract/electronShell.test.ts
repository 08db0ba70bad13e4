import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect as onPage } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createInput } from '../support/builders.ts';
import { type RunningStandIn, launchStandIn } from '../support/electronStandIn/launch.ts';
import { CLEAN_EXIT } from './support/launchLoopback.ts';

/** What is around the page, as the built app does it: the system's news, its menus, its tray, a page that crashed. */

let app: RunningStandIn;
let dataDir = '';

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'electron-shell-'));
  app = await launchStandIn({ dataDir });
  await heading('New request');
});

afterAll(async () => {
  await app.moveWindow({ x: 40, y: 30, width: 1100, height: 700 });
  expect(await app.close()).toBe(CLEAN_EXIT);
  const state: unknown = JSON.parse(
    readFileSync(path.join(dataDir, 'electron/window.json'), 'utf8'),
  );
  expect(state).toMatchObject({ x: 40, y: 30, width: 1100, height: 700, isMaximised: false });
  rmSync(dataDir, { recursive: true });
});

function entries(kind: string): readonly unknown[] {
  return app.journal().flatMap((entry) => (entry.kind === kind ? [entry.value] : []));
}

async function heading(name: string): Promise<void> {
  await app.page.getByRole('heading', { name, level: 1 }).waitFor();
}

describe('the Help menu', () => {
  test('opens screens of the page', async () => {
    await app.chooseMenu('application', 'help', 'About Deposit Desk');
    await app.page.getByRole('tab', { name: 'About', selected: true }).waitFor();
  });

  test('saves diagnostics, and shows them in their folder when asked', async () => {
    await app.chooseMenu('application', 'help', 'Save diagnostics');
    await app.dialogs.press(0);
    await expect.poll(() => entries('showItemInFolder').length).toBe(1);
    expect(existsSync(String(entries('showItemInFolder')[0]))).toBe(true);
  });
});

test('the keychain is spoken to by a process of its own, which is told nothing when it starts', (context) => {
  context.skip(process.platform !== 'linux', 'a thread elsewhere');
  const [started] = entries('utilityForked');
  const file: unknown = expect.stringMatching(/keychainHelper\.cjs$/u);
  expect(started).toMatchObject({ file, args: [] });
  expect(entries('missing')).toEqual([]);
});

test('while the screen is locked nothing of the page can be seen', async () => {
  const main = app.page.getByRole('main');
  await onPage(main).toBeVisible();
  await app.fire('powerMonitor', 'lock-screen');
  await expect
    .poll(() =>
      app.page.evaluate(
        () =>
          document
            .elementFromPoint(innerWidth / 2, innerHeight / 2)
            ?.closest('[data-locked], [role="dialog"], main')
            ?.tagName.toLowerCase() ?? 'nothing',
      ),
    )
    .not.toBe('main');
  await app.fire('powerMonitor', 'unlock-screen');
  await expect.poll(() => app.page.evaluate(() => document.body.innerText)).toContain('About');
});

test('a page whose process crashed comes back where it was, and the request with it', async () => {
  await app.page.evaluate(() => {
    location.hash = '#/log';
  });
  await heading('Log');
  const input = createInput({ customer: 'cust-crash' });
  await app.page.evaluate((asked) => {
    void window.depositDesk?.invoke['issue.create']?.(asked);
  }, input);
  await app.crashPage();
  await heading('Log');
  await app.page.getByRole('row').filter({ hasText: 'cust-crash' }).getByText('created').waitFor();
  expect(entries('renderProcessGone')).toEqual([{ reason: 'crashed', exitCode: 11 }]);
});

test('a page that hangs is waited for, or ended and brought back', async () => {
  await app.fire('webContents', 'unresponsive');
  await expect.poll(() => app.dialogs.shown().length).toBe(1);
  await app.dialogs.press(1);
  expect(entries('renderProcessGone')).toHaveLength(1);
});

test('the tray says what waits and brings the window forward', async () => {
  const before = entries('focused').length;
  await app.fire('tray', 'click');
  await expect.poll(() => entries('focused').length).toBe(before + 1);
  await app.chooseMenu('tray', 'New request');
  await heading('New request');
  expect(entries('tray')).toContainEqual({ toolTip: 'Deposit Desk' });
});

describe('what Electron would decide by itself is decided by the app', () => {
  test.each([
    ['app', 'certificate-error', [{}, 'https://x.example/', 'net::ERR', {}, '[callback]'], [false]],
    ['app', 'select-client-certificate', [{}, 'https://x.example/', [{}], '[callback]'], []],
    ['app', 'login', [{}, {}, {}, '[callback]'], []],
    ['session', 'select-serial-port', [[{}], {}, '[callback]'], ['']],
    ['webContents', 'select-bluetooth-device', [[{}], '[callback]'], ['']],
  ] as const)('%s: %s', async (target, event, args, calledWith) => {
    expect(await app.fire(target, event, args)).toEqual({ prevented: true, calledWith });
  });

  test('a redirect away from the page is refused', async () => {
    const away = { url: 'https://evil.example/', isMainFrame: true };
    expect(await app.fire('webContents', 'will-redirect', [], away)).toMatchObject({
      prevented: true,
    });
    expect(await app.fire('webContents', 'will-attach-webview')).toMatchObject({ prevented: true });
  });
});

describe('a download', () => {
  async function save(type: string, name: string): Promise<void> {
    const known = entries('download').length;
    await app.page.evaluate(
      ([kind, file]) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['{}'], { type: kind }));
        link.download = file;
        link.click();
      },
      [type, name] as const,
    );
    await expect.poll(() => entries('download').length).toBe(known + 1);
  }

  test('is what the page itself made, of the kinds that it makes', async () => {
    await save('application/json', 'profiles.json');
    await save('application/x-msdownload', 'profiles.exe');
    expect(entries('download')).toMatchObject([
      { filename: 'profiles.json', mimeType: 'application/json', prevented: false },
      { filename: 'profiles.exe', prevented: true },
    ]);
    expect(JSON.stringify(entries('download'))).toContain('blob:app://desk/');
  });
});

test('the app uses nothing of Electron that the stand-in does not have', () => {
  expect(entries('missing')).toEqual([]);
});
