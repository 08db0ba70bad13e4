import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

import { build } from 'vite';

import { lazySchemas } from '../../scripts/build/lazySchemas.ts';
import { pictures } from '../../scripts/build/pictures.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Inside the project: what is not bundled is found in its node_modules. */
const PLACE = path.join(ROOT, 'artifacts/bundled');

export type Bundled = { readonly file: string; readonly remove: () => void };

/** A program of this project in one file, for tests that start it many times: it is there in a third of the time. */
export async function bundled(entry: string): Promise<Bundled> {
  mkdirSync(PLACE, { recursive: true });
  const outDir = mkdtempSync(path.join(PLACE, 'program-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    plugins: [lazySchemas(ROOT), pictures(ROOT, '')],
    build: {
      ssr: entry,
      outDir,
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'program.js' } },
    },
    ssr: {
      noExternal: true,
      external: ['better-sqlite3', '@napi-rs/keyring', 'keytar', 'electron'],
    },
  });
  return {
    file: path.join(outDir, 'program.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
