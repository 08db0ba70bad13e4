import type { SuiteCounts } from './counts.ts';
import { readPlaywrightCounts, readVitestCounts } from './counts.ts';

/** One line of a run. `script` names an entry of package.json, so that each step can be run alone as written there. */
export type Step = {
  readonly name: string;
  readonly script: string;
  readonly timeoutMs: number;
  /** Arguments and variables that take a part of the suite. */
  readonly args: string;
  readonly env: Readonly<Record<string, string>>;
  /** What a part leaves to a later tier, where the suite does not print that itself. */
  readonly left: string | null;
  /** Suites are counted test by test, everything else is one check. */
  readonly suites: {
    readonly names: readonly string[];
    readonly read: (file: string) => readonly SuiteCounts[];
  } | null;
  /** Shows the last line that the step prints beside its time. */
  readonly showsLastLine: boolean;
};

const MINUTE_MS = 60_000;

function step(name: string, script: string, minutes: number, more: Partial<Step> = {}): Step {
  const timeoutMs = minutes * MINUTE_MS;
  return {
    name,
    script,
    timeoutMs,
    args: '',
    env: {},
    left: null,
    suites: null,
    showsLastLine: false,
    ...more,
  };
}

function part(
  whole: Step,
  how: Partial<Pick<Step, 'name' | 'args' | 'env' | 'left' | 'timeoutMs'>>,
): Step {
  return { ...whole, ...how };
}

const byPlaywright = (...names: readonly string[]) => ({ names, read: readPlaywrightCounts });
const byVitest = (...names: readonly string[]) => ({ names, read: readVitestCounts });

const PROVISION = step('provision', 'provision', 16, { showsLastLine: true });
const BUILD = step('build', 'build:stale', 6);
const UNIT = step('unit and contract', 'suite:unit', 12, {
  suites: byVitest('pure', 'unit', 'contract'),
});
const COMPONENT = step('component', 'suite:component', 8, { suites: byVitest('component') });
const PROGRAMS = step('programs', 'suite:landing', 12, {
  suites: byVitest('landing', 'landing-programs', 'landing-pages'),
});
const FAULTS = step('faults', 'suite:faults', 8, { suites: byVitest('faults') });
const E2E = step('end-to-end', 'suite:e2e', 15, { suites: byPlaywright('loopback') });
/** The same specs over the built Electron app: in Electron where one is, which its last line names, else on the stand-in. */
const ELECTRON = step('electron', 'suite:electron', 61, {
  // Only one of the two projects runs; without any test the step fails by itself.
  suites: byPlaywright(),
  showsLastLine: true,
});
const STAND_IN = part(ELECTRON, { name: 'stand-in', args: '--stand-in' });
const SCREENS = step('screens', 'suite:screens', 43, { suites: byPlaywright('screens') });
const CALLBACKS = step('callbacks', 'suite:callbacks', 6, { suites: byVitest('callbacks') });
const ABUSE = step('abuse', 'suite:abuse', 6, { suites: byVitest('abuse') });
const CRASH = step('crash', 'suite:crash', 16, { showsLastLine: true });
/** The built app in Electron is killed; says so where there is none. */
const CRASH_ELECTRON = step('crash, electron', 'suite:crash-electron', 16, {
  showsLastLine: true,
});
const HOSTILE = step('hostile', 'suite:hostile', 62, { showsLastLine: true });
/** Waits out real delays after wrong PINs most of its time. */
const PEOPLE = step('people', 'suite:people', 10, { showsLastLine: true });
/** Its own PostgreSQL; not run where there is none. */
const TEAM = step('team', 'suite:team', 16, { suites: byVitest('team'), showsLastLine: true });
const PACKAGE = step('package', 'package:check', 15, { showsLastLine: true });
/** The app packed around the tests' Electron, tried as an installed desk is; says so where there is none. */
const PACKED = step('packed', 'test:packed', 15, { showsLastLine: true });
const SCAN = step('scan', 'scan', 10, { showsLastLine: true });
const WORKFLOWS = step('workflows', 'check:workflows', 6, { showsLastLine: true });

