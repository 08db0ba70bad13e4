import type { SuiteCounts } from './counts.ts';
import { readPlaywrightCounts, readVitestCounts } from './counts.ts';

/** One line of `npm test`. `script` names an entry of package.json, so that each step can be run alone as written there. */
export type Step = {
  readonly name: string;
  readonly script: string;
  readonly timeoutMs: number;
  /** Suites are counted test by test, everything else is one check. */
  readonly suites: {
    readonly names: readonly string[];
    readonly read: (file: string) => readonly SuiteCounts[];
  } | null;
};

const MINUTE_MS = 60_000;

function check(name: string, script: string, timeoutMs = 6 * MINUTE_MS): Step {
  return { name, script, timeoutMs, suites: null };
}

const PROVISION = check('provision', 'provision', 16 * MINUTE_MS);
const BUILD = check('build', 'build');
const E2E: Step = {
  name: 'end-to-end',
  script: 'suite:e2e',
  timeoutMs: 15 * MINUTE_MS,
  suites: { names: ['loopback'], read: readPlaywrightCounts },
};

/** The same specs over the built Electron app: under Node with a stand-in for Electron, and in Electron where its binary is. */
const STAND_IN: Step = {
  name: 'stand-in',
  script: 'suite:standin',
  timeoutMs: 41 * MINUTE_MS,
  suites: { names: ['electron-standin', 'electron'], read: readPlaywrightCounts },
};

/** Every screen × theme × language × width: a quarter of an hour of looking, so it has a command of its own. */
const SCREENS: Step = {
  name: 'screens',
  script: 'suite:screens',
  timeoutMs: 43 * MINUTE_MS,
  suites: { names: ['screens'], read: readPlaywrightCounts },
};

const UNIT: Step = {
  name: 'unit and contract',
  script: 'suite:unit',
  timeoutMs: 12 * MINUTE_MS,
  suites: { names: ['pure', 'unit', 'contract'], read: readVitestCounts },
};
const FAULTS: Step = {
  name: 'faults',
  script: 'suite:faults',
  timeoutMs: 8 * MINUTE_MS,
  suites: { names: ['faults'], read: readVitestCounts },
};
/** Whole floods of callbacks against the listener: a minute of both cores, so they have a command of their own. */
const CALLBACKS: Step = {
  name: 'callbacks',
  script: 'suite:callbacks',
  timeoutMs: 6 * MINUTE_MS,
  suites: { names: ['callbacks'], read: readVitestCounts },
};

const ABUSE: Step = {
  name: 'abuse',
  script: 'suite:abuse',
  timeoutMs: 6 * MINUTE_MS,
  suites: { names: ['abuse'], read: readVitestCounts },
};

/** Side by side; the steps of one lane one after the other. */
export type Stage = readonly (readonly Step[])[];

/** Stage after stage. */
export const PARTS: ReadonlyMap<string, readonly Stage[]> = new Map<string, readonly Stage[]>([
  [
    'all',
    [
      [[PROVISION]],
      [
        [check('format', 'check:format')],
        [check('lint', 'check:lint')],
        [check('types', 'check:types')],
        [check('walls', 'check:walls')],
        [check('unused', 'check:unused')],
        [BUILD],
      ],
      // A sixth of the first one's time two cores wait: the second uses what it leaves.
      [[UNIT], [FAULTS]],
      // Pages and their desks leave nothing.
      [[E2E]],
    ],
  ],
  ['e2e', [[[PROVISION]], [[BUILD]], [[E2E]]]],
  ['listener', [[[PROVISION]], [[BUILD]], [[CALLBACKS]], [[ABUSE]]]],
  ['screens', [[[PROVISION]], [[BUILD]], [[SCREENS]]]],
  ['standin', [[[PROVISION]], [[BUILD]], [[STAND_IN]]]],
]);
