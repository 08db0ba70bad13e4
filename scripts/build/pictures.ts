import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

/** Where pictures lie beside the code that reads them by `import.meta.dirname`. */
const FOLDERS = ['src/main/icons', 'src/sandbox'];

/** Puts them into this folder of the build, where the program lies that this code becomes part of. */
export function pictures(root: string, into: string): Plugin {
  return {
    name: 'pictures',
    apply: 'build',
    generateBundle() {
      for (const folder of FOLDERS.map((name) => path.join(root, name))) {
        for (const name of readdirSync(folder).filter((file) => file.endsWith('.png'))) {
          const source = readFileSync(path.join(folder, name));
          this.emitFile({ type: 'asset', fileName: path.posix.join(into, name), source });
        }
      }
    },
  };
}
