import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Arch, Platform, build } from 'electron-builder';

import { builderConfig } from './package/config.ts';
import { isForTests } from './package/notForRelease.ts';
import { TARGETS } from './package/product.ts';
import { makeSbom } from './package/sbom.ts';
import { isRelease, missingForRelease } from './package/signing.ts';
import { buildIfStale } from './start/build.ts';
import { electronExecutable } from './start/electron.ts';

/** `npm run package`: installers for the system it runs on. */

const ROOT = path.resolve(import.meta.dirname, '..');
const PLATFORMS = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS } as const;

/** null: all is there. Electron's binary is looked for here, since electron-builder would try to download it, at length. */
function obstacle(): string | null {
  const electron = path.join(ROOT, 'node_modules/electron');
  if (electronExecutable(electron) === null) {
    return 'No installers: Electron’s binary is absent (node node_modules/electron/install.js downloads it). npm run package:check does without.';
  }
  if (isForTests(path.join(electron, 'dist'))) {
    return 'No installers: the Electron in node_modules is a copy for tests alone.';
  }
  const target = TARGETS.find(
    ({ platform, arch }) => platform === process.platform && arch === process.arch,
  );
  if (target === undefined)
    return `No installers: ${process.platform} ${process.arch} is not a target.`;
  if (!existsSync(path.join(ROOT, `node_modules/@napi-rs/keyring-${target.keyring}`))) {
    return `No installers: the keychain library has no binary for ${target.keyring} here; run npm ci.`;
  }
  const missing = isRelease(process.env) ? missingForRelease(process.platform, process.env) : [];
  return missing.length === 0 ? null : `No release: it needs ${missing.join('; and ')}.`;
}

async function makeInstallers(): Promise<void> {
  // Always built anew: whether updates are in the bundle comes from the environment, and a file does not tell.
  rmSync(path.join(ROOT, 'out'), { recursive: true, force: true });
  const platform = Object.entries(PLATFORMS).find(([name]) => name === process.platform)?.[1];
  if (platform === undefined || !(await buildIfStale(ROOT))) {
    process.exitCode = 1;
    return;
  }
  const sbom = `${JSON.stringify(makeSbom(ROOT), null, 2)}\n`;
  writeFileSync(path.join(ROOT, 'out/sbom.cdx.json'), sbom);
  const {
    platform: name,
    arch,
    installers,
  } = TARGETS.find((one) => one.platform === process.platform && one.arch === process.arch) ?? {
    platform: '',
    arch: 'x64',
    installers: [],
  };
  const made = await build({
    targets: platform.createTarget([...installers], arch === 'arm64' ? Arch.arm64 : Arch.x64),
    projectDir: ROOT,
    publish: 'never',
    config: { ...builderConfig(process.env), electronDist: 'node_modules/electron/dist' },
  });
  console.log(`${name} ${arch}: ${made.map((file) => path.relative(ROOT, file)).join(', ')}`);
}

const reason = obstacle();
if (reason === null) {
  await makeInstallers();
} else {
  console.error(reason);
  process.exitCode = 1;
}
