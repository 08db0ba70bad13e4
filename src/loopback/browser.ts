import { execFile, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { type BrowserPlaces, placesFor } from './snap.ts';

/** Long enough for a cold browser start; the code inside lives no longer than it must. */
const HAND_OVER_LIFE_MS = 60_000;

export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type OpenedBrowser = { readonly close: () => Promise<void> };

/** Whether a window could be seen at all. */
export function hasDisplay({ platform, env }: Machine): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
}

/** Debian's `firefox-esr.desktop`, Flatpak's `org.mozilla.firefox.desktop`, `com.google.Chrome.desktop` and their like. */
const RESOLVES_LOCALHOST = /firefox|chrom|microsoft-edge|brave|vivaldi/iu;
const ASKING_MS = 2000;

/**
 * Whether the browser that `openBrowser` would open resolves every name under `.localhost` to this machine without asking a name server.
 * Chromium and Firefox do. Safari does not always, and what macOS or Windows open is not known here.
 */
export async function resolvesLocalhost(machine: Machine): Promise<boolean> {
  if (chromiumOf(machine) !== null) return true;
  if (machine.platform === 'win32' || machine.platform === 'darwin') return false;
  return RESOLVES_LOCALHOST.test(await usualBrowserOf(machine));
}

/** The desktop file that xdg-open would use for a page; empty where that cannot be found out. */
function usualBrowserOf({ env }: Machine): Promise<string> {
  return new Promise((resolve) => {
    const options = { env: { ...env }, timeout: ASKING_MS, encoding: 'utf8' } as const;
    execFile('xdg-mime', ['query', 'default', 'text/html'], options, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    );
  });
}

/**
 * Opens the desk as an app window of a Chromium, else in the account's usual browser. Any process of this machine can
 * read another's arguments, so the one-time address travels in a file that only this account can read.
 */
export async function openBrowser(
  machine: Machine,
  oneTimeUrl: string,
  browserDir: string,
  /** The log is protected: the window leaves no history and no storage on the disk. */
  isPrivate = false,
): Promise<OpenedBrowser> {
  const chromium = chromiumOf(machine);
  const places = placesOf(machine, chromium, { handOverParent: tmpdir(), browserDir });
  await mkdir(places.handOverParent, { recursive: true });
  const handOverDir = await mkdtemp(path.join(places.handOverParent, 'deposit-desk-'));
  const handOverFile = path.join(handOverDir, 'open.html');
  await writeFile(handOverFile, handOverPage(oneTimeUrl), { mode: 0o600 });
  const handOverUrl = pathToFileURL(handOverFile).href;
  const { command, args } =
    chromium === null
      ? usualLaunch(machine, handOverUrl)
      : appLaunch(chromium, handOverUrl, places.browserDir, isPrivate);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // Nothing to do where it cannot start: the printed address works in any browser.
  child.on('error', () => {});
  child.unref();
  const removeHandOver = () => rm(handOverDir, { recursive: true, force: true });
  const timer = setTimeout(() => void removeHandOver(), HAND_OVER_LIFE_MS);
  timer.unref();
  return {
    async close() {
      clearTimeout(timer);
      child.kill();
      await removeHandOver();
    },
  };
}

/** `address` holds nothing a refresh header could misread: an origin and a base64url code. */
function handOverPage(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Deposit Desk</title>
`;
}

type Launch = { readonly command: string; readonly args: readonly string[] };

function placesOf(
  { platform, env }: Machine,
  chromium: string | null,
  usual: BrowserPlaces,
): BrowserPlaces {
  if (platform !== 'linux' || chromium === null) return usual;
  const found = { command: chromium, resolved: realpathSync(chromium) };
  return placesFor(found, env['HOME'] ?? homedir(), usual);
}

/** A profile of its own: no extension of the operator's browser sees the page, and the window ends with the desk. */
function appLaunch(
  command: string,
  handOverUrl: string,
  browserDir: string,
  isPrivate: boolean,
): Launch {
  const own = [`--user-data-dir=${browserDir}`, '--no-first-run', '--no-default-browser-check'];
  // Edge knows only its own word for it; each browser passes over the other's.
  const unseen = isPrivate ? ['--incognito', '--inprivate'] : [];
  return { command, args: [`--app=${handOverUrl}`, ...own, ...unseen] };
}

function usualLaunch(machine: Machine, handOverUrl: string): Launch {
  if (machine.platform === 'win32') {
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', handOverUrl] };
  }
  return { command: machine.platform === 'darwin' ? 'open' : 'xdg-open', args: [handOverUrl] };
}

const UNIX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const WINDOWS_APPS = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

function chromiumOf(machine: Machine): string | null {
  return chromiumPaths(machine).find((candidate) => existsSync(candidate)) ?? null;
}

function chromiumPaths({ platform, env }: Machine): readonly string[] {
  if (platform === 'darwin') {
    return MAC_APPS.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']];
    return roots.flatMap((root) =>
      root === undefined ? [] : WINDOWS_APPS.map((app) => path.join(root, app)),
    );
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return UNIX_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
