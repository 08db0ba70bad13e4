import { readFileSync } from 'node:fs';

import { z } from 'zod';

const skippedSchema = z.array(z.object({ name: z.string(), reason: z.string() }));

/** What one suite did. The vitest reporter writes this shape; Playwright's own report is read into it. */
const suiteCountsSchema = z.object({
  suite: z.string(),
  passed: z.int(),
  failed: z.int(),
  skipped: skippedSchema,
});
export type SuiteCounts = z.infer<typeof suiteCountsSchema>;

export function readVitestCounts(file: string): readonly SuiteCounts[] {
  return z.array(suiteCountsSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}

const playwrightTest = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
type PlaywrightTest = z.infer<typeof playwrightTest>;

const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(playwrightTest) })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

type NamedTest = { readonly title: string; readonly test: PlaywrightTest };

export function readPlaywrightCounts(file: string): readonly SuiteCounts[] {
  const report = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  const tests = report.suites.flatMap(testsOf);
  const projects = new Set(tests.map(({ test }) => test.projectName));
  return [...projects].map((project) => {
    const own = tests.filter(({ test }) => test.projectName === project);
    const passed = own.filter(({ test }) => test.status === 'expected');
    const skipped = own.flatMap(({ title, test }) => {
      const reason = skipReason(test);
      return reason === null ? [] : [{ name: title, reason }];
    });
    return {
      suite: project,
      passed: passed.length,
      // Whatever neither passed nor stood aside for a reason: failed, or never ran because others did.
      failed: own.length - passed.length - skipped.length,
      skipped,
    };
  });
}

function skipReason(test: PlaywrightTest): string | null {
  if (test.status !== 'skipped') return null;
  return test.annotations.find(({ type }) => type === 'skip')?.description ?? null;
}

function testsOf(suite: PlaywrightSuite): readonly NamedTest[] {
  const own = suite.specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, test })));
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
