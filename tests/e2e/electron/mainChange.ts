import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { electronBinary } from '../hosts/electronHost.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');

/**
 * The environment in which Electron's main process is changed before the app is read; `changedMain.ts` knows the names. Playwright
 * starts nothing with NODE_OPTIONS.
 */
export function mainChange(
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const file = new URL('changedMain.ts', import.meta.url).href;
  const variables: Record<string, string> = { NODE_OPTIONS: `--import=${file}` };
  for (const [name, value] of Object.entries(changes)) variables[`DESK_TEST_${name}`] = value;
  return variables;
}

export type BareElectron = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its exit code; the signal's name where one ended it. */
  readonly ended: Promise<number | string>;
};

type BareOptions = {
  readonly dataDir: string;
  /** The folder of the app. */
  readonly app?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly closesStreams?: boolean;
};

export function ownEnvironment(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) own[name] = value;
  return own;
}

/** Electron without Playwright, which is told nothing and holds nothing up. */
export function startBare(options: BareOptions): BareElectron {
  const { dataDir, app = ROOT, env = {}, args = [], closesStreams = false } = options;
  const child = spawn(
    path.resolve(ROOT, electronBinary() ?? ''),
    [app, `--data-dir=${dataDir}`, '--lang=en-US', ...args],
    // A group of its own, as a terminal gives each program one.
    {
      cwd: ROOT,
      env: { ...ownEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (closesStreams) stream.destroy();
    else stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return { child, ended, output: () => Buffer.concat(chunks).toString('utf8') };
}

/** The built app, from whose installation a package is gone. */
export function appWithout(gone: string, folder: string): string {
  const app = path.join(folder, 'app');
  cpSync(path.join(ROOT, 'out'), path.join(app, 'out'), { recursive: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(app, 'package.json'));
  mkdirSync(path.join(app, 'node_modules'));
  for (const name of ['better-sqlite3', '@napi-rs'].filter((one) => one !== gone)) {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(app, 'node_modules', name));
  }
  return app;
}

const holderSchema = z.looseObject({ pid: z.int() });

/** The process that holds the data directory. */
export function holderOf(dataDir: string): number | null {
  const file = path.join(dataDir, 'holder.json');
  return existsSync(file) ? holderSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).pid : null;
}

const lineSchema = z.looseObject({ what: z.string().optional(), kind: z.string().optional() });
export type Line = z.infer<typeof lineSchema>;

export function linesOf(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => lineSchema.parse(JSON.parse(line)));
}

export function deskLog(dataDir: string): readonly Line[] {
  return linesOf(path.join(dataDir, 'logs/desk.log'));
}
