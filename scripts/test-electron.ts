import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hasDisplay } from '../src/loopback/browser.ts';
import { buildIfStale } from './start/build.ts';
import { readPlaywrightCounts } from './testing/counts.ts';
import { type TestElectron, findTestElectron } from './testing/electronCopy.ts';

/**
 * `npm run test:electron`: the end-to-end specs in Electron, in a session made for them; on the stand-in where no Electron can run.
 * The last line says which it was. `--stand-in` takes the stand-in in any case; other arguments go to Playwright.
 */

const ROOT = path.join(import.meta.dirname, '..');
const SESSION = path.join(import.meta.dirname, 'testing/electron-session.sh');
const HOUR_MS = 3_600_000;

const FORCED = '--stand-in';

const electron: TestElectron = process.argv.includes(FORCED)
  ? { kind: 'stand-in', reason: 'It was asked for.' }
  : findTestElectron(ROOT, { platform: process.platform, arch: process.arch, env: process.env });
/** A developer's session, or the one that a workflow makes. Root has none that Electron may run in. */
const hasOwnDesktop =
  hasDisplay({ platform: process.platform, env: process.env }) && process.getuid?.() !== 0;
const project = electron.kind === 'stand-in' ? 'electron-standin' : 'electron';
if (electron.kind === 'stand-in') console.log(`${electron.reason} The stand-in runs.`);
process.exitCode = (await buildIfStale(ROOT)) ? await runSpecs() : 1;

async function runSpecs(): Promise<number> {
  // Not in TMPDIR: the session's own user has to reach it.
  const parent = process.platform === 'linux' ? '/tmp' : tmpdir();
  const out = mkdtempSync(path.join(parent, 'electron-specs-'));
  try {
    const counts = path.join(out, 'counts.json');
    const code = await run(commandOf(out), {
      DESK_COUNTS_FILE: counts,
      ...(electron.kind === 'stand-in' ? {} : { ELECTRON_OVERRIDE_DIST_PATH: inside(electron) }),
    });
    keepArtifacts(out);
    return tell(counts, code);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function commandOf(out: string): readonly [string, ...string[]] {
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--project=${project}`,
    `--global-timeout=${HOUR_MS}`,
    `--output=${path.join(out, 'artifacts')}`,
    ...process.argv.slice(2).filter((word) => word !== FORCED),
  ];
  return hasOwnDesktop || electron.kind === 'stand-in'
    ? [process.execPath, ...playwright]
    : [SESSION, ROOT, out, 'node', ...playwright];
}

/** From the checkout's root, which lies elsewhere inside the session. */
function inside({ dir }: Exclude<TestElectron, { readonly kind: 'stand-in' }>): string {
  const relative = path.relative(ROOT, dir);
  return relative.startsWith('..') ? dir : relative;
}

async function run(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Where `npm test` and Playwright leave theirs. */
function keepArtifacts(out: string): void {
  const counts = path.join(out, 'counts.json');
  const wanted = process.env['DESK_COUNTS_FILE'];
  if (wanted !== undefined && existsSync(counts)) {
    mkdirSync(path.dirname(wanted), { recursive: true });
    copyFileSync(counts, wanted);
  }
  const made = path.join(out, 'artifacts');
  const kept = path.join(ROOT, 'artifacts/electron');
  rmSync(kept, { recursive: true, force: true });
  if (existsSync(made)) cpSync(made, kept, { recursive: true });
}

function tell(counts: string, code: number): number {
  const suites = existsSync(counts) ? readPlaywrightCounts(counts) : [];
  const sum = (of: (one: (typeof suites)[number]) => number): number =>
    suites.reduce((total, one) => total + of(one), 0);
  const what = electron.kind === 'stand-in' ? 'stand-in' : `${electron.version} ${electron.kind}`;
  const failed = sum((one) => one.failed);
  const skipped = sum((one) => one.skipped.length);
  console.log(
    `electron: ${what}, ${sum((one) => one.passed)} passed, ${failed} failed, ${skipped} skipped`,
  );
  return code === 0 && suites.length > 0 ? 0 : 1;
}
