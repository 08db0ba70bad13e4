import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import type { Desktop } from './desktop.ts';
import { macos } from './macos.ts';
import { tryPacked } from './packed.ts';
import { sandboxProblem } from './processes.ts';
import { tryApp } from './tryApp.ts';
import { wayland } from './wayland.ts';
import { windows } from './windows.ts';
import { x11 } from './x11.ts';

/** `npm run test:installed -- --app FILE --to FOLDER`: see docs/release.md. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
const USAGE = `Usage: npm run test:installed -- --app FILE --to FOLDER [-- ARGUMENT …]
       npm run test:installed -- --packed

  --app FILE    the installed program
  --packed      the app, packed for it around the Electron of the tests; the rest goes to artifacts/installed
  --to FOLDER   where screenshots, output and report.json go
  ARGUMENT …    given to the program as well`;

function desktopHere(): Desktop {
  if (process.platform === 'win32') return windows;
  if (process.platform === 'darwin') return macos;
  // As Electron decides.
  return (process.env['WAYLAND_DISPLAY'] ?? '') === '' ? x11 : wayland;
}

function verifyLog(dataDir: string): Promise<string | null> {
  const args = [path.join(ROOT, 'scripts/verify-log.ts'), '--data-dir', dataDir];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }, (error, stdout, stderr) => {
      console.log(stdout.trim());
      resolve(error === null ? null : `verify-log: ${stdout} ${stderr}`.trim());
    });
  });
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { app: { type: 'string' }, to: { type: 'string' }, packed: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { app, to, packed = false } = values;
  if (packed) return await tryPacked(ROOT, path.join(ROOT, 'artifacts/installed'));
  if (app === undefined || to === undefined) {
    console.error(USAGE);
    return 2;
  }
  const tried = await tryApp({
    command: [app, ...positionals],
    dataDir: mkdtempSync(path.join(tmpdir(), 'installed-')),
    folder: path.resolve(to),
    desktop: desktopHere(),
    verifyLog,
    sandboxProblem: process.platform === 'linux' ? sandboxProblem : null,
    patienceMs: PATIENCE_MS,
    hasSignals: process.platform !== 'win32',
  });
  for (const { name, problem, left } of tried) {
    if (left !== null) console.log(`left   ${name}: ${left}`);
    else console.log(problem === null ? `ok     ${name}` : `FAILED ${name}: ${problem}`);
  }
  writeFileSync(path.join(to, 'report.json'), `${JSON.stringify(tried, null, 2)}\n`);
  const failed = tried.filter(({ problem }) => problem !== null).length;
  const left = tried.filter((step) => step.left !== null).length;
  console.log(
    `installed: ${tried.length - failed - left} steps, ${failed} failed, ${left} not tried`,
  );
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
