import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as Loopback from '../src/loopback/index.ts';
import { buildIfStale } from './start/build.ts';
import { type StartFlags, START_USAGE, readStartFlags } from './start/flags.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

async function start(flags: StartFlags): Promise<number> {
  if (!(await buildIfStale(ROOT))) return 1;
  if (flags.host === 'electron') {
    // Loaded only where needed: the downloader is not part of what the browser host trusts.
    const { readyElectron, runElectron } = await import('./start/electron.ts');
    const machine = {
      platform: process.platform,
      env: process.env,
      isRoot: process.getuid?.() === 0,
    };
    const electron = await readyElectron(ROOT, machine);
    const ended = electron.ok
      ? await runElectron(electron.executable, ROOT, flags.loopback.dataDir)
      : { started: false as const, reason: electron.reason };
    if (ended.started) return ended.exitCode;
    console.log(`${ended.reason}: starting the browser host instead.`);
  }
  const { startLoopback } = await loadLoopback();
  return await startLoopback(flags.loopback);
}

function loadLoopback(): Promise<typeof Loopback> {
  return import(pathToFileURL(path.join(ROOT, 'out/main/loopback.js')).href);
}

const flags = readStartFlags(process.argv.slice(2));
if (!flags.ok) {
  console.error(`${flags.error}\n\n${START_USAGE}`);
  process.exitCode = 2;
} else if (flags.value.help) {
  console.log(START_USAGE);
} else {
  process.exitCode = await start(flags.value);
}
