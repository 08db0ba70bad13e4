import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

import type { Failure, SuiteCounts } from './counts.ts';

/** Writes what each project did, failures and skips with their reasons, for scripts/test.ts to sum up. */
export function vitestCounts(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      mkdirSync(path.dirname(file), { recursive: true });
      const counts = [...countByProject(modules), ...outsideAnyTest(unhandled)];
      writeFileSync(file, JSON.stringify(counts, null, 2));
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
    const failures = [
      ...inState('failed').map(failureOf),
      ...broken.map((module) => brokenFile(module)),
      ...inState('pending').map(failureOf),
    ];
    return {
      suite: project,
      passed: inState('passed').length,
      failed: failures.length,
      skipped: inState('skipped').map((test) => ({ name: test.fullName, reason: reasonOf(test) })),
      failures,
      // The errors of the first try stay with a test that passed at the second.
      secondTry: tests.filter((test) => test.diagnostic()?.flaky === true).map(failureOf),
      files: own.map((module) => {
        const { collectDuration, duration, setupDuration } = module.diagnostic();
        return { file: placeIn(module.moduleId), ms: collectDuration + duration + setupDuration };
      }),
    };
  });
}

/** A promise that nobody waited for fails the run, though no test. */
function outsideAnyTest(errors: readonly SerializedError[]): readonly SuiteCounts[] {
  if (errors.length === 0) return [];
  const failures = errors.map((error) => {
    const frame = error.stacks?.[0];
    const at = frame === undefined ? 'vitest' : placeIn(frame.file, frame.line);
    return { at, name: 'outside any test', error: textOf(error) };
  });
  const counted = { passed: 0, failed: failures.length, skipped: [], secondTry: [], files: [] };
  return [{ suite: 'outside any test', ...counted, failures }];
}

function failureOf(test: TestCase): Failure {
  const { moduleId } = test.module;
  const error = test.result().errors?.[0];
  const frame = error?.stacks?.find(({ file }) => file === moduleId);
  return {
    at: placeIn(moduleId, frame?.line),
    name: test.fullName,
    error: error === undefined ? 'did not run to its end' : textOf(error),
  };
}

function brokenFile(module: TestModule): Failure {
  const [error] = module.errors();
  const text = error === undefined ? '' : textOf(error);
  return { at: placeIn(module.moduleId), name: 'the file itself', error: text };
}

function textOf({ name, message }: SerializedError): string {
  return stripVTControlCharacters(`${name ?? 'Error'}: ${message}`);
}

function placeIn(file: string, line?: number): string {
  const shown = path.relative(process.cwd(), file);
  return line === undefined ? shown : `${shown}:${line}`;
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' ? (result.note ?? 'no reason given') : '';
}
