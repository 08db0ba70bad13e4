import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
const { packages } = z
  .looseObject({
    packages: z.record(
      z.string(),
      z.looseObject({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(read('package-lock.json'));
const { allowScripts } = z
  .looseObject({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(read('package.json'));
const installed = Object.entries(packages).filter(([place]) => place !== '');

it('the lockfile pins every package by its digest, and names no place to load it from', () => {
  const open = installed.filter(([, { integrity, resolved }]) => {
    return integrity?.startsWith('sha512-') !== true || resolved !== undefined;
  });
  expect(open.map(([place]) => place)).toStrictEqual([]);
});

it('no package runs a script of its own when it is installed, which could load something else', () => {
  expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toStrictEqual([]);
});

it('npm before 11 knows no `allowScripts`: the one script that it runs picks a file of its own package', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(scripted.map(([place]) => place)).toStrictEqual(['node_modules/electron-winstaller']);
});

it.each(['linux-x64', 'linux-arm64', 'win-x64'])('Node for %s is pinned', (target) => {
  expect(packages[`node_modules/node-${target}`]?.version).toMatch(/^24\./u);
});