const UNIT_FIRST = part(UNIT, {
  left: 'left to .ci/run: tests of whole programs, of a broken log and of pages gone through whole (npm run suite:landing)',
});
const PROGRAMS_LANDING = part(PROGRAMS, {
  env: { DESK_PAGES: 'turn' },
  left: "left to test:full: every second file of pages gone through whole, by the commit's turn",
});
const FAULTS_ONCE = part(FAULTS, { args: '--once' });
const E2E_WAYS = part(E2E, {
  args: '--grep-invert @landing',
  left: 'left to .ci/run: end-to-end specs tagged @landing',
});
const E2E_LANDING = part(E2E, {
  name: 'end-to-end, rest',
  args: '--grep @landing --grep-invert @host',
  left: 'left to test:full: on the browser host the specs tagged @landing and @host, which Electron or the stand-in runs',
});
const STAND_IN_HOST = part(STAND_IN, { args: '--stand-in --grep @host' });
const ELECTRON_HOST = part(ELECTRON, {
  // A test is also found by its file: those in e2e/electron are of Electron alone.
  args: '--grep "@host|electron/"',
  left: 'left to test:full: in Electron, or on the stand-in, every other spec but those tagged @host',
  timeoutMs: 20 * MINUTE_MS,
});
const SCREENS_PAIRWISE = part(SCREENS, {
  env: { DESK_SCREENS: 'pairwise' },
  timeoutMs: 12 * MINUTE_MS,
});
const CRASH_FEW = part(CRASH, { args: '--kills 16', timeoutMs: 8 * MINUTE_MS });
const CRASH_ELECTRON_FEW = part(CRASH_ELECTRON, { args: '--kills 2', timeoutMs: 8 * MINUTE_MS });
const HOSTILE_PAIRWISE = part(HOSTILE, { args: '--pairwise', timeoutMs: 16 * MINUTE_MS });

/** Side by side; the steps of one lane one after the other. */
export type Stage = readonly (readonly Step[])[];

const LINT = step('lint', 'check:lint', 6);
const OTHER_CHECKS: Stage = [
  [step('types', 'check:types', 6)],
  [
    BUILD,
    step('format', 'check:format', 6),
    step('walls', 'check:walls', 6),
    step('unused', 'check:unused', 6),
  ],
];
const CHECKS: Stage = [[LINT], ...OTHER_CHECKS];

/** What is run by `npm test`, by `npm run test:<part>`, and with a flag behind it; stage after stage. */
export const PARTS: ReadonlyMap<string, readonly Stage[]> = new Map<string, readonly Stage[]>([
  // First tier, `npm test`. Each of the two lanes works while the other one waits, and none has two cores to itself at its end.
  // Lint takes one core for longer than the other checks take: beside the suites the second core is not idle meanwhile.
  [
    'all',
    [[[PROVISION]], OTHER_CHECKS, [[LINT], [UNIT_FIRST], [FAULTS_ONCE, E2E_WAYS, COMPONENT]]],
  ],
  // Second tier: what `.ci/run` adds to the first, with the build that the first one made.
  [
    'landing',
    [
      [[PROVISION, BUILD]],
      [[SCREENS_PAIRWISE]],
      // Not side by side: their pages keep both cores busy, and beside one another each takes twice its time. The people suite waits
      // out real delays and uses a quarter of the processor; callbacks and team have no bound of time.
      [
        [ELECTRON_HOST, E2E_LANDING, PROGRAMS_LANDING],
        [PEOPLE, CALLBACKS, TEAM],
      ],
      [[HOSTILE_PAIRWISE]],
      // Each kill waits for a random moment; the installers need no desk.
      [
        [CRASH_FEW, CRASH_ELECTRON_FEW],
        [PACKAGE, SCAN, WORKFLOWS],
      ],
      // Its keys go to the window that has the focus, within bounds of time.
      [[PACKED]],
      // Compares times with and without an attack: nothing may run beside it.
      [[ABUSE]],
    ],
  ],
  // Everything, whole.
  [
    'full',
    [
      [[PROVISION]],
      CHECKS,
      [[UNIT], [FAULTS, COMPONENT]],
      [[E2E, PROGRAMS]],
      [[SCREENS]],
      [[ELECTRON]],
      [[CRASH, CRASH_ELECTRON]],
      [[HOSTILE]],
      [
        [CALLBACKS, ABUSE],
        [PEOPLE, TEAM],
      ],
      [[PACKAGE], [SCAN, WORKFLOWS]],
      [[PACKED]],
    ],
  ],
  ['e2e', [[[PROVISION]], [[BUILD]], [[E2E]]]],
  ['e2e --ways', [[[PROVISION]], [[BUILD]], [[E2E_WAYS]]]],
  ['listener', [[[PROVISION]], [[BUILD]], [[CALLBACKS]], [[ABUSE]]]],
  ['screens', [[[PROVISION]], [[BUILD]], [[SCREENS]]]],
  ['screens --pairwise', [[[PROVISION]], [[BUILD]], [[SCREENS_PAIRWISE]]]],
  ['electron', [[[PROVISION]], [[BUILD]], [[ELECTRON]]]],
  ['standin', [[[PROVISION]], [[BUILD]], [[STAND_IN]]]],
  ['standin --host', [[[PROVISION]], [[BUILD]], [[STAND_IN_HOST]]]],
]);
