import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { cannotStartMessage } from './cannotStart.ts';
import { holdDataDir } from '../files/dataDir.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';

afterAll(removeTemporaryDirs);

/** What really happens on this machine, in words. */
function whyNot(dataDir: string): string {
  try {
    const held = holdDataDir(dataDir, 'test', new Date());
    return held.ok ? 'started' : 'held';
  } catch (error) {
    return cannotStartMessage(dataDir, error);
  }
}

it('a data directory that is a file is called that', () => {
  const file = join(temporaryDir(), 'desk');
  writeFileSync(file, 'x');
  expect(whyNot(file)).toContain('is not a folder');
  expect(whyNot(join(file, 'inside'))).toContain('is not a folder');
});

it('a foreign hold.lock is named, and what to do with it', () => {
  const dataDir = temporaryDir();
  writeFileSync(
    join(dataDir, 'hold.lock'),
    'this was written by somebody else, for another purpose',
  );
  expect(whyNot(dataDir)).toContain('hold.lock');
});

it('a folder in the place of hold.lock means that it cannot be written', () => {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'hold.lock'));
  expect(whyNot(dataDir)).toContain('cannot be written');
});

it('a taken port is named with its number', async () => {
  const [first, second] = [createServer(), createServer()];
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const address = first.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const error = await new Promise<unknown>((resolve) => {
    second.once('error', resolve);
    second.listen(port, '127.0.0.1');
  });
  first.close();
  expect(cannotStartMessage('/data', error)).toContain(`port ${port} is taken by another program`);
});

it('what it does not know it hands on as it came', () => {
  expect(cannotStartMessage('/data', new Error('odd'))).toBe('Deposit Desk cannot start: odd');
  expect(cannotStartMessage('/data', 'odd')).toBe('Deposit Desk cannot start: odd');
});
