import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { linuxHelper } from './libraries.ts';

/** The entry of the system's menu, as electron-builder will write it into AppImage and deb. */
export async function desktopEntry(packager: object, folder: string): Promise<void> {
  const helper = new linuxHelper.LinuxTargetHelper(packager);
  const options: unknown = Reflect.get(packager, 'platformSpecificBuildOptions');
  const entry = await helper.computeDesktopEntry(options, null);
  await writeFile(path.join(folder, 'entry.desktop'), entry);
}

const NEEDED = ['Name', 'Exec', 'Icon', 'Type', 'Categories', 'StartupWMClass', 'Comment[ru]'];

export function entryProblems(entry: string): readonly string[] {
  const lines = entry.split('\n').filter((line) => line !== '');
  const keys = lines.slice(1).map((line) => line.split('=', 1)[0] ?? '');
  return [
    ...(lines[0] === '[Desktop Entry]' ? [] : ['it has no head']),
    ...NEEDED.filter((key) => !keys.includes(key)).map((key) => `${key} is missing`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} twice`),
    ...(/^Exec=.*--no-sandbox/mu.test(entry) ? ['it starts without the sandbox'] : []),
  ];
}
