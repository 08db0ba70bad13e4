import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium } from '@playwright/test';

/** A command, and Debian's package of it. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

/** Where Chromium-family browsers are looked for. Set DESK_CHROMIUM to use another one. */
function candidates(): readonly string[] {
  const env = process.env;
  const named = env['DESK_CHROMIUM'];
  return [
    ...(named === undefined ? [] : [named]),
    ...onPath(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']),
    ...ofSystem(env),
    chromium.executablePath(),
  ];
}

function onPath(names: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return [];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((at) => at !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

function ofSystem(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
  }
  if (process.platform !== 'win32') return [];
  return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((base) =>
    base === undefined
      ? []
      : [
          path.join(base, String.raw`Google\Chrome\Application\chrome.exe`),
          path.join(base, String.raw`Microsoft\Edge\Application\msedge.exe`),
        ],
  );
}

/** A stub that only names a package to install (Ubuntu's chromium-browser) is no browser: it must say its version. */
function answers(executable: string): boolean {
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const asked = spawnSync(executable, ['--version'], { timeout: 20_000, encoding: 'utf8' });
  return asked.status === 0 && /\d+\.\d+/u.test(asked.stdout);
}

export function findChromium(): string | null {
  return candidates().find((executable) => existsSync(executable) && answers(executable)) ?? null;
}

/**
 * For pages that nobody watches: Debian's shell around the same engine, which draws no browser and takes a quarter less of the
 * processor; else the browser itself.
 */
export function findHeadlessChromium(): string | null {
  if (process.env['DESK_CHROMIUM'] !== undefined) return findChromium();
  const shells = onPath([HEADLESS_SHELL]);
  return shells.find((shell) => existsSync(shell) && answers(shell)) ?? findChromium();
}

/** How Playwright starts one of them. */
export function launchOf(executable: string | null) {
  return {
    args: [...chromiumFlags()],
    ...(executable === null ? {} : { executablePath: executable }),
  };
}

/** Quiet and offline; as root Chromium's own sandbox cannot start. */
export function chromiumFlags(): readonly string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // A heap that is searched for secrets shows its texts whole, not their first thousand characters.
    '--js-flags=--heap-snapshot-string-limit=100000000',
  ];
}
