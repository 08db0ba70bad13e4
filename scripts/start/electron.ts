import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { hasDisplay } from '../../src/loopback/browser.ts';
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
  const found = electronExecutable(packageDir);
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

/** Resolves with Electron's own exit code. */
export async function runElectron(
  executable: string,
  root: string,
  dataDir: string | null,
): Promise<number> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const args = [root, ...(dataDir === null ? [] : [`--data-dir=${path.resolve(dataDir)}`])];
  const child = spawn(executable, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
