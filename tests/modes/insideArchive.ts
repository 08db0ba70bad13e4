import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread } from 'node:worker_threads';

import { ARCHIVE_VARIABLE } from '../support/electronStandIn/modes.ts';

/**
 * Run in the mode packed, over a packed app: every way to write inside its archive is refused, in the main thread and in a thread
 * of it, and a thread finds no `electron`. What is tried is listed in WRITES_VARIABLE's file, which the check reads.
 */
const archive = process.env[ARCHIVE_VARIABLE] ?? '';
const there = path.join(archive, 'package.json');
const fresh = path.join(archive, 'out/new.json');
const before = fs.readFileSync(there, 'utf8');
assert.match(before, /"name"/u, 'the archive is not read');

const refused: readonly (readonly [string, string, () => unknown])[] = [
  ['EACCES', 'writeFile', () => fs.writeFileSync(there, '')],
  ['EACCES', 'appendFile', () => fs.appendFileSync(there, '')],
  ['EACCES', 'open', () => fs.openSync(there, 'r+')],
  ['EACCES', 'truncate', () => fs.truncateSync(there)],
  ['ENOENT', 'writeFile', () => fs.writeFileSync(fresh, '')],
  ['ENOENT', 'open', () => fs.openSync(fresh, 'w')],
  ['ENOENT', 'open', () => fs.promises.open(fresh, 'w')],
  ['ENOENT', 'open', () => opened(fs.createWriteStream(fresh))],
  ['ENOTDIR', 'mkdir', () => fs.mkdirSync(path.join(archive, 'logs'))],
  ['ENOTDIR', 'mkdir', () => fs.promises.mkdir(path.join(archive, 'out/a/b'), { recursive: true })],
  ['ENOTDIR', 'mkdtemp', () => fs.mkdtempSync(path.join(archive, 'x-'))],
  ['ENOTDIR', 'unlink', () => fs.unlinkSync(there)],
  ['ENOTDIR', 'rename', () => fs.renameSync(there, fresh)],
  ['ENOTDIR', 'rename', () => fs.renameSync(fileURLToPath(import.meta.url), fresh)],
  ['ENOTDIR', 'copyFile', () => fs.copyFileSync(fileURLToPath(import.meta.url), fresh)],
  ['ENOTDIR', 'chmod', () => fs.chmodSync(there, 0o600)],
  ['ENOTDIR', 'utimes', () => fs.utimesSync(there, 0, 0)],
];

function opened(stream: fs.WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', reject);
  });
}

for (const [code, name, write] of refused) {
  await assert.rejects(async () => await write(), { code }, `${name} is not refused`);
}
assert.equal(fs.readFileSync(there, 'utf8'), before);
assert.throws(() => fs.accessSync(there, fs.constants.R_OK | fs.constants.W_OK));
// How many are expected in the list, of this thread.
console.log(refused.length);

if (isMainThread) {
  const exitCode = await new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url));
    thread.once('error', reject);
    thread.once('exit', resolve);
  });
  assert.equal(exitCode, 0);
} else {
  const missing = { code: 'MODULE_NOT_FOUND' };
  await assert.rejects(() => import('electron'), missing);
  for (const from of [import.meta.filename, path.join(archive, 'out/main/index.js')]) {
    assert.throws((): unknown => createRequire(from)('electron'), missing);
  }
}
