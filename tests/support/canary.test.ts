import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import {
  type Canary,
  filesUnder,
  headerCanary,
  hitsIn,
  pemCanary,
  processesUnder,
  textCanary,
} from './canary.ts';

/** A search that finds nothing proves something only if it would have found it. */

const CANARIES: readonly Canary[] = [
  textCanary('signing'),
  headerCanary('header'),
  pemCanary('PEM'),
];
const base64 = (text: string) => Buffer.from(text).toString('base64');
const HIDINGS: readonly (readonly [string, (secret: string) => string | Buffer])[] = [
  ['as it is', (secret) => `{"a":1}${secret}`],
  ['UTF-16', (secret) => Buffer.from(`x${secret}`, 'utf16le')],
  ['hex', (secret) => `0a${Buffer.from(secret).toString('hex')}0a`],
  ['HEX', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['base64', base64],
  ['base64 behind one byte', (secret) => base64(`x${secret}xyz`)],
  ['base64 behind two bytes', (secret) => base64(`xx${secret}xyz`)],
  ['base64url', (secret) => Buffer.from(`key:${secret}`).toString('base64url')],
  ['JSON', (secret) => JSON.stringify({ secret })],
  ['JSON in JSON', (secret) => JSON.stringify(JSON.stringify({ secret }))],
  ['URL', (secret) => `https://host.example/?key=${encodeURIComponent(secret)}&a=b`],
  ['form', (secret) => new URLSearchParams({ key: secret, a: 'b' }).toString()],
];

for (const canary of CANARIES) {
  test.each(HIDINGS)(`the ${canary.name} canary is found: %s`, (_, hide) => {
    const place = { where: 'here', content: Buffer.from(hide(canary.secret)) };
    // The whole in this very spelling, not a piece that every spelling leaves as it is.
    const whole = CANARIES.map((each) => ({ ...each, pieces: [] }));
    const found = hitsIn([place], whole);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((hit) => hit.startsWith(`${canary.name} in here`))).toBe(true);
  });
}

test('a piece is found without the rest', () => {
  for (const canary of CANARIES) {
    for (const piece of canary.pieces) {
      const content = Buffer.concat([Buffer.from('…'), Buffer.from(piece)]);
      expect(hitsIn([{ where: 'here', content }], [canary])).not.toEqual([]);
    }
  }
});

test('what is no secret is not found', () => {
  const content = Buffer.from(JSON.stringify({ canary: '100%', key: 'BEGIN PRIVATE KEY' }));
  expect(hitsIn([{ where: 'here', content }], CANARIES)).toEqual([]);
});

test('a file deep inside a folder is looked into', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'canary-'));
  const [canary] = CANARIES;
  mkdirSync(path.join(folder, 'a/b'), { recursive: true });
  writeFileSync(path.join(folder, 'a/b/notes'), JSON.stringify(canary?.secret));
  const found = hitsIn(filesUnder(folder), CANARIES);
  expect(found.some((hit) => hit.includes(`signing in ${path.join('a/b/notes')}, JSON`))).toBe(
    true,
  );
  rmSync(folder, { recursive: true });
});

test('arguments and environment of a process are looked into', async (context) => {
  context.skip(process.platform !== 'linux', 'only Linux shows them as files');
  const [signing, header] = CANARIES;
  const child = spawn(
    process.execPath,
    ['-e', 'process.stdout.write("up"); process.stdin.resume()', header?.secret ?? ''],
    { env: { KEY: signing?.secret }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const found = hitsIn(processesUnder(process.pid), CANARIES).join('\n');
  expect(found).toContain(`header in cmdline of ${child.pid}`);
  expect(found).toContain(`signing in environ of ${child.pid}`);
  child.kill();
});
