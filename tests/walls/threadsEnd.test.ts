import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

it('threads of the desk are asked to end: terminate() would stop them inside a write or native code', () => {
  const files = ['src/core', 'src/main'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => path.join(folder, name)),
  );
  const stopped = files.filter((file) =>
    readFileSync(path.join(ROOT, file), 'utf8').includes('.terminate('),
  );
  expect(stopped).toEqual([]);
});
