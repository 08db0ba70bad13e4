import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { KEYTAR_FOLDER, findKeytar } from '../../tests/vault/keytar.ts';

/** Pinned: the last one there will be. */
const KEYTAR = 'keytar@7.9.0';
/** Building takes some 20 seconds; npm without a network would go on for minutes. */
const BUILD_TIMEOUT_MS = 150_000;
const WHY_NOT = path.join(KEYTAR_FOLDER, 'why-not.txt');

/** What building needs, by the Debian package that brings it. */
export function packagesForKeytar(): readonly string[] {
  if (process.platform !== 'linux' || findKeytar() !== null || existsSync(WHY_NOT)) return [];
  const works = (command: string, ...args: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  return [
    works('pkg-config', '--exists', 'libsecret-1') ? [] : ['pkg-config', 'libsecret-1-dev'],
    works('g++', '--version') && works('make', '--version') ? [] : ['g++', 'make'],
    works('python3', '--version') ? [] : ['python3'],
  ].flat();
}

/**
 * The tests hold the keytar adapter to the same contract, so they need keytar. It is built into a folder of its own, from source at
 * once: its install script would first look for a binary on a host that many machines cannot reach. One line, or null for none.
 */
export function provideKeytar(): string | null {
  if (process.platform !== 'linux') return null;
  if (findKeytar() !== null) return null;
  if (existsSync(WHY_NOT)) {
    const why = readFileSync(WHY_NOT, 'utf8').trim();
    return `no keytar: ${why} (remove ${path.relative('.', WHY_NOT)} to try again)`;
  }
  mkdirSync(KEYTAR_FOLDER, { recursive: true });
  const built = spawnSync(
    'npm',
    ['install', '--prefix', KEYTAR_FOLDER, '--no-save', '--no-package-lock', KEYTAR],
    {
      encoding: 'utf8',
      timeout: BUILD_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      cwd: KEYTAR_FOLDER,
      env: { ...process.env, npm_config_build_from_source: 'true' },
    },
  );
  if (findKeytar() !== null) return 'built keytar for its tests';
  const why = whyOf(built.error, `${built.stdout}\n${built.stderr}`);
  writeFileSync(WHY_NOT, `${why}\n`);
  return `could not build keytar: ${why}; its tests stand aside`;
}

function whyOf(error: Error | undefined, output: string): string {
  if (error !== undefined) return error.message;
  const line = output.split('\n').find((one) => /\b(?:ERR!|error)\b/iu.test(one));
  return (line ?? 'npm install failed').trim().slice(0, 200);
}
