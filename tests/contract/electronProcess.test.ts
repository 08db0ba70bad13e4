import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readyElectron, runElectron } from '../../scripts/start/electron.ts';

const DESKTOP = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false } as const;

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'electron-process-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function installBinary(): string {
  const dist = path.join(root, 'node_modules/electron/dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(path.join(root, 'node_modules/electron/path.txt'), 'electron');
  writeFileSync(path.join(dist, 'electron'), '');
  return path.join(dist, 'electron');
}

describe('Electron', () => {
  test('is used where its binary is there and can run', async () => {
    const executable = installBinary();
    expect(await readyElectron(root, DESKTOP)).toEqual({ ok: true, executable });
  });

  test.each([
    ['there is no display', { ...DESKTOP, env: {} }, /display/u],
    ['it would have to give up its sandbox', { ...DESKTOP, isRoot: true }, /root/u],
  ])('is not used where %s, and nothing is downloaded for it', async (_why, machine, reason) => {
    const ready = await readyElectron(root, machine);
    expect(ready.ok ? '' : ready.reason).toMatch(reason);
  });
});

/** Node in Electron's place: both run the folder they are given. */
function installApp(script: string): void {
  writeFileSync(path.join(root, 'package.json'), '{"main":"main.cjs"}');
  writeFileSync(path.join(root, 'main.cjs'), script);
}

describe('its process', () => {
  test('gets the data directory and hands its exit code on', async () => {
    const notes = path.join(root, 'notes');
    installApp(
      `require('node:fs').writeFileSync(${JSON.stringify(notes)}, process.argv[2]); process.exit(3);`,
    );
    const ended = await runElectron(process.execPath, root, 'data');
    expect(ended).toEqual({ started: true, exitCode: 3 });
    expect(readFileSync(notes, 'utf8')).toBe(`--data-dir=${path.resolve('data')}`);
  });

  const broken = [
    ['cannot be loaded', 'process.exit(127);'],
    ['is ended by the kernel', `process.kill(process.pid, 'SIGKILL');`],
  ] as const;
  // Windows knows no signals, so a child's end never names one.
  test.each(broken.slice(0, process.platform === 'win32' ? 1 : 2))(
    'that %s did not start, which is said',
    async (_how, script) => {
      installApp(script);
      const ended = await runElectron(process.execPath, root, null);
      expect(ended.started ? '' : ended.reason).toMatch(/^Electron ended by itself/u);
    },
  );

  test('that is not there at all did not start either', async () => {
    const ended = await runElectron(path.join(root, 'nothing'), root, null);
    expect(ended.started).toBe(false);
  });
});
