import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { appImage, linuxHelper } from './libraries.ts';

/** The entries of the system's menu as electron-builder writes them: each form of package has its own command in it. */
export const ENTRY_FILES = ['deb.desktop', 'AppImage.desktop'] as const;

export async function desktopEntries(packager: object, folder: string): Promise<void> {
  const helper = new linuxHelper.LinuxTargetHelper(packager);
  const options: unknown = Reflect.get(packager, 'platformSpecificBuildOptions');
  const target = new appImage.default('AppImage', packager, helper, folder);
  const entries = {
    'deb.desktop': await helper.computeDesktopEntry(options, null),
    'AppImage.desktop': await target.desktopEntry.value,
  };
  for (const name of ENTRY_FILES) await writeFile(path.join(folder, name), entries[name]);
}

const NEEDED = ['Name', 'Exec', 'Icon', 'Type', 'Categories', 'StartupWMClass', 'Comment[ru]'];

export function entryProblems(entry: string): readonly string[] {
  const lines = entry.split('\n').filter((line) => line !== '');
  const keys = lines.slice(1).map((line) => line.split('=', 1)[0] ?? '');
  return [
    ...(lines[0] === '[Desktop Entry]' ? [] : ['it has no head']),
    ...NEEDED.filter((key) => !keys.includes(key)).map((key) => `${key} is missing`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} twice`),
    // The desk refuses such a switch: the icon would do nothing.
    ...(/^Exec=.*--no-sandbox/mu.test(entry) ? ['it starts without the sandbox'] : []),
  ];
}
