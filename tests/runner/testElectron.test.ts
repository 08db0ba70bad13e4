import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { NOT_FOR_RELEASE } from '../../scripts/package/notForRelease.ts';
import { readyElectron } from '../../scripts/start/electron.ts';
import { copyDir, findTestElectron } from '../../scripts/testing/electronCopy.ts';

let root = '';
let copy = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'test-electron-'));
  copy = copyDir(root);
  mkdirSync(copy, { recursive: true });
  // By every system's name.
  for (const name of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    writeFileSync(path.join(copy, name), '');
  }
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

it('a copy of Electron whose fetching was interrupted is not used', () => {
  const machine = { platform: 'linux', arch: 'x64', env: { DESK_TEST_ELECTRON: 'copy' } } as const;
  expect(findTestElectron(root, machine)).toMatchObject({ kind: 'stand-in' });
  writeFileSync(path.join(copy, NOT_FOR_RELEASE), '');
  expect(findTestElectron(root, machine)).toMatchObject({ kind: 'copy' });
});

it('npm start takes the Electron that the environment names, but no copy for tests', async () => {
  const env = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: copy };
  const machine = { platform: 'linux', env, isRoot: false } as const;
  const found = await readyElectron(root, machine);
  if (!found.ok) throw new Error(found.reason);
  writeFileSync(path.join(path.dirname(found.executable), NOT_FOR_RELEASE), '');
  const ready = await readyElectron(root, machine);
  expect(ready.ok ? '' : ready.reason).toMatch(/for tests alone/u);
});
