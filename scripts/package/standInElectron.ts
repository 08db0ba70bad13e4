import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { FUSES, untouchedWire } from './fuses.ts';
import { asarLibrary, plistReader, windowsResources } from './libraries.ts';
import type { Target } from './product.ts';

/**
 * A folder laid out like Electron's download, with a wire of fuses to set and nothing that could run: electron-builder packs the app around
 * it just as around the real one. It proves what is packed and how, not that it starts.
 */
export async function makeStandIn(target: Target, folder: string, root: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'LICENSE'), 'stand-in');
  await writeFile(path.join(folder, 'LICENSES.chromium.html'), 'stand-in');
  await writeFile(path.join(folder, 'version'), 'stand-in');
  if (target.platform === 'darwin') await makeApp(path.join(folder, 'Electron.app'));
  if (target.platform === 'win32') await makeExecutable(path.join(folder, 'electron.exe'), root);
  if (target.platform === 'linux') {
    await writeFile(path.join(folder, 'electron'), untouchedWire(FUSES.length), { mode: 0o755 });
    await writeFile(path.join(folder, 'chrome-sandbox'), 'stand-in', { mode: 0o755 });
  }
  if (target.platform !== 'darwin') {
    await mkdir(path.join(folder, 'locales'));
    await writeFile(path.join(folder, 'locales/en-US.pak'), '');
    await mkdir(path.join(folder, 'resources'));
  }
  const resources = target.platform === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources';
  await makeDefaultApp(`${folder}-app`, path.join(folder, resources));
}

/** What Electron shows without an app: in its download, and in no package. */
async function makeDefaultApp(source: string, resources: string): Promise<void> {
  await mkdir(source);
  await writeFile(path.join(source, 'main.js'), '');
  await asarLibrary.createPackage(source, path.join(resources, 'default_app.asar'));
}

/** A real Windows binary, since its icon, version and the archive's digest are written into it; its code is the database's. */
async function makeExecutable(file: string, root: string): Promise<void> {
  const library = path.join(root, 'node_modules/better-sqlite3/prebuilds/win32-x64.node');
  const executable = windowsResources.NtExecutable.from(await readFile(library));
  const resources = windowsResources.NtExecutableResource.from(executable);
  const version = windowsResources.Resource.VersionInfo.createEmpty();
  version.setFileVersion(1, 0, 0, 0, 1033);
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  const bytes = Buffer.from(executable.generate());
  await writeFile(file, Buffer.concat([bytes, untouchedWire(FUSES.length)]));
}

const HELPERS = ['', ' (GPU)', ' (Renderer)', ' (Plugin)'];

async function makeApp(app: string): Promise<void> {
  const frameworks = path.join(app, 'Contents/Frameworks');
  const framework = path.join(frameworks, 'Electron Framework.framework');
  await mkdir(framework, { recursive: true });
  await writeFile(path.join(framework, 'Electron Framework'), untouchedWire(FUSES.length));
  await makeBundle(app, 'Electron');
  await mkdir(path.join(app, 'Contents/Resources'));
  await writeFile(path.join(app, 'Contents/Resources/electron.icns'), '');
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`;
    await makeBundle(path.join(frameworks, `${name}.app`), name);
  }
}

async function makeBundle(bundle: string, name: string): Promise<void> {
  const contents = path.join(bundle, 'Contents');
  await mkdir(path.join(contents, 'MacOS'), { recursive: true });
  await writeFile(path.join(contents, 'MacOS', name), 'stand-in', { mode: 0o755 });
  const facts = {
    CFBundleExecutable: name,
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
  };
  await writeFile(path.join(contents, 'Info.plist'), plistReader.build(facts));
}
