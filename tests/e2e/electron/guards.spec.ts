import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { appOf } from '../hosts/electronHost.ts';
import { field, goTo } from '../steps.ts';
import { bringForward, closeBy, noXTools, press, systemWindow, windowTitles } from './xDesktop.ts';

/** What Chromium would let a page do, and Electron a program, unless the desk says no. */

/** How each request of the page ends: its value as text, the name of its error, or that nothing came of it. */
function askAll(): Promise<Readonly<Record<string, string>>> {
  const { mediaDevices, geolocation, clipboard, storage, wakeLock } = navigator;
  // Names that TypeScript's library does not have.
  const own = (name: string, input: unknown): Promise<unknown> => {
    const parts = name.split('.');
    const last = parts.pop() ?? '';
    let holder: unknown = globalThis;
    for (const part of parts) holder = Reflect.get(Object(holder), part);
    const ask: unknown = Reflect.get(Object(holder), last);
    if (typeof ask !== 'function') throw new Error(`There is no ${name}`);
    return Promise.resolve(Reflect.apply(ask, holder, [input]));
  };
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    camera: () => mediaDevices.getUserMedia({ video: true }),
    microphone: () => mediaDevices.getUserMedia({ audio: true }),
    screen: () => mediaDevices.getDisplayMedia({ video: true }),
    place: () =>
      new Promise((resolve) => {
        geolocation.getCurrentPosition(resolve, ({ code }) => resolve(`code ${code}`));
      }),
    'clipboard as text': () => clipboard.readText(),
    clipboard: () => clipboard.read(),
    midi: () => own('navigator.requestMIDIAccess', undefined),
    'midi, whole': () => own('navigator.requestMIDIAccess', { sysex: true }),
    usb: () => own('navigator.usb.requestDevice', { filters: [] }),
    hid: () => own('navigator.hid.requestDevice', { filters: [] }),
    serial: () => own('navigator.serial.requestPort', undefined),
    idleness: () => own('IdleDetector.requestPermission', undefined),
    screens: () => own('getScreenDetails', undefined),
    'kept awake': () => wakeLock.request('screen'),
    'kept for ever': () => storage.persist(),
    'the network': () => fetch('https://provider.example/'),
    'a file of this machine': () => fetch('file:///etc/hostname'),
    notices: () => Notification.requestPermission(),
    'text on the clipboard': () => clipboard.writeText('by the page'),
  };
  const ended = async (ask: () => Promise<unknown>): Promise<string> => {
    try {
      const value = await ask();
      return Array.isArray(value) ? `${value.length} given` : String(value);
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  };
  return Promise.all(
    Object.entries(asked).map(async ([name, ask]) => [name, await ended(ask)] as const),
  ).then((pairs) => Object.fromEntries(pairs));
}

test('the page gets notices and the clipboard to write to, and nothing else that it could ask for', async ({
  page: given,
  startHost,
}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  // Without a camera there would be nothing to refuse.
  const flags = ['--use-fake-device-for-media-stream'];
  const desk = await startHost({ dataDir, flags });
  const page = await desk.open(given);
  await bringForward(page);
  expect(await page.evaluate(askAll)).toEqual({
    camera: 'NotAllowedError',
    microphone: 'NotAllowedError',
    screen: 'NotAllowedError',
    place: 'code 1',
    'clipboard as text': 'NotAllowedError',
    clipboard: 'NotAllowedError',
    midi: 'NotAllowedError',
    'midi, whole': 'NotAllowedError',
    usb: 'NotFoundError',
    hid: '0 given',
    serial: 'NotFoundError',
    idleness: 'denied',
    screens: 'NotAllowedError',
    'kept awake': 'NotAllowedError',
    'kept for ever': 'false',
    'the network': 'TypeError',
    'a file of this machine': 'TypeError',
    notices: 'granted',
    'text on the clipboard': 'undefined',
  });
  await desk.stop();
  rmSync(dataDir, { recursive: true });
});

/** Ways out of the page that need nobody's press. */
async function leave(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
    const form = document.createElement('form');
    form.action = to;
    document.body.append(form);
    form.submit();
    form.remove();
    location.assign(to);
  }, address);
}

type Watched = {
  /** What the system was asked to open. */
  readonly outside: () => Promise<readonly string[]>;
  /** Ways out that Chromium began and the desk stopped. */
  readonly stopped: () => Promise<readonly string[]>;
  /** The page that there was, and no other. */
  readonly expectSamePage: () => Promise<void>;
};

