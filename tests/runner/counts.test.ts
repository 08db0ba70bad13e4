import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readPlaywrightCounts } from '../../scripts/testing/counts.ts';
import { PARTS } from '../../scripts/testing/steps.ts';
import { failureBlock, secondTries } from '../../scripts/testing/told.ts';

/** A run that nobody can look at must say by itself what failed, and must not count anything twice. */

const dir = mkdtempSync(path.join(tmpdir(), 'counts-'));
afterAll(() => rmSync(dir, { recursive: true }));

const FAULT = {
  message: '\u{1B}[31mError: expect(locator).toHaveCount(4) failed\u{1B}[39m\n\nReceived: 3',
  location: { file: path.join(process.cwd(), 'tests/e2e/steps.ts'), line: 75, column: 3 },
};

function ended(line: number, status: string, tries: readonly object[][], reason?: string) {
  const annotations = reason === undefined ? [] : [{ type: 'skip', description: reason }];
  const results = tries.map((errors) => ({ errors }));
  const own = { projectName: 'loopback', status, annotations, results };
  return { title: `test ${line}`, file: 'loopback/a.spec.ts', line, tests: [own] };
}

function countsOf(specs: readonly object[], errors: readonly object[] = []) {
  const file = path.join(dir, 'report.json');
  writeFileSync(file, JSON.stringify({ errors, suites: [{ specs: [], suites: [{ specs }] }] }));
  return readPlaywrightCounts(file);
}

test('a test is counted once, however often it was tried', () => {
  const [counts] = countsOf([
    ended(1, 'expected', [[]]),
    ended(2, 'flaky', [[FAULT], []]),
    ended(3, 'unexpected', [[FAULT], [FAULT]]),
    ended(4, 'skipped', [], 'not here'),
    ended(5, 'skipped', []),
  ]);
  expect(counts).toMatchObject({ suite: 'loopback', passed: 2, failed: 2 });
  expect(counts?.skipped).toEqual([{ name: 'test 4', reason: 'not here' }]);
  const error = `at ${path.join('tests/e2e/steps.ts')}:75\nError: expect(locator).toHaveCount(4) failed\n\nReceived: 3`;
  expect(counts?.failures).toEqual([
    { at: 'tests/e2e/loopback/a.spec.ts:3', name: 'test 3', error },
    { at: 'tests/e2e/loopback/a.spec.ts:5', name: 'test 5', error: 'did not run' },
  ]);
  expect(counts?.secondTry.map(({ name }) => name)).toEqual(['test 2']);
});

test('what fails outside any test is a failure', () => {
  const counts = countsOf([ended(1, 'expected', [[]])], [{ message: 'the global time is over' }]);
  expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
  expect(counts.at(-1)?.failures[0]?.error).toBe('the global time is over');
});

test('however much fails, its block is short and begins with the first', () => {
  const failures = Array.from({ length: 40 }, (_, at) => ({
    at: `a.ts:${at}`,
    name: `test ${at}`,
    error: Array.from({ length: 20 }, (__, line) => `line ${line}`).join('\n'),
  }));
  expect(failureBlock(failures.slice(0, 2))).toHaveLength(14);
  const block = failureBlock(failures);
  expect(block.length).toBeLessThanOrEqual(31);
  expect(block.slice(0, 2)).toEqual(['  ✘ a.ts:0 › test 0', '      line 0']);
  expect(block.at(-1)).toContain('and 25 more');
});

test('what needed a second try is named with its place and its first error', () => {
  const [step] = PARTS.get('all')?.flat(2) ?? [];
  if (step === undefined) throw new Error('The first tier has no steps');
  const secondTry = [
    { at: 'src/a.test.ts:7', name: 'a slow one', error: 'AssertionError: 1\n\nis not 2' },
  ];
  const nothing = { passed: 2, failed: 0, skipped: [], failures: [], slowest: [], left: [] };
  const result = { ...nothing, isHung: false, elapsedMs: 0, output: '', outputFile: '' };
  expect(secondTries(step, { ...result, secondTry: [] })).toEqual([]);
  expect(secondTries(step, { ...result, secondTry })).toEqual([
    'passed only at the second try: provision: src/a.test.ts:7 › a slow one',
    '      AssertionError: 1',
    '      is not 2',
  ]);
});
