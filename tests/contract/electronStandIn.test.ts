import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Browser, type Page, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { chromiumFlags, findChromium } from '../support/chromium.ts';
import { StandInIpcMain, cloned } from '../support/electronStandIn/ipcMain.ts';
import {
  CALL_BINDING,
  type FromPage,
  preloadScript,
} from '../support/electronStandIn/preloadWorld.ts';
import { matches } from '../support/electronStandIn/session.ts';
import { strict } from '../support/electronStandIn/strict.ts';
import { createCodec } from '../support/electronStandIn/wire.ts';

/** That the stand-in refuses what the suites over it try. What Electron itself does, specs in Electron see. */

const codec = createCodec();

test('what JSON leaves out travels between page and app all the same', () => {
  const sent = {
    list: [undefined, 1n, Number.NaN, new Date(5), new Date(Number.NaN), null, 'text'],
    map: new Map([[{ a: 1 }, new Set([undefined])]]),
    bytes: new Uint8Array([1, 2]),
    ['__proto__']: { own: true },
    missing: undefined,
  };
  expect(codec.decode(codec.encode(sent))).toEqual(sent);
  expect(codec.decode(codec.encode(undefined))).toBe(undefined);
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
  expect(matches('https://x.example/*', 'https://xyexample/a')).toBe(false);
});

/** A preload of our own, to try the bridge with. */
const PRELOAD = `
  const { contextBridge, ipcRenderer } = require('electron');
  class Failure extends Error { constructor(text) { super(text); this.code = 'X'; } }
  contextBridge.exposeInMainWorld('tried', {
    kept: { two: 2 },
    echo: (value) => value,
    fail: () => { throw new Failure('because'); },
    reject: () => Promise.reject(new Failure('later')),
    invoke: (input) => ipcRenderer.invoke('channel', input),
    missing: () => ipcRenderer.sendSync('channel'),
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
    ['an API arrives frozen', `Object.isFrozen(tried) && Object.isFrozen(tried.kept)`, true],
    [
      'and cannot be put aside',
      `Reflect.deleteProperty(globalThis, 'tried') || Reflect.set(globalThis, 'tried', 1)`,
      false,
    ],
    ['an error keeps its words alone', `tried.fail()`, ['Error', 'because', []]],
    ['so does one that comes later', `tried.reject()`, ['Error', 'later', []]],
    ['values are copied', `(() => { const a = {}; return tried.echo(a) !== a; })()`, true],
    ['functions are called across', `tried.echo(() => 7)()`, 7],
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
