import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { AfterPackContext } from 'electron-builder';

/** Electron's and Chromium's licences: the name in its download, and in a package. Both must go with every copy. */
export const ELECTRON_LICENCES = [
  ['LICENSE', 'LICENSE.electron.txt'],
  ['LICENSES.chromium.html', 'LICENSES.chromium.html'],
] as const;

/**
 * electron-builder clears up after an archive that it unpacked itself, and leaves a folder that it was given as it is: with the app that Electron shows
 * without one, and on macOS without the licences, which lie beside the bundle. Done before the archives' digests are taken, so that no other is among them.
 */
export async function afterExtract(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName: platform, packager } = context;
  await rm(path.join(appOutDir, 'version'), { force: true });
  const resources = await extractedResources(platform, appOutDir);
  await rm(path.join(resources, 'default_app.asar'), { force: true });
  const { electronDist } = packager.config;
  if (platform !== 'darwin' || typeof electronDist !== 'string') return;
  const dist = path.resolve(packager.projectDir, electronDist);
  for (const [from, to] of ELECTRON_LICENCES) {
    await copyFile(path.join(dist, from), path.join(resources, to));
  }
}

/** On macOS the bundle still has Electron's name. */
async function extractedResources(platform: string, appOutDir: string): Promise<string> {
  if (platform !== 'darwin') return path.join(appOutDir, 'resources');
  const [app, ...others] = (await readdir(appOutDir)).filter((name) => name.endsWith('.app'));
  if (app === undefined || others.length > 0) throw new Error('There is not one bundle');
  return path.join(appOutDir, app, 'Contents/Resources');
}
