import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type ElectronApplication, type Page, _electron, chromium } from '@playwright/test';

import { electronBinary } from '../../tests/e2e/hosts/electronHost.ts';
import { createInput } from '../../tests/support/builders.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { quantile } from '../figures.ts';
import { rssMbOf, startHost } from '../log-screen/host.ts';
import { CALLS, type Measured, REQUESTS, STARTS } from './measured.ts';
import { BRIDGE_KEY } from '../../src/shared/contract/bridge.ts';

/** Run by the area inside the session: writes figures.json into the folder that it is given. */

const ROOT = path.join(import.meta.dirname, '../..');
/** V8 gives memory back some seconds after the work has ended. */
const REST_MS = 20_000;
const AT_ONCE = 8;
const OPERATION = 'request.stages';

const EMPTY_MAIN = `
const { app, BrowserWindow } = require('electron');
app.enableSandbox();
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadFile('index.html'));
`;

type Started = {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly usableMs: number;
};
type Side = { readonly args: readonly string[] };

const [out = ''] = process.argv.slice(2);
const measured: Measured = await measure();
writeFileSync(path.join(out, 'figures.json'), JSON.stringify(measured));

async function measure(): Promise<Measured> {
  const desk: Side = { args: [ROOT, `--data-dir=${path.join(out, 'desk')}`, '--lang=en-US'] };
  const empty: Side = { args: [emptyApp(), `--user-data-dir=${path.join(out, 'empty-data')}`] };
  const startMs = await starts(desk, empty);
  const theirs = await start(empty);
  await sleep(REST_MS);
  const emptyMb = await memoryMb(theirs);
  await theirs.app.close();
  const ours = await start(desk);
  try {
    await sleep(REST_MS);
    const restMb = await memoryMb(ours);
    const byIpc = await roundTripMs(ours.page, askByIpc);
    const byHttp = await inChromium();
    await ours.page.evaluate(issueAll, [BRIDGE_KEY, inputs(), AT_ONCE] as const);
    await sleep(REST_MS);
    const afterMb = await memoryMb(ours);
    return {
      startMs,
      restMb: { ours: restMb, peer: emptyMb },
      afterMb: { ours: afterMb, peer: emptyMb },
      roundTripMs: { ours: byIpc, peer: byHttp },
    };
  } finally {
    await ours.app.close();
  }
}

function emptyApp(): string {
  const folder = path.join(out, 'empty');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{"name":"empty","main":"main.cjs"}');
  writeFileSync(path.join(folder, 'main.cjs'), EMPTY_MAIN);
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><input autofocus>');
  return folder;
}

async function start({ args }: Side): Promise<Started> {
  const begunAt = performance.now();
  const app = await _electron.launch({
    executablePath: electronBinary() ?? '',
    args: [...args],
    // Without it Playwright itself adds --no-sandbox on Linux.
    chromiumSandbox: true,
  });
  const page = await app.firstWindow();
  await page.locator('input:focus').waitFor();
  return { app, page, usableMs: performance.now() - begunAt };
}

/** They take turns; the first of each, on no data, is not counted. */
async function starts(desk: Side, empty: Side): Promise<Measured['startMs']> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round <= STARTS; round += 1) {
    for (const [side, times] of [
      [desk, ours],
      [empty, theirs],
    ] as const) {
      const { app, usableMs } = await start(side);
      await app.close();
      if (round > 0) times.push(usableMs);
    }
  }
  return { ours: quantile(ours, 0.5), peer: quantile(theirs, 0.5) };
}

async function memoryMb({ app, page }: Started): Promise<number> {
  await page.requestGC();
  return processesBelow(app.process().pid ?? 0).reduce((sum, pid) => sum + rssMbOf(pid), 0);
}

/** The process itself and all that it has started. */
function processesBelow(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .map((pid) => [Number(pid), parentOf(pid)]),
  );
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 0 && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

/** 0 for one that has ended meanwhile. */
function parentOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\t(?<parent>\d+)$/mu.exec(status)?.groups?.['parent'] ?? 0);
  } catch {
    return 0;
  }
}

type Operation = (input: unknown) => Promise<{ readonly ok: boolean; readonly value?: unknown }>;
/** As the preload script gives it to the page. */
type Bridge = { readonly invoke: Readonly<Record<string, Operation>> };
type Ask = (given: readonly [string, string, number]) => Promise<readonly number[]>;

async function roundTripMs(page: Page, ask: Ask): Promise<number> {
  return quantile(await page.evaluate(ask, [BRIDGE_KEY, OPERATION, CALLS] as const), 0.5);
}

async function askByIpc([key, name, calls]: readonly [string, string, number]) {
  const hasBridge = (one: object): one is Record<string, Bridge> => key in one;
  const world: object = globalThis;
  const operation = hasBridge(world) ? world[key]?.invoke[name] : undefined;
  if (operation === undefined) throw new Error('There is no bridge');
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const begunAt = performance.now();
    const { ok } = await operation({});
    times.push(performance.now() - begunAt);
    if (!ok) throw new Error('The operation failed');
  }
  return times;
}

async function askByHttp([, name, calls]: readonly [string, string, number]) {
  const headers = {
    authorization: `Bearer ${sessionStorage.getItem('desk-session') ?? ''}`,
    'content-type': 'application/json',
  };
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const begunAt = performance.now();
    const response = await fetch(`/api/op/${name}`, { method: 'POST', headers, body: '{}' });
    await response.json();
    times.push(performance.now() - begunAt);
    if (!response.ok) throw new Error(`The host answers ${response.status}`);
  }
  return times;
}

async function inChromium(): Promise<number> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here');
  const dataDir = path.join(out, 'loopback');
  mkdirSync(dataDir);
  const host = await startHost(dataDir);
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.locator('input:focus').waitFor();
    return await roundTripMs(page, askByHttp);
  } finally {
    await browser.close();
    await host.stop();
  }
}

function inputs(): readonly unknown[] {
  return Array.from({ length: REQUESTS }, () => createInput());
}

async function issueAll([key, all, lanes]: readonly [string, readonly unknown[], number]) {
  const hasBridge = (one: object): one is Record<string, Bridge> => key in one;
  const world: object = globalThis;
  const invoke = hasBridge(world) ? world[key]?.invoke : undefined;
  const [create, stages] = [invoke?.['issue.create'], invoke?.['request.stages']];
  if (create === undefined || stages === undefined) throw new Error('There is no bridge');
  const left = [...all];
  const lane = async (): Promise<void> => {
    for (let input = left.pop(); input !== undefined; input = left.pop()) {
      const reply = await create(input);
      if (!reply.ok) throw new Error(JSON.stringify(reply));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const isBusy = async (): Promise<boolean> => {
    const { value } = await stages({});
    return !Array.isArray(value) || value.length > 0;
  };
  while (await isBusy()) await new Promise((resolve) => setTimeout(resolve, 100));
}
