import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { appOf, electronBinary } from '../hosts/electronHost.ts';
import { callFromPage, issueDirect, openSection } from '../steps.ts';

/** What a desktop may have or lack around the window: a place for icons, a compositor. */

const ROOT = path.join(import.meta.dirname, '../../..');

type Drawn = {
  readonly toolTip: string;
  readonly labels: readonly string[];
  /** Of its picture: for screens of usual, double and triple density. */
  readonly scales: readonly number[];
};
type Icon = {
  readonly drawn: () => Promise<Drawn>;
  readonly choose: (label: string) => Promise<void>;
  readonly click: () => Promise<void>;
};

/** What the desk gives its icon from now on. Where no desktop shows it, it can be read and pressed all the same. */
async function watchIcon(page: Page): Promise<Icon> {
  const inMain = await appOf(page).evaluateHandle(({ Tray }) => {
    type Given = {
      toolTip: string;
      menu: Electron.Menu | null;
      image: Electron.NativeImage | null;
      tray: Electron.Tray | null;
    };
    const given: Given = { toolTip: '', menu: null, image: null, tray: null };
    const watch = (
      name: 'setContextMenu' | 'setImage' | 'setToolTip',
      field: 'image' | 'menu' | 'toolTip',
    ): void => {
      const own: unknown = Reflect.get(Tray.prototype, name);
      if (typeof own !== 'function') throw new Error(`Electron's icon has no ${name}`);
      Reflect.set(Tray.prototype, name, function draw(this: Electron.Tray, value: unknown): void {
        Object.assign(given, { tray: this, [field]: value });
        Reflect.apply(own, this, [value]);
      });
    };
    watch('setContextMenu', 'menu');
    watch('setImage', 'image');
    watch('setToolTip', 'toolTip');
    return given;
  });
  return {
    drawn: () =>
      inMain.evaluate(({ toolTip, menu, image }) => {
        const labels = (menu?.items ?? []).map(({ label }) => label);
        const scales = image?.isEmpty() === false ? image.getScaleFactors() : [];
        return { toolTip, labels: labels.filter((label) => label !== ''), scales };
      }),
    choose: (label) =>
      inMain.evaluate(({ menu }, chosen) => {
        menu?.items.find((item) => item.label === chosen)?.click();
      }, label),
    click: () => inMain.evaluate(({ tray }) => void tray?.emit('click')),
  };
}

async function minimise(page: Page): Promise<void> {
  await appOf(page).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await expect.poll(() => isInFront(page)).toBe(false);
}

function isInFront(page: Page): Promise<boolean> {
  return appOf(page).evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.isMinimized() === false && window.isFocused();
  });
}

test('the icon says what waits, in the desk’s language, brings the window forward, leads to its screens and quits', async ({
  deskPage: page,
}) => {
  const icon = await watchIcon(page);
  await callFromPage(page, 'settings.update', { language: 'ru' });
  const scales = [1, 2, 3];
  const quiet = ['Показать Deposit Desk', 'Новая заявка', 'Выйти из Deposit Desk'];
  await expect.poll(icon.drawn).toEqual({ toolTip: 'Deposit Desk', labels: quiet, scales });
  await callFromPage(page, 'settings.update', { language: 'en' });
  await issueDirect(page, 'cust-lost', async (orderId) => {
    await callFromPage(page, 'sandbox.arm', { orderId, scenario: 'lost_answer' });
  });
  await expect.poll(icon.drawn).toEqual({
    toolTip: 'Deposit Desk: 1 unknown',
    labels: ['1 unknown', 'Show Deposit Desk', 'New request', 'Quit Deposit Desk'],
    scales,
  });

  await minimise(page);
  await icon.click();
  await expect.poll(() => isInFront(page)).toBe(true);
  await openSection(page, 'Settings');
  for (const [label, heading] of [
    ['New request', 'New request'],
    ['1 unknown', 'Log'],
  ] as const) {
    await minimise(page);
    await icon.choose(label);
    await expect.poll(() => isInFront(page)).toBe(true);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
  await minimise(page);
  await icon.choose('Show Deposit Desk');
  await expect.poll(() => isInFront(page)).toBe(true);
  const ended = appOf(page).waitForEvent('close');
  await icon.choose('Quit Deposit Desk');
  await ended;
});

type Ended = { readonly how: string; readonly output: string };

/** A start without Playwright, which expects a window. */
async function startOf(
  dataDir: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { WAYLAND_DISPLAY: _display, WAYLAND_SOCKET: _socket, ...rest } = process.env;
  const child = spawn(electronBinary() ?? '', [ROOT, `--data-dir=${dataDir}`, ...flags], {
    cwd: ROOT,
    env: { ...rest, ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const how = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  return { how, output: Buffer.concat(chunks).toString('utf8') };
}

test.describe('Wayland', () => {
  test.beforeEach(() => {
    test.skip(process.platform !== 'linux', 'only Linux has it');
    test.skip(process.env['DISPLAY'] === undefined, 'no X server here');
  });

  test('without a compositor is refused in a sentence that helps, and nothing is begun', async ({
    startHost,
    page: given,
  }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
    const runtime = mkdtempSync(path.join(tmpdir(), 'run-'));
    const XDG_RUNTIME_DIR = runtime;
    const wayland = { XDG_RUNTIME_DIR, XDG_SESSION_TYPE: 'wayland' };
    const starts: readonly (readonly [
      readonly string[],
      Readonly<Record<string, string>>,
      string,
    ])[] = [
      [['--ozone-platform=wayland'], { XDG_RUNTIME_DIR }, 'wayland-0'],
      [[], { ...wayland, WAYLAND_DISPLAY: 'wayland-7' }, 'wayland-7'],
      [['--ozone-platform-hint=auto'], wayland, 'wayland-0'],
    ];
    for (const [flags, env, socket] of starts) {
      const { how, output } = await startOf(dataDir, flags, env);
      expect(how, output).toBe('exit 1');
      expect(output).toContain(
        `Deposit Desk cannot start: it is to be shown by Wayland, and there is no compositor at ${path.join(runtime, socket)}.`,
      );
      expect(output).toContain('--ozone-platform=x11');
    }
    // As the sentence says.
    const desk = await startHost({
      dataDir,
      flags: ['--ozone-platform=x11'],
      env: { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-7' },
    });
    const page = await desk.open(given);
    await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
    await desk.stop();
    for (const dir of [dataDir, runtime]) rmSync(dir, { recursive: true });
  });

  test('as a hint changes nothing where the session is one of X11', async ({
    startHost,
    page: given,
  }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
    const flags = ['--ozone-platform-hint=auto'];
    const desk = await startHost({ dataDir, flags, env: { XDG_SESSION_TYPE: 'x11' } });
    const page = await desk.open(given);
    await openSection(page, 'Log');
    const chosen = await appOf(page).evaluate(({ app }) =>
      app.commandLine.getSwitchValue('ozone-platform'),
    );
    expect(chosen).toBe('x11');
    await desk.stop();
    rmSync(dataDir, { recursive: true });
  });
});
