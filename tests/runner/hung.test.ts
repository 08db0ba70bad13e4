import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { HUNG_CODE, runStep } from '../../scripts/testing/runStep.ts';
import type { Step } from '../../scripts/testing/steps.ts';

const root = mkdtempSync(path.join(tmpdir(), 'hung-'));
afterAll(() => rmSync(root, { recursive: true }));

const STEP: Step = {
  name: 'step',
  script: 'step',
  timeoutMs: 60_000,
  args: '',
  env: {},
  left: null,
  suites: null,
  showsLastLine: false,
};

test.each([
  ['comes to no end', 'sleep 60', 200, true],
  ['says that it hung', `exit ${HUNG_CODE}`, 60_000, true],
  ['fails', 'exit 1', 60_000, false],
])('a step that %s: hung is told from failed', async (_, command, timeoutMs, isHung) => {
  const result = await runStep(root, { ...STEP, timeoutMs }, command, root);
  expect(result).toMatchObject({ failed: 1, isHung });
});
