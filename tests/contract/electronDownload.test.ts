import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { downloadElectron } from '../../scripts/start/downloadElectron.ts';

const ARCHIVE = Buffer.alloc(400_000, 'electron');
const PATIENCE = { noAnswerMs: 400, stalledMs: 800 };
/** Where an answer does come: the mirror is in this very process, and a busy machine may keep both waiting for a second. */
const MORE_PATIENCE = { noAnswerMs: 20_000, stalledMs: 5000 };
/** Four pieces take longer than silence may last, one by far not. */
const PIECE_EVERY_MS = 1500;

let dir = '';
let mirror: Server;
let answer: (response: ServerResponse) => void;
let printed = '';

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'download-'));
  printed = '';
  mirror = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => {
    mirror.listen(0, '127.0.0.1', resolve);
  });
  const address = mirror.address();
  if (address === null || typeof address === 'string')
    throw new Error('The mirror does not listen');
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${address.port}/`);
  vi.stubEnv('electron_config_cache', path.join(dir, 'cache'));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  mirror.closeAllConnections();
  await new Promise((resolve) => {
    mirror.close(resolve);
  });
  rmSync(dir, { recursive: true });
});

/** Electron's package as npm leaves it, with an installer that only notes that it ran. */
function installPackage(): string {
  const packageDir = path.join(dir, 'electron');
  mkdirSync(packageDir);
  const file = `electron-v45.3.2-${process.platform}-${process.arch}.zip`;
  const checksums = { [file]: createHash('sha256').update(ARCHIVE).digest('hex') };
  writeFileSync(path.join(packageDir, 'package.json'), '{"version":"45.3.2","type":"commonjs"}');
  writeFileSync(path.join(packageDir, 'checksums.json'), JSON.stringify(checksums));
  writeFileSync(
    path.join(packageDir, 'install.js'),
    `require('node:fs').writeFileSync(__dirname + '/installed', '');`,
  );
  return packageDir;
}

describe('a download', () => {
  test('without an answer is given up', async () => {
    answer = () => {};
    const startedAtMs = Date.now();
    expect(await downloadElectron(installPackage(), PATIENCE)).toContain('no answer within 0.4 s');
    expect(Date.now() - startedAtMs).toBeLessThan(20_000);
  });

  test('that is refused says why', async () => {
    answer = (response) => response.writeHead(403).end();
    expect(await downloadElectron(installPackage(), MORE_PATIENCE)).toContain('403');
  });

  test('that progresses is waited for, longer than silence would be, and shows how far it is', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': ARCHIVE.length });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(ARCHIVE.subarray(sent, sent + 100_000));
        sent += 100_000;
        if (sent < ARCHIVE.length) return;
        clearInterval(timer);
        response.end();
      }, PIECE_EVERY_MS);
    };
    const packageDir = installPackage();
    expect(await downloadElectron(packageDir, MORE_PATIENCE)).toBeNull();
    expect(printed).toContain('Downloading Electron 45.3.2');
    expect(printed).toContain('50 %');
    expect(printed).toContain('100 %');
    expect(existsSync(path.join(packageDir, 'installed'))).toBe(true);
  });

  test('that stops in the middle is given up too', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': ARCHIVE.length });
      response.write(ARCHIVE.subarray(0, 1000));
    };
    const patience = { ...MORE_PATIENCE, stalledMs: PATIENCE.stalledMs };
    expect(await downloadElectron(installPackage(), patience)).toContain('no answer within 0.8 s');
  });

  test('with other content than the package expects is not used', async () => {
    answer = (response) => response.end(Buffer.alloc(1000));
    const packageDir = installPackage();
    expect(await downloadElectron(packageDir, MORE_PATIENCE)).not.toBeNull();
    expect(existsSync(path.join(packageDir, 'installed'))).toBe(false);
  });
});
