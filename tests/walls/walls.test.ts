import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { checkWalls, readTree, treeWith } from '../../scripts/walls/check.ts';

/** The real tree, read once; what a test puts in is not on the disk. */
const TREE = readTree(path.join(import.meta.dirname, '../..'));

/** What the check says about one added file, among others of its kind: one check serves them all. */
function problemsByCase(
  cases: readonly { readonly file: string; readonly text: string }[],
): (at: number) => readonly string[] {
  const nameOf = (file: string, at: number): string => file.replace('/x.', `/x${at}.`);
  const files = cases.map(({ file, text }, at) => [nameOf(file, at), text] as const);
  const problems = checkWalls(treeWith(TREE, Object.fromEntries(files)));
  return (at) => problems.filter((line) => line.startsWith(`${files[at]?.[0] ?? ''}:`));
}

/** What the check says about one added file. */
function problemsOf(file: string, text: string): readonly string[] {
  return checkWalls(treeWith(TREE, { [file]: text })).filter((line) => line.startsWith(`${file}:`));
}

describe('the real tree', () => {
  it('stands', () => {
    expect(checkWalls(TREE)).toEqual([]);
  });

  it('is not taken for standing when there is nothing to check', () => {
    const empty = mkdtempSync(path.join(tmpdir(), 'walls-'));
    try {
      writeFileSync(path.join(empty, 'package.json'), '{}');
      expect(checkWalls(readTree(empty))).toEqual(['src: no source files were found']);
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});

describe('a broken wall is named with file, line, room and reason', () => {
  const broken: readonly (readonly [string, string, string])[] = [
    ['renderer importing core', 'src/renderer/x.ts', `import { a } from '#core/ports.ts';`],
    ['renderer importing core, relative', 'src/renderer/x.ts', `import '../core/ports.ts';`],
    ['a type from core', 'src/renderer/x.ts', `import type { Vault } from '#core/ports.ts';`],
    ['an inline type', 'src/renderer/x.ts', `export type V = import('#core/ports.ts').Vault;`],
    ['core, on demand', 'src/renderer/x.tsx', `export const a = await import('#core/ports.ts');`],
    ['core, by re-export', 'src/renderer/x.ts', `export * from '../core/ports.ts';`],
    ['renderer importing electron', 'src/renderer/x.ts', `import { shell } from 'electron';`],
    ['renderer importing Node', 'src/renderer/x.ts', `import fs from 'fs';`],
    ['shared importing node:fs', 'src/shared/x.ts', `import { readFileSync } from 'node:fs';`],
    ['shared requiring node:fs', 'src/shared/x.ts', `const fs = require('node:fs');`],
    ['shared, on demand', 'src/shared/x.ts', 'const fs = await import(`node:fs`);'],
    ['shared importing core', 'src/shared/x.ts', `import type { Vault } from '../core/ports.ts';`],
    ['shared importing hono', 'src/shared/x.ts', `import { Hono } from 'hono';`],
    [
      'sandbox importing the field order',
      'src/sandbox/x.ts',
      `import { CREATE_FIELD_ORDER } from '#shared/domain/deposit.ts';`,
    ],
    [
      'sandbox importing the field order, relative',
      'src/sandbox/x.ts',
      `import { CREATE_FIELD_ORDER } from '../shared/domain/deposit.ts';`,
    ],
    [
      'sandbox importing the field order, on demand',
      'src/sandbox/x.ts',
      `const { CREATE_FIELD_ORDER } = await import('#shared/domain/deposit.ts');`,
    ],
    [
      'sandbox importing only its type',
      'src/sandbox/x.ts',
      `import type { CreateFields } from '#shared/domain/deposit.ts';`,
    ],
    [
      'the field order, smuggled through the dialect',
      'src/shared/dialect/x.ts',
      `export { CREATE_FIELD_ORDER } from '../domain/deposit.ts';`,
    ],
    ['sandbox importing core', 'src/sandbox/x.ts', `import type { Vault } from '#core/ports.ts';`],
    ['core importing electron', 'src/core/x.ts', `import { app } from 'electron';`],
    ['core importing the sandbox', 'src/core/x.ts', `import '#sandbox/server.ts';`],
    ['preload importing zod', 'src/preload/x.ts', `import { z } from 'zod';`],
    [
      'preload importing the schemas',
      'src/preload/x.ts',
      `import { CONTRACT } from '#shared/contract/operations.ts';`,
    ],
    ['loopback importing electron', 'src/loopback/x.ts', `import { app } from 'electron';`],
    ['main importing hono', 'src/main/x.ts', `import { Hono } from 'hono';`],
    ['a script from src', 'src/core/x.ts', `import '../../scripts/walls.ts';`],
    ['a module that is not there', 'src/core/x.ts', `import './nowhere.ts';`],
    ['a room that is not there', 'src/core/x.ts', `import '#attic/box.ts';`],
    ['an undeclared package', 'src/core/x.ts', `import 'left-pad';`],
    ['a computed path', 'src/core/x.ts', `const at = 'a'; await import(at);`],
    ['a worker of another room', 'src/core/x.ts', `new URL('../main/w.ts', import.meta.url);`],
    ['a file outside every room', 'src/attic/x.ts', `export const a = 1;`],
  ];

  const problems = problemsByCase(broken.map(([, file, line]) => ({ file, text: `${line}\n` })));

  it.each(broken.map(([what], at) => [what, at] as const))('%s', (_what, at) => {
    const [first, ...others] = problems(at);
    expect(others).toEqual([]);
    expect(first).toMatch(/^src\/\S+:1 (?:[a-z/]+ may not import .+: .+|is in no room)/u);
  });

  it('says the line it stands on', () => {
    const text = `export const a = 1;\n\nimport { app } from 'electron';\n`;
    expect(problemsOf('src/core/x.ts', text)).toEqual([
      'src/core/x.ts:3 core may not import electron: core knows shared, zod, Node, its database, its keychain and two parsers; hosts hand everything else in',
    ]);
  });
});

describe('features', () => {
  it('may not reach into each other', () => {
    const files = {
      'src/renderer/features/one/inner.ts': 'export const a = 1;\n',
      'src/renderer/features/two/x.ts': `export { a } from '../one/inner.ts';\n`,
    };
    expect(checkWalls(treeWith(TREE, files))).toEqual([
      expect.stringMatching(
        /^src\/renderer\/features\/two\/x\.ts:1 renderer may not import .*insides/u,
      ),
    ]);
  });

  it('are not known to what they share', () => {
    const files = {
      'src/renderer/features/one/inner.ts': 'export const a = 1;\n',
      'src/renderer/ui/x.ts': `export { a } from '../features/one/inner.ts';\n`,
    };
    expect(checkWalls(treeWith(TREE, files))).toEqual([
      expect.stringMatching(/^src\/renderer\/ui\/x\.ts:1 .*knows no feature/u),
    ]);
  });
});

describe('what is allowed', () => {
  const standing: readonly (readonly [string, string])[] = [
    ['src/sandbox/x.ts', `import type { Dialect } from '#shared/dialect/schema.ts';`],
    ['src/core/x.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/core/x.test.ts', `import { expect } from 'vitest';`],
    ['src/preload/x.ts', `import { BRIDGE_KEY } from '#shared/contract/bridge.ts';`],
    ['src/renderer/x.ts', `import type { Client } from '#shared/contract/client.ts';`],
  ];

  const problems = problemsByCase(standing.map(([file, line]) => ({ file, text: `${line}\n` })));

  it.each(standing.map(([file, line], at) => [file, line, at] as const))(
    '%s: %s',
    (_file, _line, at) => {
      expect(problems(at)).toEqual([]);
    },
  );
});

describe('nothing is suppressed', () => {
  const hidden: readonly string[] = [
    '// @ts-ignore',
    '/* @ts-expect-error because */',
    '// oxlint-disable-next-line',
    '/* eslint-disable */',
    `it.skip('works', () => {});`,
    `describe.only('works', () => {});`,
    `test.todo('works');`,
    `test.skip(true, 'later');`,
  ];

  const problems = problemsByCase(
    hidden.map((line) => ({ file: 'src/core/x.test.ts', text: `${line}\n` })),
  );

  it.each(hidden.map((line, at) => [line, at] as const))('%s', (_line, at) => {
    expect(problems(at)).toHaveLength(1);
  });

  it('lets a test stand aside on a condition, with the reason', () => {
    const line = `test.skip(keychain === null, 'no keychain on this machine');\n`;
    expect(problemsOf('src/core/x.test.ts', line)).toEqual([]);
  });
});
