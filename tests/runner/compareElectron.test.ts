import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, '../../scripts/compare-electron.ts');
const FILES = { electron: 'program', version: '42.0.0', 'locales/en-US.pak': 'words' };

/** Two folders with files by name, and what the program says of them. */
function compare(
  official: Readonly<Record<string, string>>,
  copy: Readonly<Record<string, string>>,
  change: (copyDir: string) => void = () => undefined,
) {
  const root = mkdtempSync(path.join(tmpdir(), 'compare-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folders = Object.entries({ official, copy }).map(([name, files]) => {
    const folder = path.join(root, name);
    mkdirSync(folder);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    return folder;
  });
  change(path.join(root, 'copy'));
  const done = spawnSync(process.execPath, [SCRIPT, ...folders], { encoding: 'utf8' });
  return { code: done.status, lines: done.stdout.trim().split('\n'), errors: done.stderr };
}

test('a copy with the same bytes passes, whatever its file version says', () => {
  const found = compare(FILES, { ...FILES, version: 'another' });
  expect(found).toEqual({
    code: 0,
    lines: ['Electron 42.0.0: 3 files of the copy compared, 0 differences'],
    errors: '',
  });
});

test('an altered, a missing and an additional file are named and fail', () => {
  const { electron, version } = FILES;
  const { code, lines } = compare(FILES, { electron: `${electron}!`, version, 'lib/evil.so': '' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    'differs    electron',
    'missing    locales/en-US.pak',
    'additional lib/evil.so',
    'Electron 42.0.0: 2 files of the copy compared, 3 differences',
  ]);
});

test('a link in place of a file is a difference, even to a file with those bytes', () => {
  const { code, lines } = compare(FILES, { ...FILES, other: 'program' }, (copy) => {
    rmSync(path.join(copy, 'electron'));
    symlinkSync('other', path.join(copy, 'electron'));
  });
  expect(code).toBe(1);
  expect(lines).toContain('differs    electron');
});

test('two empty folders prove nothing, and a folder that is not there is told apart', () => {
  expect(compare({}, {}).code).toBe(1);
  const gone = compare(FILES, FILES, (copy) => rmSync(copy, { recursive: true }));
  expect(gone.code).toBe(2);
  expect(gone.errors).toContain('ENOENT');
});
