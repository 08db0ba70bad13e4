import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { holdDataDir } from './dataDir.ts';
import { defaultDataDir } from './defaultDataDir.ts';
import { temporaryDir, removeTemporaryDirs } from '../testing/builders.ts';

afterAll(removeTemporaryDirs);

const MODULE = fileURLToPath(new URL('./dataDir.ts', import.meta.url));
const NOBODY = 65_534;
const since = new Date('2026-11-15T10:00:00.000Z');

describe('the default data directory', () => {
  it.each([
    ['linux', {}, '/home/a', '/home/a/.local/share/deposit-desk'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/a', '/data/deposit-desk'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/a', '/home/a/.local/share/deposit-desk'],
    ['darwin', {}, '/Users/a', '/Users/a/Library/Application Support/Deposit Desk'],
    ['win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\Users\\a', 'C:\\L\\Deposit Desk'],
    ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Local\\Deposit Desk'],
  ] as const)('on %s with %j', (platform, env, home, expected) => {
    expect(defaultDataDir(platform, env, home)).toBe(expected);
  });
});

describe('holding a data directory', () => {
  it('makes it private, and lets nobody else in until it is released', () => {
    const dir = join(temporaryDir(), 'desk');
    const first = holdDataDir(dir, 'electron', since);
    expect(first.ok).toBe(true);
    if (process.platform !== 'win32') expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(holdDataDir(dir, 'loopback', since)).toEqual({
      ok: false,
      error: {
        code: 'held',
        holder: { pid: process.pid, host: 'electron', since: since.toISOString() },
      },
    });
    if (first.ok) first.value.release();
    expect(existsSync(join(dir, 'holder.json'))).toBe(false);
    const second = holdDataDir(dir, 'loopback', since);
    expect(second.ok).toBe(true);
    if (second.ok) second.value.release();
  });

  it('works in a folder that may not be written, with what a killed desk left there', (context) => {
    context.skip(process.platform === 'win32', 'Windows has no such folders');
    const dir = temporaryDir();
    const holderFile = join(dir, 'holder.json');
    writeFileSync(join(dir, 'hold.lock'), '');
    writeFileSync(holderFile, JSON.stringify({ pid: 1, host: 'electron', since: 'long ago' }));
    const script = `
      const { holdDataDir } = await import(${JSON.stringify(MODULE)});
      const { readFileSync } = await import('node:fs');
      const held = holdDataDir(${JSON.stringify(dir)}, 'loopback', new Date());
      const { pid } = JSON.parse(readFileSync(${JSON.stringify(holderFile)}, 'utf8'));
      held.value.release();
      process.stdout.write(pid === process.pid ? 'held and released' : 'names another process');`;
    // Root may write everywhere, so that another account has to try.
    const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if ('uid' in account) {
      for (const name of ['hold.lock', 'holder.json', '.'])
        chownSync(join(dir, name), NOBODY, NOBODY);
    }
    chmodSync(dir, 0o500);
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      ...account,
    });
    chmodSync(dir, 0o700);
    expect(stdout + stderr).toBe('held and released');
  });

  it('works across processes and ends with a killed one', async () => {
    const dir = temporaryDir();
    const script = `
      const { holdDataDir } = await import(${JSON.stringify(MODULE)});
      const held = holdDataDir(${JSON.stringify(dir)}, 'electron', new Date());
      process.stdout.write(held.ok ? 'held' : 'refused');
      setInterval(() => held, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(String(await once(child.stdout, 'data'))).toBe('held');
    expect(holdDataDir(dir, 'loopback', since)).toMatchObject({
      ok: false,
      error: { holder: { pid: child.pid, host: 'electron' } },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = holdDataDir(dir, 'loopback', since);
    expect(after.ok).toBe(true);
    if (after.ok) after.value.release();
  });
});
