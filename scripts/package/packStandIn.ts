import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Arch, type Configuration, Platform, build } from 'electron-builder';

import { builderConfig } from './config.ts';
import { desktopEntries } from './desktopEntry.ts';
import { NOT_FOR_RELEASE } from './notForRelease.ts';
import { TARGETS } from './product.ts';
import { stageProject } from './stage.ts';
import { makeStandIn } from './standInElectron.ts';

/**
 * Run by `npm run package:check`, once for each target: electron-builder packs the app around the stand-in. `test:installed -- --packed`
 * gives it the folder of an Electron that starts.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PLATFORMS = { darwin: Platform.MAC, linux: Platform.LINUX, win32: Platform.WINDOWS } as const;
const ARCHS = { arm64: Arch.arm64, x64: Arch.x64 } as const;

const [platform, arch, folder = '', given] = process.argv.slice(2);
const target = TARGETS.find((one) => one.platform === platform && one.arch === arch);
if (target === undefined || folder === '') throw new Error('Which target, and where?');

const project = path.join(folder, 'project');
const electronDist = given ?? path.join(folder, 'electron');
const output = path.join(folder, 'dist');
mkdirSync(output, { recursive: true });
if (given !== undefined) writeFileSync(path.join(output, NOT_FOR_RELEASE), '');
const standsIn = stageProject(ROOT, project, target);
if (given === undefined) await makeStandIn(target, electronDist, ROOT);
const config = builderConfig({});
const afterPack: NonNullable<Configuration['afterPack']> = async (context) => {
  if (typeof config.afterPack === 'function') await config.afterPack(context);
  if (target.platform === 'linux') await desktopEntries(context.packager, folder);
};
await build({
  targets: PLATFORMS[target.platform].createTarget('dir', ARCHS[target.arch]),
  projectDir: project,
  publish: 'never',
  config: {
    ...config,
    afterPack,
    // macOS's own tool, which is not here.
    electronFuses: { ...config.electronFuses, resetAdHocDarwinSignature: false },
    electronDist,
    directories: { output, buildResources: 'build' },
  },
});
console.log(standsIn ? 'keyring: stand-in' : 'keyring: real');
