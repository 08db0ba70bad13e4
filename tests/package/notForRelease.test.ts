import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { NOT_FOR_RELEASE, releaseProblems } from '../../scripts/package/notForRelease.ts';

let outDir = '';
let appOutDir = '';

beforeEach(() => {
  outDir = mkdtempSync(path.join(tmpdir(), 'not-for-release-'));
  appOutDir = path.join(outDir, 'linux-unpacked');
  mkdirSync(appOutDir);
});
afterEach(() => {
  rmSync(outDir, { recursive: true });
});

function mark(folder: string): void {
  writeFileSync(path.join(folder, NOT_FOR_RELEASE), '');
}

it('an app around the copy of Electron for tests is packed only where the folder says so, and in no release', () => {
  const place = { appOutDir, outDir };
  expect(releaseProblems(place, { DESK_RELEASE: '1' })).toEqual([]);
  mark(appOutDir);
  expect(releaseProblems(place, {})).toHaveLength(1);
  mark(outDir);
  expect(releaseProblems(place, {})).toEqual([]);
  expect(releaseProblems(place, { DESK_RELEASE: '1' })).toHaveLength(1);
});

it('a release is not packed into a marked folder, whichever Electron it is made of', () => {
  mark(outDir);
  expect(releaseProblems({ appOutDir, outDir }, { DESK_RELEASE: '1' })).toHaveLength(1);
});
