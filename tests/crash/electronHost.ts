import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

import { buildIfStale } from '../../scripts/start/build.ts';
import { namedElectron } from '../../scripts/start/electron.ts';
import { type TestElectron, findTestElectron } from '../../scripts/testing/electronCopy.ts';
import { runInSession } from '../../scripts/testing/electronSession.ts';
import { bundled } from '../support/bundled.ts';
import { type StartVictim, victimsBy } from './victimProcess.ts';

/** Of random moments. Fewer are a part of the suite. */
export const ELECTRON_KILLS = 20;
const ROOT = path.join(import.meta.dirname, '../..');

/** The built app in Electron is the victim, in the session that its specs have (Linux). Returns the exit code. */
export async function killInElectron(kills: number, seed: number): Promise<number> {
  const electron = electronHere();
  if (electron.kind === 'stand-in' || process.platform !== 'linux') {
    const isNone = electron.kind === 'stand-in';
    const why = isNone ? electron.reason : 'Linux alone has a session for it.';
    console.log(`crash: nothing was killed in Electron. ${why}`);
    return 0;
  }
  if (!(await buildIfStale(ROOT))) return 1;
  const victim = await bundled('tests/crash/electronVictim.ts');
  // The session's own user reads the one and writes the other.
  chmodSync(path.dirname(victim.file), 0o755);
  const out = mkdtempSync('/tmp/crash-');
  const program = path.relative(ROOT, victim.file);
  const command = ['tests/crash/inElectron.ts', program, String(kills), String(seed)];
  try {
    const code = await runInSession(ROOT, out, ['node', ...command]);
    if (code === 0) rmSync(out, { recursive: true, force: true });
    else console.log(`crash: what was left is in ${out}`);
    return code;
  } finally {
    victim.remove();
  }
}

export function electronHere(): TestElectron {
  const { platform, arch, env } = process;
  return findTestElectron(ROOT, { platform, arch, env });
}

/** `program`: the bundled victim. Electron loads it before the app. */
export function electronVictims(dir: string, program: string): StartVictim {
  const electron = namedElectron({ ELECTRON_OVERRIDE_DIST_PATH: dir }) ?? '';
  return victimsBy(({ desk }) => [
    electron,
    '--require',
    path.resolve(program),
    ROOT,
    `--data-dir=${desk.dataDir}`,
  ]);
}
