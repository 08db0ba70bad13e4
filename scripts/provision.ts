import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { findChromium } from '../tests/support/chromium.ts';

/** Finds what the tests need and installs what is missing where it may, saying what it did in one line. */

const KEYRING_TOOLS = [
  { tool: 'dbus-run-session', package: 'dbus' },
  { tool: 'gnome-keyring-daemon', package: 'gnome-keyring' },
  { tool: 'secret-tool', package: 'libsecret-tools' },
] as const;

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

function missingKeyringPackages(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return KEYRING_TOOLS.filter(({ tool }) => !isOnPath(tool)).map((entry) => entry.package);
}

function mayUseApt(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get');
}

function aptInstall(packages: readonly string[]): Run {
  const updated = run('apt-get', ['update', '-qq'], 180_000);
  const installed = run(
    'apt-get',
    ['install', '-qq', '-y', '--no-install-recommends', ...packages],
    420_000,
  );
  // A mirror that cannot be refreshed is no problem as long as the packages came.
  return { ok: installed.ok, output: `${updated.output}\n${installed.output}`.trim() };
}

function installPlaywrightChromium(): Run {
  const cli = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  return run(process.execPath, [cli, 'install', 'chromium'], 300_000);
}

function provision(): { readonly did: readonly string[]; readonly failed: string | null } {
  const did: string[] = [];
  const problems: string[] = [];
  const keyring = missingKeyringPackages();
  const needsBrowser = findChromium() === null;
  const packages = [...(needsBrowser ? ['chromium'] : []), ...keyring];
  if (packages.length > 0 && mayUseApt()) {
    const apt = aptInstall(packages);
    if (apt.ok) did.push(`apt-get installed ${packages.join(', ')}`);
    else problems.push(`apt-get install ${packages.join(' ')}:\n${apt.output}`);
  } else if (keyring.length > 0) {
    did.push(`keyring tests will stand aside, not installed: ${keyring.join(', ')}`);
  }
  if (findChromium() === null) {
    const own = installPlaywrightChromium();
    if (own.ok) did.push("installed Playwright's own Chromium");
    else problems.push(`playwright install chromium:\n${own.output}`);
  }
  const browser = findChromium();
  if (browser !== null) return { did: [`browser ${browser}`, ...did], failed: null };
  return {
    did,
    failed: [
      'No Chromium-family browser was found and none could be installed.',
      'Install Chromium or Chrome, or set DESK_CHROMIUM to its executable. What was tried:',
      ...problems,
    ].join('\n'),
  };
}

const { did, failed } = provision();
if (failed !== null) console.error(failed);
else console.log(did.join('; '));
process.exitCode = failed === null ? 0 : 1;