async function watchPage(page: Page): Promise<Watched> {
  const mark = await page.evaluateHandle(() => document);
  const inMain = await appOf(page).evaluateHandle(({ shell, webContents }) => {
    const outside: string[] = [];
    const stopped: string[] = [];
    const openExternal = async (address: string): Promise<void> => void outside.push(address);
    Object.assign(shell, { openExternal });
    for (const contents of webContents.getAllWebContents()) {
      contents.on('will-frame-navigate', ({ url, defaultPrevented }) => {
        if (defaultPrevented) stopped.push(url);
      });
    }
    return { outside, stopped };
  });
  return {
    outside: () => inMain.evaluate(({ outside }) => outside),
    stopped: () => inMain.evaluate(({ stopped }) => stopped),
    async expectSamePage() {
      expect(await mark.evaluate((was) => was === document)).toBe(true);
      expect(page.url()).toMatch(/^app:\/\/desk\/(?:#|$)/u);
      const count = await appOf(page).evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
      );
      expect(count).toBe(1);
    },
  };
}

test('nothing leads the page elsewhere, and a new window is a question about the browser', async ({
  deskPage: page,
}) => {
  const reason = noXTools();
  test.skip(reason !== null, reason ?? '');
  const app = appOf(page);
  const { outside, stopped, expectSamePage } = await watchPage(page);
  // These Chromium begins with; the rest it refuses by itself.
  const BEGUN = ['app://desk/boot.js', 'app://other/', 'https://provider.example/'];
  const REST = ['data:text/html,x', 'file:///etc/hostname', 'blob:https://provider.example/1'];
  for (const address of [...REST, ...BEGUN]) {
    await leave(page, address);
    if (REST.includes(address)) continue;
    await expect.poll(stopped).toContain(address);
  }
  await page.keyboard.press('Control+Shift+KeyI');
  await page.keyboard.press('F12');
  await expectSamePage();

  const open = (address: string) =>
    page.evaluate((to) => window.open(to, '_blank') === null, address);
  const REFUSED = ['javascript:void 0', 'http://provider.example/', 'about:blank', ...REST];
  for (const address of [...REFUSED, 'app://desk/', 'app://other/'])
    expect(await open(address)).toBe(true);
  expect(await open('https://provider.example/pay')).toBe(true);
  // The first box is the last address's: those before it were not even asked about.
  await systemWindow('Deposit Desk');
  expect(await open('https://another.example/')).toBe(true);
  await closeBy('Deposit Desk', 'Escape');
  expect(await windowTitles()).toHaveLength(1);
  expect(await outside()).toEqual([]);
  expect(await open('https://provider.example/pay')).toBe(true);
  await systemWindow('Deposit Desk');
  // Escape and Enter keep it closed; to open is a choice.
  await closeBy('Deposit Desk', 'Enter');
  expect(await outside()).toEqual([]);

  await bringForward(page);
  await press('Control+Shift+KeyI', 'F12', 'Control+KeyR', 'F5', 'Control+Shift+KeyR');
  const isInspected = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.isDevToolsOpened()),
  );
  expect(isInspected).toEqual([false]);
  await expectSamePage();
});

type Dragged = {
  readonly items: readonly { readonly mimeType: string; readonly data: string }[];
  readonly files?: readonly string[];
};

/** As the system hands a drag over: Chromium itself decides what becomes of it. */
async function drop(page: Page, on: Locator, { items, files = [] }: Dragged): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const box = await on.boundingBox();
  if (box === null) throw new Error('There is nothing to drop it on');
  const data = { items: [...items], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 12, data });
  }
  await cdp.detach();
}

const link = (address: string): Dragged => ({
  items: [
    { mimeType: 'text/uri-list', data: address },
    { mimeType: 'text/plain', data: address },
  ],
});

test('a file is taken where it is asked for and nowhere else; a link that is dropped is text at most', async ({
  deskPage: page,
}, testInfo) => {
  const file = testInfo.outputPath('rows.csv');
  writeFileSync(file, 'Customer,Amount,Currency\ndropped-1,1500,RUB\n');
  const html = testInfo.outputPath('page.html');
  writeFileSync(html, '<title>elsewhere</title>');
  const { stopped, expectSamePage } = await watchPage(page);
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');

  for (const hash of ['#/', '#/log', '#/overview', '#/settings', '#/batch']) {
    await goTo(page, hash);
    for (const dragged of [
      { items: [], files: [html] },
      { items: [], files: [file] },
      link('https://provider.example/'),
    ])
      await drop(page, heading, dragged);
    await expectSamePage();
  }
  await goTo(page, '#/');
  const customer = field(page, 'Customer');
  await drop(page, customer, { items: [], files: [file] });
  await expect(customer).toHaveValue('');
  await drop(page, customer, link('https://provider.example/'));
  await expect(customer).toHaveValue('https://provider.example/');
  await customer.fill('');
  expect(await stopped()).toEqual([]);

  await goTo(page, '#/batch');
  await drop(
    page,
    main.getByRole('heading', { level: 2 }).first(),
    link('https://provider.example/'),
  );
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  await drop(page, main.getByRole('heading', { level: 2 }).first(), { items: [], files: [file] });
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
  await expect(step).toHaveText('Columns');
  await expect(main).toContainText('dropped-1');
  await goTo(page, '#/log/statements');
  await drop(page, main.getByRole('heading', { level: 2 }).first(), { items: [], files: [file] });
  await expect(step).toHaveText('Columns');
  await expect(main).toContainText('dropped-1');
  await expectSamePage();
  expect(await stopped()).toEqual([]);
});
