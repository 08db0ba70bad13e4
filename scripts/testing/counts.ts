import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { z } from 'zod';

const skippedSchema = z.array(z.object({ name: z.string(), reason: z.string() }));

const failureSchema = z.object({
  /** file:line, or whatever else leads there. */
  at: z.string(),
  name: z.string(),
  error: z.string(),
});
export type Failure = z.infer<typeof failureSchema>;

const fileTimeSchema = z.object({ file: z.string(), ms: z.number() });
export type FileTime = z.infer<typeof fileTimeSchema>;

/** What one suite did. The vitest reporter writes this shape; Playwright's own report is read into it. */
const suiteCountsSchema = z.object({
  suite: z.string(),
  passed: z.int(),
  failed: z.int(),
  skipped: skippedSchema,
  failures: z.array(failureSchema),
  /** Passed, and counted so, but only when tried once more; with what went wrong at first. */
  secondTry: z.array(failureSchema).default([]),
  /** How long the tests of each file took, hooks included. */
  files: z.array(fileTimeSchema).default([]),
});
export type SuiteCounts = z.infer<typeof suiteCountsSchema>;

export function readVitestCounts(file: string): readonly SuiteCounts[] {
  return z.array(suiteCountsSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}

const playwrightError = z.object({
  message: z.string().optional(),
  value: z.string().optional(),
  location: z.object({ file: z.string(), line: z.int() }).optional(),
});

const playwrightTest = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(z.object({ errors: z.array(playwrightError), duration: z.number().default(0) })),
});
type PlaywrightTest = z.infer<typeof playwrightTest>;

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      tests: z.array(playwrightTest),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(playwrightError),
});

type NamedTest = { readonly title: string; readonly at: string; readonly test: PlaywrightTest };

export function readPlaywrightCounts(file: string): readonly SuiteCounts[] {
  const report = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  const tests = report.suites.flatMap(testsOf);
  const projects = new Set(tests.map(({ test }) => test.projectName));
  const outside = report.errors.map((error) => ({
    at: placeOf(error) ?? 'playwright',
    name: 'outside any test',
    error: messageOf(error),
  }));
  const ofProjects = [...projects].map((project) =>
    projectCounts(
      project,
      tests.filter(({ test }) => test.projectName === project),
    ),
  );
  if (outside.length === 0) return ofProjects;
  const counted = { passed: 0, failed: outside.length, skipped: [], secondTry: [], files: [] };
  return [...ofProjects, { suite: 'outside any test', ...counted, failures: outside }];
}

function projectCounts(suite: string, tests: readonly NamedTest[]): SuiteCounts {
  const secondTry = tests.filter(({ test }) => test.status === 'flaky');
  const passed = tests.filter(({ test }) => test.status === 'expected').length + secondTry.length;
  const skipped = tests.flatMap(({ title, test }) => {
    const reason = skipReason(test);
    return reason === null ? [] : [{ name: title, reason }];
  });
  // Whatever neither passed nor stood aside for a reason: failed, or never ran because others did.
  const failed = tests.filter(
    ({ test }) =>
      test.status === 'unexpected' || (test.status === 'skipped' && skipReason(test) === null),
  );
  return {
    suite,
    passed,
    failed: failed.length,
    skipped,
    // What ran and failed explains what did not run.
    failures: failed
      .toSorted((left, right) => firstErrors(right).length - firstErrors(left).length)
      .map(failureOf),
    secondTry: secondTry.map(failureOf),
    files: fileTimes(tests),
  };
}

function fileTimes(tests: readonly NamedTest[]): FileTime[] {
  const msByFile = new Map<string, number>();
  for (const { at, test } of tests) {
    const file = at.replace(/:\d+$/u, '');
    const ms = test.results.reduce((total, { duration }) => total + duration, 0);
    msByFile.set(file, (msByFile.get(file) ?? 0) + ms);
  }
  return [...msByFile].map(([file, ms]) => ({ file, ms }));
}

/** A test that was tried again failed in its first result; one that failed twice tells the first as well. */
function firstErrors({ test }: NamedTest): readonly z.infer<typeof playwrightError>[] {
  return test.results.find(({ errors }) => errors.length > 0)?.errors ?? [];
}

function failureOf(named: NamedTest): Failure {
  const [error] = firstErrors(named);
  if (error === undefined) return { at: named.at, name: named.title, error: 'did not run' };
  const place = placeOf(error);
  const where = place === null || place === named.at ? '' : `at ${place}\n`;
  return { at: named.at, name: named.title, error: `${where}${messageOf(error)}` };
}

function messageOf({ message, value }: z.infer<typeof playwrightError>): string {
  return stripVTControlCharacters(message ?? value ?? 'no message');
}

function placeOf({ location }: z.infer<typeof playwrightError>): string | null {
  if (location === undefined) return null;
  return `${path.relative(process.cwd(), location.file)}:${location.line}`;
}

function skipReason(test: PlaywrightTest): string | null {
  if (test.status !== 'skipped') return null;
  return test.annotations.find(({ type }) => type === 'skip')?.description ?? null;
}

function testsOf(suite: PlaywrightSuite): readonly NamedTest[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ title, at: `tests/e2e/${file}:${line}`, test })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
