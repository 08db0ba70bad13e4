import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Browser, type Page, chromium } from '@playwright/test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { chromiumFlags, findChromium } from '../support/chromium.ts';
import { StandInScreen, StandInTray, dialog } from '../support/electronStandIn/desktop.ts';
import { StandInIpcMain, cloned } from '../support/electronStandIn/ipcMain.ts';
import {
  CALL_BINDING,
  type FromPage,
  preloadScript,
} from '../support/electronStandIn/preloadWorld.ts';
import { StandInProtocol } from '../support/electronStandIn/session.ts';
import { strict } from '../support/electronStandIn/strict.ts';
import { utilityProcess } from '../support/electronStandIn/utilityProcess.ts';
import { matches } from '../support/electronStandIn/webRequest.ts';
import { createCodec } from '../support/electronStandIn/wire.ts';

/** That the stand-in refuses what Electron refuses: specs over it would prove less than they say. */

const codec = createCodec();

describe('what travels between page and app', () => {
  test('keeps what a structured clone keeps', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
        }),
        (value) => {
          expect(codec.decode(codec.encode(value))).toEqual(value);
        },
      ),
    );
  });

  test('also a date that is none', () => {
    expect(codec.decode(codec.encode([new Date(Number.NaN)]))).toEqual([new Date(Number.NaN)]);
  });

  test('also what leads back to itself', () => {
    const loop: { name: string; self?: unknown } = { name: 'loop' };
    loop.self = loop;
    const copy = codec.decode(codec.encode(loop));
    expect(Reflect.get(Object(copy), 'self')).toBe(copy);
  });
});

describe('ipcMain', () => {
  const event = { senderFrame: null, sender: {} };

  test('says in Electron’s words what it refuses', async () => {
    const ipcMain = new StandInIpcMain();
    ipcMain.handle('fails', () => {
      throw new TypeError('because');
    });
    ipcMain.handle('leaks', () => () => 'a function');
    expect(() => ipcMain.handle('fails', () => null)).toThrow(
      "Attempted to register a second handler for 'fails'",
    );
    expect(await ipcMain.invoke('fails', event, [])).toEqual({ error: 'TypeError: because' });
    expect(await ipcMain.invoke('leaks', event, [])).toEqual({
      error: 'Error: An object could not be cloned.',
    });
    expect(await ipcMain.invoke('unheard', event, [])).toEqual({
      error: "Error: No handler registered for 'unheard'",
    });
  });

  test('drops classes and refuses functions', () => {
    class Named {
      readonly name = 'x';
    }
    expect(Object.getPrototypeOf(cloned(new Named()))).toBe(Object.prototype);
    expect(() => cloned({ run: () => null })).toThrow('An object could not be cloned.');
  });
});

test('before it is ready it refuses in Electron’s words', async () => {
  expect(() => new StandInTray({})).toThrow('Cannot create Tray before app is ready');
  expect(() => new StandInScreen().getAllDisplays()).toThrow(
    "The 'screen' module can't be used before the app 'ready' event",
  );
  expect(() => new StandInProtocol().handle('app', () => new Response())).toThrow(
    new TypeError('Session can only be received when app is ready'),
  );
  expect(() => utilityProcess.fork('helper.js')).toThrow(
    'utilityProcess cannot be created before app is ready.',
  );
  await expect(dialog.showMessageBox({})).rejects.toThrow(
    'dialog module can only be used after app is ready',
  );
});

test('whatever the stand-in does not have fails by its name', () => {
  const tray = strict('Tray', { setTitle: () => 'done' });
  expect(tray.setTitle()).toBe('done');
  const useIt = (): unknown => Reflect.get(tray, 'popUpContextMenu');
  expect(useIt).toThrow('The stand-in for Electron has no Tray.popUpContextMenu');
  expect(() => Reflect.set(tray, 'title', 'x')).toThrow('no Tray.title to set');
});

test('addresses are matched as extensions write them', () => {
  expect(matches('http://*/*', 'http://x.example/a')).toBe(true);
  expect(matches('http://*/*', 'app://desk/')).toBe(false);
  expect(matches('<all_urls>', 'app://desk/')).toBe(true);
  expect(matches('https://x.example/*', 'https://xyexample/a')).toBe(false);
});

