import { availableParallelism } from 'node:os';

import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';

import { LongestFirst } from './scripts/testing/longestFirst.ts';
import { vitestCounts } from './scripts/testing/vitestCounts.ts';
import { isTurn } from './tests/support/turn.ts';

/** Set by scripts/test.ts, which sums up from that file. */
const countsFile = process.env['DESK_COUNTS_FILE'];

/**
 * Limits are there for what hangs, not for what is slow: they cost nothing where all is well, and a machine that is busy with
 * something else must not fail a test. A poll's own limit is one second, which is no time at all for two processes and a disk.
 */
const EVERY_PROJECT = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // Pages and threads of the log are made hundreds of times: with room for what dies at once a tenth of the time is saved.
  execArgv: ['--min-semi-space-size=32'],
};

/**
 * Of tests with sockets, files, threads or processes. One that passes only at its second try is named by `npm test`, as an end-to-end
 * spec is, and is a fault to be found: see CONTRIBUTING.md. Tests of functions alone have no second try.
 */
const WITH_REAL_PARTS = { ...EVERY_PROJECT, retry: 1 };

/**
 * The second tier's: each starts whole programs, mostly several times over, or looks through everything that a desk and its page
 * leave; the care of a log that is damaged, rewritten or restored, by every way there is; an index that is broken in every way.
 */
const LANDING = [
  'src/core/batch/batches.test.ts',
  'src/core/log/writes/batches.test.ts',
  'src/core/search/overview/overview.test.ts',
  'tests/package/security.test.ts',
  'src/core/callbacks/durable.test.ts',
  'src/core/issuing/heldOnFullDisk.test.ts',
  'src/core/log/care/backups.test.ts',
  'src/core/log/care/damage.test.ts',
  'src/core/log/care/fullDisk.test.ts',
  'src/core/log/care/restoring.test.ts',
  'src/core/log/care/sealedLog.test.ts',
  'src/core/search/fillReader.test.ts',
  'src/core/search/finder.test.ts',
  'src/core/log/care/restoreAtOnce.test.ts',
  'src/core/log/care/pictures.test.ts',
  'src/core/search/customers.test.ts',
  'src/core/importing/importer.test.ts',
  'src/core/importing/reading/xlsx.test.ts',
  'tests/walls/walls.test.ts',
  'src/core/search/activity.test.ts',
  'src/core/search/dayCounts.test.ts',
  'src/core/search/index.test.ts',
  'src/core/log/care/ownEvents.test.ts',
  'src/core/log/care/erasedLog.test.ts',
  'src/core/log/care/wrongClock.test.ts',
  'src/core/log/store/erasing.test.ts',
  'src/core/log/care/backupLine.test.ts',
  'src/core/log/care/segments.test.ts',
  'src/core/log/store/rebuild.test.ts',
  'src/core/log/store/sealing.test.ts',
  'src/core/log/care/restoreProof.test.ts',
  'src/core/log/care/tamper.test.ts',
  'src/core/log/writes/loadSample.test.ts',
  'src/core/log/sample/loadSampleDay.test.ts',
  'src/core/provider/readBody.test.ts',
  'src/core/search/handOver.test.ts',
  'src/core/eyes/acts.test.ts',
  'src/core/eyes/byStatement.test.ts',
  'src/core/eyes/goingRound.test.ts',
  'src/core/eyes/issuing.test.ts',
  'src/core/eyes/otherActs.test.ts',
  'src/core/eyes/restart.test.ts',
  'src/core/people/activity.test.ts',
  'src/core/people/byContent.test.ts',
  'src/core/people/people.test.ts',
  'src/core/handOver/handlers.test.ts',
  'src/core/statements/attention.test.ts',
  'src/core/statements/badInput.test.ts',
  'src/core/protection/commands.test.ts',
  'src/core/protection/lockedDesk.test.ts',
  'src/core/protection/openProtection.test.ts',
  'src/core/protection/protecting.test.ts',
  'src/core/protection/switchFiles.test.ts',
  'src/core/statements/statements.test.ts',
  'tests/contract/electronDownload.test.ts',
  'tests/contract/log.test.ts',
  'tests/contract/secrets.test.ts',
  'tests/contract/start.test.ts',
  'tests/durability/fsync.test.ts',
  'tests/installed/tryApp.test.ts',
  'tests/package/installerRules.test.ts',
  'tests/package/package.test.ts',
  'tests/provider/cli.test.ts',
  'tests/provider/dialect.test.ts',
  'tests/provider/faults/answerFaults.test.ts',
  'tests/provider/faults/ports.test.ts',
  'tests/runner/secondTry.test.ts',
  'tests/vectors/sandbox.test.ts',
  'tests/provider/cliFormat.test.ts',
  'tests/provider/faults/closing.test.ts',
  'tests/vault/forgotten.test.ts',
  'tests/vault/vault.test.ts',
];
/** Those of core leave nothing behind, as in unit; the others start hosts and programs, and change variables for them. */
const LANDING_CORE = LANDING.filter((file) => file.startsWith('src/'));
const LANDING_PROGRAMS = LANDING.filter((file) => !file.startsWith('src/'));
/** Whole pages that are gone through number by number, field by field: the second tier's too. */
const LANDING_PAGES = [
  'tests/component/answerKnobs.test.ts',
  'tests/component/batch.test.ts',
  'tests/component/callbacks.test.ts',
  'tests/component/logSearch.test.ts',
  'tests/component/batchDone.test.ts',
  'tests/component/batchLog.test.ts',
  'tests/component/logExport.test.ts',
  'tests/component/merchantCare.test.ts',
  'tests/component/overview.test.ts',
  'tests/component/people.test.ts',
  'tests/component/protection.test.ts',
  'tests/component/providerTexts.test.ts',
  'tests/component/handOver.test.ts',
  'tests/component/statements.test.ts',
  'tests/component/team.test.ts',
  'tests/component/teamLog.test.ts',
];
/** On a landing every second one of them, by the commit's turn. */
const PAGES_HERE = LANDING_PAGES.filter(
  (_, at) => process.env['DESK_PAGES'] !== 'turn' || isTurn(at, 2),
);
const PURE = ['src/shared/**/*.test.ts', 'src/renderer/**/*.test.{ts,tsx}'];

