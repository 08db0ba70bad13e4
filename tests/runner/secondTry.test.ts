import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readVitestCounts } from '../../scripts/testing/counts.ts';
import config from '../../vitest.config.ts';

/** Vitest itself, with our reporter, on a file whose tests fail once or always. */

const ROOT = path.join(import.meta.dirname, '../..');
mkdirSync(path.join(ROOT, 'artifacts'), { recursive: true });
// Inside the repository, where `vitest` is found.
const dir = mkdtempSync(path.join(ROOT, 'artifacts', 'second-try-'));
afterAll(() => rmSync(dir, { recursive: true }));

const TESTS = `
import { expect, test } from 'vitest';
let tries = 0;
test('passes', () => {});
test('passes at the second try', () => { tries += 1; expect(tries).toBe(2); });
test('fails twice', () => { throw new Error('as always'); });
`;

test('a test that passed only at its second try counts as passed, and is named with its first error', () => {
  writeFileSync(path.join(dir, 'a.test.ts'), TESTS);
  const countsFile = path.join(dir, 'counts.json');
  const reporter = JSON.stringify(path.join(ROOT, 'scripts/testing/vitestCounts.ts'));
  writeFileSync(
    path.join(dir, 'vitest.config.ts'),
    `import { vitestCounts } from ${reporter};
     const reporters = [vitestCounts(${JSON.stringify(countsFile)})];
     export default { test: { name: 'own', retry: 1, reporters } };`,
  );
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', '--root', dir], { cwd: dir });
  const [counts] = readVitestCounts(countsFile);
  expect(counts).toMatchObject({ suite: 'own', passed: 2, failed: 1 });
  expect(counts?.failures.map(({ name }) => name)).toEqual(['fails twice']);
  const [second, ...more] = counts?.secondTry ?? [];
  expect(more).toEqual([]);
  expect(second?.name).toBe('passes at the second try');
  expect(second?.at).toMatch(/a\.test\.ts:5$/u);
  expect(second?.error).toContain('expected 1 to be 2');
});

test('every project has a second try but the one of functions alone', () => {
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test : undefined,
  );
  const once = projects.filter((project) => project?.retry !== 1).map((project) => project?.name);
  expect(projects.length).toBeGreaterThan(5);
  expect(once).toEqual(['pure']);
});
