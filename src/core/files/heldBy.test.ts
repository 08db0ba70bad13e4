import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { holdDataDir } from './dataDir.ts';
import { heldBy } from './heldBy.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'held-by-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('another desk is named, also one that takes the directory a moment later', async () => {
  const asked = heldBy(dir, 'electron', 10_000);
  const held = holdDataDir(dir, 'loopback', new Date(0));
  expect(await asked).toMatchObject({ holder: { pid: process.pid, host: 'loopback' } });
  if (held.ok) held.value.release();
});

test('nobody is named where nobody is, whatever a killed desk left', async () => {
  expect(await heldBy(dir, 'electron', 0)).toBe(null);
  expect(existsSync(join(dir, 'hold.lock'))).toBe(false);
  const left = { pid: process.pid, host: 'electron', since: 'long ago' };
  writeFileSync(join(dir, 'holder.json'), JSON.stringify(left));
  expect(await heldBy(dir, 'electron', 0)).toBe(null);
});
