import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { type ParsedFile, parseFile } from '../walls/imports.ts';

/** What Electron, the log's threads and the keychain's helper start from; electron.vite.config.ts and scripts/build/threadPrograms.ts name them. */
const ENTRIES = ['index.js', 'logWorker.cjs', 'keychainHelper.cjs'];

/** Parsing a bundle takes a second, and each configuration of the packager asks for each system. */
const importsByText = new Map<string, ParsedFile['imports']>();

function importsOf(file: string): ParsedFile['imports'] {
  const text = readFileSync(file, 'utf8');
  const known = importsByText.get(text);
  if (known !== undefined) return known;
  const { imports } = parseFile(file, text);
  importsByText.set(text, imports);
  return imports;
}

/** Programs of `out/main` that no entry of the packaged app leads to: the browser host, which is not part of installers. */
export function unreachedMainFiles(mainDir: string): readonly string[] {
  if (!existsSync(mainDir)) return [];
  const reached = new Set<string>();
  const follow = (file: string): void => {
    const name = path.relative(mainDir, file).split(path.sep).join('/');
    if (reached.has(name) || !existsSync(file)) return;
    reached.add(name);
    for (const { specifier } of importsOf(file)) {
      if (specifier?.startsWith('.') === true) follow(path.join(path.dirname(file), specifier));
    }
  };
  for (const entry of ENTRIES) follow(path.join(mainDir, entry));
  return readdirSync(mainDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(mainDir, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.c?js$/u.test(name) && !reached.has(name))
    .toSorted();
}
