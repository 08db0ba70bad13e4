import { defineConfig } from 'vitest/config';

import { LongestFirst } from './scripts/testing/longestFirst.ts';
import { vitestCounts } from './scripts/testing/vitestCounts.ts';

/** Set by scripts/test.ts, which sums up from that file. */
const countsFile = process.env['DESK_COUNTS_FILE'];

/**
 * Limits are there for what hangs, not for what is slow: they cost nothing where all is well, and a machine that is busy with
 * something else must not fail a test. A poll's own limit is one second, which is no time at all for two processes and a disk.
 */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    reporters: countsFile === undefined ? ['default'] : ['default', vitestCounts(countsFile)],
    // The tests wait more than they compute: leaving a core free, as vitest does by itself, doubles their time on two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'unit',
          environment: 'node',
          globalSetup: 'tests/support/bundledLogWorker.ts',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/walls/**/*.test.ts',
            'tests/runner/**/*.test.ts',
            'tests/vault/**/*.test.ts',
            'tests/vectors/**/*.test.ts',
            'tests/limits/**/*.test.ts',
            'tests/crash/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/durability/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
        },
      },
    ],
  },
});