/** A preload of our own, to try the bridge with. */
const PRELOAD = `
  const { contextBridge, ipcRenderer } = require('electron');
  class Failure extends Error { constructor(text) { super(text); this.code = 'X'; } }
  class Shape { constructor() { this.sides = 4; } get area() { return 16; } grow() {} }
  contextBridge.exposeInMainWorld('tried', {
    shape: () => new Shape(),
    kept: { list: [1, { two: 2 }] },
    symbol: () => Symbol('lost'),
    echo: (value) => value,
    is: (value, what) => value instanceof globalThis[what],
    fail: () => { throw new Failure('because'); },
    reject: () => Promise.reject(new Failure('later')),
    deep: () => { let value = {}; for (let at = 0; at < 1100; at += 1) value = { value }; return value; },
    invoke: (input) => ipcRenderer.invoke('channel', input),
    missing: () => ipcRenderer.sendSync('channel'),
    again: () => contextBridge.exposeInMainWorld('tried', {}),
    load: () => require('node:fs'),
  });
`;

describe('the bridge', () => {
  let browser: Browser;
  let page: Page;
  let dir = '';

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'bridge-'));
    const file = path.join(dir, 'preload.cjs');
    writeFileSync(file, PRELOAD);
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('No Chromium was found');
    browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
    page = await browser.newPage();
    await page.exposeBinding(CALL_BINDING, (_source, told: FromPage) =>
      codec.encode(
        told.kind === 'invoke' && told.args.includes('refuse')
          ? { error: 'Error: refused' }
          : { result: told.kind },
      ),
    );
    await page.addInitScript(preloadScript(file));
    await page.goto('about:blank');
  });

  afterAll(async () => {
    await browser.close();
    rmSync(dir, { recursive: true });
  });

  /** What `tried.<name>(…)` gives or throws in the page. */
  const tryIt = (script: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const tried = globalThis.tried;
      try { return await (${script}); }
      catch (error) { return [error.constructor.name, error.message, Object.keys(error)]; }
    })()`);

  test.each([
    [
      'an API arrives frozen, whole',
      `Object.isFrozen(tried) && Object.isFrozen(tried.kept.list[1])`,
      true,
    ],
    [
      'and cannot be put aside',
      `Reflect.deleteProperty(globalThis, 'tried') || Reflect.set(globalThis, 'tried', 1)`,
      false,
    ],
    [
      'nor bound twice',
      `tried.again()`,
      ['Error', 'Cannot bind an API on top of an existing property on the window object', []],
    ],
    [
      'a class is lost, its own values are kept',
      `[Object.getPrototypeOf(tried.shape()) === Object.prototype, tried.shape()]`,
      [true, { sides: 4 }],
    ],
    ['a symbol is lost', `tried.symbol() === undefined`, true],
    ['an error keeps its words alone', `tried.fail()`, ['Error', 'because', []]],
    ['so does one that comes later', `tried.reject()`, ['Error', 'later', []]],
    ['a date stays one, on the other side', `tried.is(new Date(0), 'Date')`, true],
    ['a map too', `[...tried.echo(new Map([['a', 1]]))]`, [['a', 1]]],
    ['functions are called across', `tried.echo(() => 7)()`, 7],
    [
      'what leads back to itself does so there',
      `(() => { const a = {}; a.a = a; const b = tried.echo(a); return b.a === b && b !== a; })()`,
      true,
    ],
    [
      'not deeper than Electron goes',
      `tried.deep()`,
      [
        'Error',
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
        [],
      ],
    ],
    ['a call goes through', `tried.invoke({ a: 1 })`, 'invoke'],
    [
      'a refusal is told in Electron’s words',
      `tried.invoke('refuse')`,
      ['Error', "Error invoking remote method 'channel': Error: refused", []],
    ],
    [
      'a function is no argument of a call',
      `tried.invoke(() => 1)`,
      ['Error', 'An object could not be cloned.', []],
    ],
    [
      'what is not there fails by its name',
      `tried.missing()`,
      ['Error', 'The stand-in for Electron has no ipcRenderer.sendSync', []],
    ],
    [
      'a sandboxed preload loads nothing',
      `tried.load()`,
      ['Error', 'module not found: node:fs', []],
    ],
  ])('%s', async (_what, script, expected) => {
    expect(await tryIt(script)).toEqual(expected);
  });
});