/** The whole app in a DOM without a browser, over a whole desk that runs in a thread. */
function pages(
  name: string,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    oxc: { jsx: { development: false } },
    test: {
      ...WITH_REAL_PARTS,
      name,
      environment: 'happy-dom',
      // As it is shipped: React's development build draws everything twice and takes a third more time.
      env: { NODE_ENV: 'production' },
      isolate: false,
      globalSetup: 'tests/support/bundledPrograms.ts',
      setupFiles: ['tests/component/support/setUp.ts'],
      include,
      exclude,
    },
  };
}

export default defineConfig({
  test: {
    reporters: countsFile === undefined ? ['default'] : ['default', vitestCounts(countsFile)],
    // The tests wait as much as they compute: one file more than there are cores keeps all of them busy, and leaving one free,
    // as vitest does by itself, doubles their time on two.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...EVERY_PROJECT,
          // Rooms of functions, whose tests leave nothing behind: loading them anew for every file is most of their time.
          name: 'pure',
          environment: 'node',
          isolate: false,
          include: PURE,
        },
      },
      {
        test: {
          ...WITH_REAL_PARTS,
          // Whoever stubs a timer or a variable puts it back; beginning anew for every file is a seventh of the time.
          name: 'unit',
          environment: 'node',
          isolate: false,
          globalSetup: 'tests/support/bundledPrograms.ts',
          exclude: [...PURE, ...LANDING],
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/walls/**/*.test.ts',
            'tests/runner/**/*.test.ts',
            'tests/vault/**/*.test.ts',
            'tests/vectors/**/*.test.ts',
            'tests/limits/**/*.test.ts',
            'tests/page/**/*.test.ts',
            'tests/package/**/*.test.ts',
            'tests/installed/**/*.test.ts',
            'tests/crash/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/provider/**/*.test.ts',
            'tests/hostile/**/*.test.ts',
            'tests/durability/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
        },
      },
      pages('component', ['tests/component/**/*.test.ts'], LANDING_PAGES),
      pages('landing-pages', PAGES_HERE),
      {
        test: {
          ...WITH_REAL_PARTS,
          name: 'contract',
          environment: 'node',
          exclude: LANDING,
          include: ['tests/contract/**/*.test.ts'],
        },
      },
      {
        test: {
          ...WITH_REAL_PARTS,
          // As in unit: a process and the modules of core for each file are a tenth of their time.
          name: 'landing',
          environment: 'node',
          isolate: false,
          globalSetup: 'tests/support/bundledPrograms.ts',
          include: LANDING_CORE,
        },
      },
      {
        test: {
          ...WITH_REAL_PARTS,
          name: 'landing-programs',
          environment: 'node',
          globalSetup: 'tests/support/bundledPrograms.ts',
          include: LANDING_PROGRAMS,
        },
      },
    ],
  },
});
