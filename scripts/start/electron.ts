import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { hasDisplay } from '../../src/loopback/browser.ts';
import { isForTests } from '../package/notForRelease.ts';
import { DEFAULT_PATIENCE, downloadElectron } from './downloadElectron.ts';

export type ElectronReading =
  | { readonly ok: true; readonly executable: string }
  /** Why Electron cannot run here, as the first half of a sentence. */
  | { readonly ok: false; readonly reason: string };

export type StartMachine = {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
};

export async function readyElectron(root: string, machine: StartMachine): Promise<ElectronReading> {
  if (!hasDisplay(machine)) return { ok: false, reason: 'There is no display for Electron' };
  if (machine.platform === 'linux' && machine.isRoot) {
    return { ok: false, reason: 'Electron does not run as root without giving up its sandbox' };
  }
  const packageDir = path.join(root, 'node_modules/electron');
  const found = electronExecutable(packageDir) ?? namedElectron(machine.env);
  // Not compared with the official release, it must see no person's data.
  if (found !== null && isForTests(path.dirname(found))) {
    return { ok: false, reason: 'The Electron that was found is a copy for tests alone' };
  }
  if (found !== null) return { ok: true, executable: found };
  const fault = await downloadElectron(packageDir, DEFAULT_PATIENCE);
  const downloaded = electronExecutable(packageDir);
  if (downloaded !== null) return { ok: true, executable: downloaded };
  return {
    ok: false,
    reason: `Electron’s binary could not be downloaded (${fault ?? 'not found'})`,
  };
}

/** Asked of the files: importing the package would start its own download, synchronously and without an end. */
export function electronExecutable(packageDir: string): string | null {
  const pathFile = path.join(packageDir, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = path.join(packageDir, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/** A folder with Electron in it that the environment names, as the `electron` package itself reads it. */
export function namedElectron(env: NodeJS.ProcessEnv): string | null {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (folder === undefined) return null;
  const executable = path.resolve(folder, PROGRAMS[process.platform] ?? 'electron');
  return existsSync(executable) ? executable : null;
}

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

export type ElectronEnd =
  | { readonly started: true; readonly exitCode: number }
  /** Its process never became an app: libraries or the kernel's permission for its sandbox are missing. */
  | { readonly started: false; readonly reason: string };

/** Ending by itself later than this is a crash of a running app, not a machine that cannot run it. */
const STARTING_MS = 20_000;
/** What a loader answers when a shared library is missing. */
const EXIT_NOT_LOADED = 127;

export async function runElectron(
  executable: string,
  root: string,
  dataDir: string | null,
): Promise<ElectronEnd> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const args = [root, ...(dataDir === null ? [] : [`--data-dir=${path.resolve(dataDir)}`])];
  const child = spawn(executable, args, { stdio: 'inherit', env });
  const startedAtMs = Date.now();
  let wasAsked = false;
  const pass = (signal: NodeJS.Signals): void => {
    wasAsked = true;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const ended = await new Promise<ElectronEnd>((resolve) => {
    child.once('error', (error) => resolve({ started: false, reason: notStarted(error.message) }));
    child.once('exit', (code, signal) => {
      const isEarly = !wasAsked && Date.now() - startedAtMs < STARTING_MS;
      const isBroken = isEarly && (signal !== null || code === EXIT_NOT_LOADED);
      if (isBroken) resolve({ started: false, reason: notStarted(signal ?? `exit ${code}`) });
      else resolve({ started: true, exitCode: code ?? (wasAsked ? 0 : 1) });
    });
  });
  for (const signal of signals) process.off(signal, pass);
  return ended;
}

function notStarted(why: string): string {
  return `Electron ended by itself (${why})`;
}
