import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const FACTORY = 'src/core/sqlite/openSqlite.ts';
/** Types alone open nothing. */
const TAKES_LIBRARY =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^;]*?\bfrom\s*['"]better-sqlite3|\b(?:require|import)\(\s*['"]better-sqlite3/u;

function takesLibrary(text: string): boolean {
  return TAKES_LIBRARY.test(text);
}

it('databases are opened by one function, which never asks the process for a report', () => {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name).split(path.sep).join('/')),
  );
  const takers = files.filter((file) => takesLibrary(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(takers).toEqual([FACTORY]);
});

it('the rule sees each way to take the library', () => {
  expect(takesLibrary(`import Database from 'better-sqlite3';`)).toBe(true);
  expect(takesLibrary(`import {\n  SqliteError,\n} from 'better-sqlite3';`)).toBe(true);
  expect(takesLibrary(`const D = await import('better-sqlite3/linux-x64');`)).toBe(true);
  expect(takesLibrary(`import type { Database } from 'better-sqlite3';`)).toBe(false);
});
