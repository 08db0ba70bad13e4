import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { savesTo } from './saveTo.ts';

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'saves-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('a file that is there is never written over', () => {
  const dir = folder();
  const saveTo = savesTo(dir);
  for (const at of ['', ' (2)', ' (3)']) {
    const file = saveTo('QR D-1.png');
    expect(file).toBe(path.join(dir, `QR D-1${at}.png`));
    writeFileSync(file ?? '', '');
  }
  expect(readdirSync(dir)).toHaveLength(3);
});

test('two downloads at once do not become one file', () => {
  const dir = folder();
  const saveTo = savesTo(dir);
  const first = saveTo('report.csv') ?? '';
  const second = saveTo('report.csv') ?? '';
  expect([first, second]).toEqual(
    ['report.csv', 'report (2).csv'].map((name) => path.join(dir, name)),
  );
  for (const file of [first, second]) writeFileSync(file, '');
  expect(saveTo('report.csv')).toBe(path.join(dir, 'report (3).csv'));
  // Moved away by the operator.
  rmSync(first);
  expect(saveTo('report.csv')).toBe(first);
});

test('the folder is made, and nothing is put outside of it', () => {
  const dir = path.join(folder(), 'Downloads');
  expect(savesTo(dir)('../../x.csv')).toBe(path.join(dir, 'x.csv'));
  expect(readdirSync(dir)).toEqual([]);
});

test('a folder that is made is the operator’s alone, as for exports', (context) => {
  context.skip(process.platform === 'win32', 'no modes here');
  const dir = path.join(folder(), 'exports');
  savesTo(dir)('x.csv');
  expect(statSync(dir).mode % 0o1000).toBe(0o700);
});

test('a place that cannot be a folder is not decided for', () => {
  const file = path.join(folder(), 'file');
  writeFileSync(file, '');
  expect(savesTo(file)('x.csv')).toBeNull();
});
