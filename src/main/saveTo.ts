import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import type { SaveTo } from './sessionGuards.ts';

/** As browsers number them. */
const MOST_OF_A_NAME = 1000;

/** A new name in that folder; a file that is there is never written over. Null where the system shuts the folder to the program. */
export function savesTo(folder: string): SaveTo {
  /** Names of downloads whose file is not there yet: Electron writes over the file of the one before. */
  const given = new Set<string>();
  return (name) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
    } catch {
      return null;
    }
    const { name: stem, ext } = path.parse(path.basename(name));
    for (let at = 1; at < MOST_OF_A_NAME; at += 1) {
      const file = path.join(folder, at === 1 ? `${stem}${ext}` : `${stem} (${at})${ext}`);
      if (existsSync(file)) given.delete(file);
      else if (!given.has(file)) {
        given.add(file);
        return file;
      }
    }
    return null;
  };
}
