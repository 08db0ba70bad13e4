import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Reporter, TestCase, TestModule } from 'vitest/node';

import type { SuiteCounts } from './counts.ts';

/** Writes what each project did, skips with their reasons, for scripts/test.ts to sum up. */
export function vitestCounts(file: string): Reporter {
  return {
    onTestRunEnd(modules) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(countByProject(modules), null, 2));
    },
  };
}

function countByProject(modules: readonly TestModule[]): readonly SuiteCounts[] {
  const projects = new Set(modules.map((module) => module.project.name));
  return [...projects].map((project) => {
    const own = modules.filter((module) => module.project.name === project);
    const tests = own.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file that fails while it loads has no tests to fail, but is a failure all the same.
    const broken = own.filter((module) => module.errors().length > 0);
    return {
      suite: project,
      passed: inState('passed').length,
      failed: inState('failed').length + inState('pending').length + broken.length,
      skipped: inState('skipped').map((test) => ({ name: test.fullName, reason: reasonOf(test) })),
    };
  });
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? 'no reason given') : '';
}
