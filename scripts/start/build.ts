import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const OUTPUTS = [
  'out/main/index.js',
  'out/main/loopback.js',
  'out/main/logWorker.cjs',
  'out/main/keychainHelper.cjs',
  'out/preload/index.cjs',
  'out/renderer/index.html',
];
const SOURCES = [
  'src',
  'docs/guide',
  'scripts/build',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds where something was never built or a source is newer. False: the build failed, and said why. */
export async function buildIfStale(root: string): Promise<boolean> {
  const builtAtMs = await oldestMs(OUTPUTS.map((file) => path.join(root, file)));
  const changedAtMs = await newestMs(SOURCES.map((name) => path.join(root, name)));
  if (builtAtMs !== null && builtAtMs > changedAtMs) return true;
  console.log('Building…');
  return await build(root);
}

/** null: one of them is missing. */
async function oldestMs(files: readonly string[]): Promise<number | null> {
  const times = await Promise.all(files.map((file) => modifiedMs(file)));
  return times.reduce(
    (oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)),
    Infinity,
  );
}

async function newestMs(places: readonly string[]): Promise<number> {
  const times = await Promise.all(places.map((place) => newestWithin(place)));
  return Math.max(...times);
}

/** Folders count too: a deleted file leaves its trace only there. */
async function newestWithin(place: string): Promise<number> {
  const facts = await stat(place);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const entries = await readdir(place, { recursive: true });
  const times = await Promise.all(entries.map((entry) => modifiedMs(path.join(place, entry))));
  return times.reduce<number>((newest, time) => Math.max(newest, time ?? 0), facts.mtimeMs);
}

async function modifiedMs(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return null;
  }
}

async function build(root: string): Promise<boolean> {
  const tool = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [tool, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return exitCode === 0;
}
