import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import packageFile from '../../package.json' with { type: 'json' };
import { readStartFlags } from '../../scripts/start/flags.ts';
import { launchStandIn } from '../support/electronStandIn/launch.ts';
import {
  CLEAN_EXIT,
  type LoopbackProcess,
  startLoopbackProcess,
} from './support/launchLoopback.ts';

const ROOT = path.join(import.meta.dirname, '../..');
// From ROOT, where every process here runs.
const START = 'scripts/start.ts';
const LOOPBACK = 'out/main/loopback.js';

type Ended = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };

function run(command: string, args: readonly string[], input: 'ignore' | 'pipe' = 'ignore') {
  return spawn(command, args, {
    cwd: ROOT,
    stdio: [input, 'pipe', 'pipe'],
    // npm is a script there, which only a shell starts.
    shell: process.platform === 'win32' && command === 'npm',
  });
}

function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...texts }));
  });
}

let dir = '';

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'start-'));
});

afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

describe('flags that cannot be read', () => {
  test.each([
    [['--port', 'abc']],
    [['--port', '-1']],
    [['--port', '65536']],
    [['--port', '1e3']],
    [['--port']],
    [['--host', 'foo']],
    [['--host', '']],
    [['--data-dir', '']],
    [['--unheard-of']],
    [['--no-open=yes']],
    [['--insecure-fixed-port']],
    [['stray']],
    [['--port', '1', '--port', '2']],
  ])('%j is refused', (flags) => {
    expect(readStartFlags(flags)).toMatchObject({ ok: false });
  });

  test.each([
    [START, ['--port', 'abc']],
    [LOOPBACK, ['--port', 'abc']],
    [LOOPBACK, ['--host', 'loopback']],
  ])('%s %j: usage, exit 2, and nothing else happens', async (script, flags) => {
    const dataDir = path.join(dir, 'never');
    const args = [script, ...flags, `--data-dir=${dataDir}`];
    const { exitCode, stdout, stderr } = await ended(run(process.execPath, args));
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage:');
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('a second start on a held data directory', () => {
  let holder: LoopbackProcess;
  let dataDir = '';

  beforeAll(async () => {
    dataDir = path.join(dir, 'held');
    holder = await startLoopbackProcess({ dataDir });
  });

  afterAll(() => holder.stop());

  test('through the Electron host says so too', async () => {
    const message = /\(3\).*loopback host.*process \d+, since/u;
    await expect(launchStandIn({ dataDir })).rejects.toThrow(message);
  });

  test.each([
    ['the host itself', process.execPath, [LOOPBACK]],
    ['npm start', 'npm', ['start', '--silent', '--', '--host', 'loopback']],
  ])('through %s says who holds it and exits 3', async (_how, command, args) => {
    const flags = ['--no-open', `--data-dir=${dataDir}`];
    const { exitCode, stderr } = await ended(run(command, [...args, ...flags]));
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(
      new RegExp(`loopback host.*process ${holder.child.pid}, since 20\\d\\d-\\S+Z`, 'u'),
    );
  });
});

test('the Electron host is named where it is the one that holds it', async () => {
  const dataDir = path.join(dir, 'held-by-electron');
  const app = await launchStandIn({ dataDir });
  const flags = ['--no-open', `--data-dir=${dataDir}`];
  const { exitCode, stderr } = await ended(run(process.execPath, [LOOPBACK, ...flags]));
  await app.close();
  expect(exitCode).toBe(3);
  expect(stderr).toContain('held by the electron host');
});

test('a port that is taken is said, and the data directory is free again', async () => {
  const dataDir = path.join(dir, 'port');
  const holder = await startLoopbackProcess({ dataDir: path.join(dir, 'port-holder') });
  const flags = ['--no-open', `--data-dir=${dataDir}`, '--port', new URL(holder.oneTimeUrl).port];
  const { exitCode, stderr } = await ended(run(process.execPath, [LOOPBACK, ...flags]));
  await holder.stop();
  expect(exitCode).toBe(1);
  expect(stderr).toContain('is taken by another program');
  const next = await startLoopbackProcess({ dataDir });
  expect(await next.stop()).toBe(CLEAN_EXIT);
});

test('a port of one’s own brings a fresh name all the same, and the number only by a flag that says what it is', async () => {
  const taken = await startLoopbackProcess({ dataDir: path.join(dir, 'a-port') });
  const { port } = new URL(taken.oneTimeUrl);
  await taken.stop();
  const flags = ['--port', port];
  const fresh = await startLoopbackProcess({ dataDir: path.join(dir, 'fresh-name'), flags });
  expect(new URL(fresh.oneTimeUrl).host).toMatch(
    new RegExp(`^[a-z][a-z0-9]{32}\\.localhost:${port}$`, 'u'),
  );
  await fresh.stop();
  const insecure = [...flags, '--insecure-fixed-port'];
  const fixed = await startLoopbackProcess({ dataDir: path.join(dir, 'number'), flags: insecure });
  expect(new URL(fixed.oneTimeUrl).host).toBe(`127.0.0.1:${port}`);
  await fixed.stop();
});

test('a port of one’s own that another program holds on ::1 is refused, and not served by number', async (context) => {
  const holder = createServer();
  const isHeld = await new Promise<boolean>((resolve) => {
    holder.once('error', () => resolve(false));
    holder.listen(0, '::1', () => resolve(true));
  });
  context.skip(!isHeld, 'this machine has no ::1');
  const address = holder.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const flags = ['--no-open', `--data-dir=${path.join(dir, 'on-ipv6')}`, '--port', `${port}`];
  const { exitCode, stderr } = await ended(run(process.execPath, [LOOPBACK, ...flags]));
  holder.close();
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`port ${port} on ::1 is taken by another program`);
});

describe('npm start', () => {
  test('becomes ready, opens no inspector, prints a fresh address on Enter, and ends cleanly on a signal', async () => {
    const dataDir = path.join(dir, 'run');
    const [command, ...script] = packageFile.scripts.start.split(' ');
    expect(command).toBe('node');
    const flags = ['--host', 'loopback', '--no-open', `--data-dir=${dataDir}`];
    const child = run(process.execPath, [...script, ...flags], 'pipe');
    const result = ended(child);
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    const urls = () => printed.match(/http:\/\/127\.0\.0\.1:\d+\/#code=\S+/gu) ?? [];
    await expect.poll(urls, { timeout: 110_000 }).toHaveLength(1);
    expect(printed).toMatch(/^Deposit Desk is ready at http:\S+$/mu);
    await expect.poll(() => printed).toContain('not a fresh name, because no browser is opened');
    // Node would open an inspector, through which any program of this machine could run code in the desk.
    if (process.platform !== 'win32') child.kill('SIGUSR1');
    child.stdin?.write('\n');
    await expect.poll(urls).toHaveLength(2);
    expect(new Set(urls()).size).toBe(2);
    child.kill('SIGINT');
    const { exitCode, stderr } = await result;
    expect(exitCode).toBe(CLEAN_EXIT);
    expect(stderr).not.toContain('Debugger listening');
  });
});

// A shell script plays the browser, and Windows runs none.
if (process.platform !== 'win32') {
  test('a window that is being opened when the desk ends is ended too, and no address is left in a file', async () => {
    const [bin, tmp] = [path.join(dir, 'bin'), path.join(dir, 'tmp')];
    for (const folder of [bin, tmp]) mkdirSync(folder);
    const browser = path.join(bin, 'chromium');
    writeFileSync(browser, '#!/bin/sh\nexec sleep 30\n', { mode: 0o700 });
    const child = spawn(process.execPath, [LOOPBACK, `--data-dir=${path.join(dir, 'opening')}`], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0', TMPDIR: tmp },
    });
    const result = ended(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    await expect.poll(() => printed, { timeout: 60_000 }).toContain('is ready at');
    child.stdin.write('\n'.repeat(20));
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    child.kill('SIGTERM');
    expect((await result).exitCode).toBe(CLEAN_EXIT);
    expect(readdirSync(tmp)).toEqual([]);
  });
}

// Elsewhere there is always a display, and taking it away is not a test's business.
if (process.platform === 'linux') {
  test('npm start without a display: one line says that Electron cannot run, and the browser host starts', async () => {
    const dataDir = path.join(dir, 'fallback');
    const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
    const child = spawn(process.execPath, [START, `--data-dir=${dataDir}`], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const result = ended(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    await expect.poll(() => printed, { timeout: 110_000 }).toContain('is ready at');
    child.kill('SIGTERM');
    expect((await result).exitCode).toBe(CLEAN_EXIT);
    const lines = printed
      .trim()
      .split('\n')
      .filter((line) => line !== 'Building…');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/Electron.*starting the browser host instead\.$/u);
    expect(lines[2]).toContain('because no browser is opened');
  });
}
