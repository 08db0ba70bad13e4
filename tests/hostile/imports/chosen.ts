import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import type { Expected } from './files.ts';
import { GOOD_FILE } from './files.ts';

const MANY_PIECES = 45 * 1024 * 1024;

/** Something that is no file, or does not stay one. `meanwhile` happens once the page has begun to read it. */
export type OddChoice = {
  readonly name: string;
  readonly make: (file: string) => void;
  readonly how: 'chosen' | 'dropped';
  readonly meanwhile?: (file: string) => void;
  readonly expected: Expected;
};

/** So long that it is not read whole before it changes. */
function long(file: string): void {
  writeFileSync(file, Buffer.alloc(MANY_PIECES, 'a,1500,RUB,sbp\n'));
}

const changed: Expected = { refused: 'file_changed' };

export const ODD_CHOICES: readonly OddChoice[] = [
  { name: 'folder', make: (file) => mkdirSync(file), how: 'dropped', expected: changed },
  {
    name: 'link-to-folder',
    make: (file) => symlinkSync(path.dirname(file), file),
    how: 'dropped',
    expected: changed,
  },
  {
    name: 'pipe.csv',
    make: (file) => void execFileSync('mkfifo', [file]),
    how: 'chosen',
    expected: { refused: 'empty' },
  },
  {
    name: 'device.csv',
    make: (file) => symlinkSync('/dev/zero', file),
    how: 'chosen',
    expected: { refused: 'empty' },
  },
  {
    name: 'dangling.csv',
    make: (file) => symlinkSync(`${file}-nowhere`, file),
    how: 'chosen',
    expected: { refused: 'empty' },
  },
  {
    name: 'link.csv',
    make(file) {
      writeFileSync(`${file}-meant`, GOOD_FILE);
      symlinkSync(`${file}-meant`, file);
    },
    how: 'chosen',
    expected: { problems: [] },
  },
  {
    name: 'vanishes.csv',
    make: long,
    how: 'chosen',
    meanwhile: (file) => rmSync(file),
    expected: changed,
  },
  {
    name: 'grows.csv',
    make: long,
    how: 'chosen',
    meanwhile: (file) => appendFileSync(file, 'b,1500,RUB,sbp\n'),
    expected: changed,
  },
  {
    name: 'is-replaced.csv',
    make: long,
    how: 'chosen',
    meanwhile(file) {
      rmSync(file);
      writeFileSync(file, GOOD_FILE);
    },
    expected: changed,
  },
];

/** Past Playwright's own look at the file: the browser is told of the path as its chooser would tell it. */
export async function chooseFile(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', {});
  const selector = 'main input[type="file"]';
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [file] });
  await session.detach();
}

export async function dropFile(page: Page, file: string): Promise<void> {
  const box = await page.locator('main [data-over]').boundingBox();
  if (box === null) throw new Error('There is no place to drop a file');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await session.detach();
}
