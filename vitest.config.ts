import { defineConfig } from 'vitest/config';

/** scripts/test.ts counts from this file; the reporter writes it where the variable says. */
const counts = process.env['DESK_COUNTS_FILE'];

export default defineConfig({
  test: {
    reporters:
      counts === undefined ? ['default'] : ['default', './scripts/testing/vitestCounts.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/walls/**/*.test.ts',
            'tests/vectors/**/*.test.ts',
          ],
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          // One browser and one host at a time: the suite starts real ones.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
