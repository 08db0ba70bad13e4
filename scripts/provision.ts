import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';

import { HEADLESS_SHELL, findChromium } from '../tests/support/chromium.ts';
import { findPostgres } from '../tests/support/postgres.ts';
import { ELECTRON_COPY, fetchElectronCopy, wantsElectronCopy } from './testing/electronCopy.ts';
import { packagesForKeytar, provideKeytar } from './provision/keytar.ts';

/** Finds what the tests need and installs what is missing where it may, saying what it did in one line. */

const LINUX_TOOLS = [
  { tool: 'dbus-run-session', package: 'dbus' },
  { tool: 'gnome-keyring-daemon', package: 'gnome-keyring' },
  { tool: 'secret-tool', package: 'libsecret-tools' },
  { tool: 'strace', package: 'strace' },
  { tool: 'sqlite3', package: 'sqlite3' },
] as const;
/** For the session that Electron's specs run in, and what its program is linked with. */
const ELECTRON_PACKAGES = ['xvfb', 'openbox', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'];
/** What tests/installed types, looks and copies with. */
const DESKTOP_PACKAGES = ['xdotool', 'wmctrl', 'xclip', 'imagemagick'];

type Run = { readonly ok: boolean; readonly output: string };

function run(command: string, args: readonly string[], timeoutMs: number): Run {
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { ok: done.status === 0, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trim() };
}

function isOnPath(tool: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => folder !== '' && existsSync(path.join(folder, tool)));
}

function missingPackages(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const tools = LINUX_TOOLS.filter(({ tool }) => !isOnPath(tool)).map((entry) => entry.package);
  return [...tools, ...packagesForKeytar()];
}

function mayUseApt(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get');
}

/** A list that cannot be refreshed is no problem as long as the packages come. */
function aptUpdate(): void {
  run('apt-get', ['update', '-qq'], 180_000);
}

function aptInstall(packages: readonly string[]): Run {
  return run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages], 420_000);
}

function installPlaywrightChromium(): Run {
  const cli = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  return run(process.execPath, [cli, 'install', 'chromium'], 300_000);
}

type Provision = { readonly did: readonly string[]; readonly problems: readonly string[] };

function provideTools(): Provision {
  const missing = missingPackages();
  if (missing.length === 0) return { did: [], problems: [] };
  if (mayUseApt() && aptInstall(missing).ok) {
    return { did: [`apt-get installed ${missing.join(', ')}`], problems: [] };
  }
  return {
    did: [`could not install ${missing.join(', ')}: tests that need it will stand aside`],
    problems: [],
  };
}

/** Lighter, and not needed: the browser itself does as well. */
function provideShell(): readonly string[] {
  if (isOnPath(HEADLESS_SHELL) || !mayUseApt()) return [];
  return aptInstall([HEADLESS_SHELL]).ok ? [`apt-get installed ${HEADLESS_SHELL}`] : [];
}

function provideBrowser(): Provision {
  const problems: string[] = [];
  if (findChromium() !== null) return { did: provideShell(), problems };
  if (mayUseApt()) {
    const apt = aptInstall(['chromium']);
    if (apt.ok && findChromium() !== null) {
      return { did: ['apt-get installed chromium', ...provideShell()], problems };
    }
    problems.push(`apt-get install chromium:\n${apt.output}`);
  }
  const own = installPlaywrightChromium();
  if (own.ok) return { did: ["installed Playwright's own Chromium"], problems };
  return { did: [], problems: [...problems, `playwright install chromium:\n${own.output}`] };
}

/** Debian starts a server of its own with the package unless this says otherwise; the tests start theirs. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';

function providePostgres(): readonly string[] {
  if (process.platform !== 'linux' || findPostgres() !== null) return [];
  if (mayUseApt() && aptInstall(['postgresql-common']).ok && existsSync(CLUSTER_SETTINGS)) {
    appendFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
    aptInstall(['postgresql']);
  }
  return findPostgres() === null
    ? ['could not install PostgreSQL 15 or newer: the team suite will not run']
    : ['apt-get installed postgresql'];
}

const machine = { platform: process.platform, arch: process.arch, env: process.env };

function isMissingForElectron(): boolean {
  return (
    wantsElectronCopy(machine) &&
    !['Xvfb', 'openbox', 'xdotool', 'wmctrl', 'xclip', 'import'].every(isOnPath)
  );
}

/** Only where the environment asks for the copy. Without it the specs run on the stand-in, and say so. */
function provideElectron(): readonly string[] {
  if (!wantsElectronCopy(machine)) return [];
  const root = path.join(import.meta.dirname, '..');
  const did: string[] = [];
  const packages = [...ELECTRON_PACKAGES, ...DESKTOP_PACKAGES];
  if (isMissingForElectron() && mayUseApt() && aptInstall(packages).ok) {
    did.push(`apt-get installed ${packages.join(', ')}`);
  }
  const fault = fetchElectronCopy(root);
  const { version } = ELECTRON_COPY;
  return [
    ...did,
    fault === null
      ? `Electron ${version} for tests, an unofficial copy`
      : `could not fetch the copy of Electron ${version} (${fault})`,
  ];
}

const isMissingSomething =
  isMissingForElectron() ||
  findChromium() === null ||
  !isOnPath(HEADLESS_SHELL) ||
  missingPackages().length > 0 ||
  findPostgres() === null;
if (isMissingSomething && mayUseApt()) aptUpdate();
const browser = provideBrowser();
const tools = provideTools();
const postgres = providePostgres();
const electron = provideElectron();
const keytar = provideKeytar();
const executable = findChromium();
if (executable === null) {
  console.error('No Chromium-family browser was found and none could be installed.');
  console.error(
    'Install Chromium or Chrome, or set DESK_CHROMIUM to its executable. What was tried:',
  );
  for (const problem of browser.problems) console.error(problem);
  process.exitCode = 1;
} else {
  console.log(
    [
      `browser ${executable}`,
      ...browser.did,
      ...tools.did,
      ...postgres,
      ...electron,
      ...(keytar === null ? [] : [keytar]),
    ].join('; '),
  );
}
