import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import {
  type ExitOfStart,
  type RunningStandIn,
  type StandInOptions,
  exitOfStart,
  launchStandIn,
} from '../support/electronStandIn/launch.ts';
import { issueOne } from './issueOne.ts';
import { type ModeCheck, startsAndIssues } from './mode.ts';

const PACKAGED = { ELECTRON_STAND_IN_PACKAGED: '1' } as const;
const EXIT_FAILED = 1;
const EXIT_REFUSED = 2;
const EXIT_HELD = 3;
/** Not root, who may write everywhere. */
const NOBODY = 65_534;
const SLOW_CLOSING = new URL('slowClosing.ts', import.meta.url).href;
const SECRET = 'customer 4111-1111';

/** How the app starts and ends: its entry, errors, signals, the lock, its streams. */
export const startModes: readonly ModeCheck[] = [
  { mode: 'late-ready', expects: 'starts, issues, ends in order', run: startsAndIssues },
  {
    mode: 'sandbox-switch',
    expects: 'an installed app refuses --no-sandbox',
    run: (options) => refusesToStart({ ...options, env: PACKAGED, args: ['--no-sandbox'] }),
  },
  {
    mode: 'sandbox-switch',
    expects: 'an installed app refuses ELECTRON_DISABLE_SANDBOX',
    run: (options) =>
      refusesToStart({ ...options, env: { ...PACKAGED, ELECTRON_DISABLE_SANDBOX: '1' } }),
  },
  {
    mode: 'entry-error',
    expects: 'a file in the place of the data directory: a sentence, and an end',
    run: fileInTheWay,
  },
  {
    mode: 'entry-error',
    expects: 'a data directory that may not be written: a sentence, and an end',
    run: readOnlyDirectory,
  },
  {
    mode: 'entry-error',
    expects: 'a data directory that may not be made: a sentence, and an end',
    run: unmakeableDirectory,
  },
  {
    mode: 'entry-error',
    expects: 'a part of the app that cannot be loaded: a sentence, and an end',
    run: missingModule,
  },
  {
    mode: 'uncaught',
    expects: 'an exception: written without its words, said, closed in order',
    run: (options) => endsAfter('exception', options),
  },
  {
    mode: 'uncaught',
    expects: 'a rejection: the same',
    run: (options) => endsAfter('rejection', options),
  },
  {
    mode: 'modal-box',
    expects: 'an exception: everything is closed before the box stops the thread',
    run: closedBeforeBox,
  },
  {
    mode: 'signals',
    expects: 'a second signal while it closes does not end it',
    run: secondSignal,
  },
  {
    mode: 'signals',
    expects: 'closing has a deadline, and the journal says what hangs',
    run: hangingClose,
  },
  { mode: 'no-lock', expects: 'starts, issues, ends in order', run: startsAndIssues },
  { mode: 'no-lock', expects: 'a second start says who holds the desk', run: heldWithoutLock },
  { mode: 'appimage', expects: 'the AppImage itself is started again', run: startsAgain },
  { mode: 'appimage', expects: 'one that is gone: says so', run: cannotStartAgain },
  {
    mode: 'stderr-closed',
    expects: 'starts, issues, ends in order, without a box',
    run: (options) => startsAndIssues(options, (app) => assert.deepEqual(boxes(app), [])),
  },
  {
    mode: 'stderr-closed',
    expects: 'closed while it runs: goes on issuing, ends in order, without a box',
    run: closedWhileRunning,
  },
];

function values(from: Pick<RunningStandIn, 'journal'>, kind: string): readonly unknown[] {
  return from.journal().flatMap((entry) => (entry.kind === kind ? [entry.value] : []));
}

function boxes(from: Pick<RunningStandIn, 'journal'>): readonly unknown[] {
  return [...values(from, 'errorBox'), ...values(from, 'messageBox')];
}

/** Says why, in a box of its own where it is installed, and ends; a process that stays is given up by the run. */
async function givesUp(
  options: StandInOptions,
  expected: { readonly exitCode: number; readonly words: RegExp },
): Promise<ExitOfStart> {
  const ended = await exitOfStart(options);
  assert.equal(ended.exitCode, expected.exitCode, ended.output);
  assert.match(ended.output, expected.words);
  const shown = ended.journal.filter(({ kind }) => kind === 'errorBox');
  if (options.env?.['ELECTRON_STAND_IN_PACKAGED'] === '1') {
    assert.equal(shown.length, 1);
    assert.match(String(Reflect.get(Object(shown[0]?.value), 'content')), expected.words);
  }
  assert.ok(!ended.journal.some(({ kind }) => kind === 'window'), 'there is a window');
  return ended;
}

async function refusesToStart(options: StandInOptions): Promise<void> {
  const words = /does not start with --no-sandbox/u;
  const { journal } = await givesUp(options, { exitCode: EXIT_REFUSED, words });
  assert.ok(journal.some(({ kind }) => kind === 'enableSandbox'));
}

async function fileInTheWay(options: StandInOptions): Promise<void> {
  const dataDir = path.join(options.dataDir, 'desk');
  writeFileSync(dataDir, '');
  const words = /cannot start: the data directory .+ is not a folder/u;
  await givesUp({ ...options, dataDir, env: PACKAGED }, { exitCode: EXIT_FAILED, words });
}

/** Nobody's process must be able to read the folder that the run made. */
function asNobody(options: StandInOptions): StandInOptions {
  chmodSync(options.dataDir, 0o755);
  const account = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const isRoot = process.getuid?.() === 0;
  return { ...options, env: PACKAGED, under: isRoot ? ['setpriv', ...account] : [] };
}

const UNWRITABLE = /cannot start: the data directory .+ cannot be written/u;

async function readOnlyDirectory(options: StandInOptions): Promise<void> {
  // As a desk before left it, so that nothing has to be made at first.
  mkdirSync(path.join(options.dataDir, 'electron'));
  const given = asNobody(options);
  if (given.under?.length === 0) chmodSync(options.dataDir, 0o555);
  try {
    await givesUp(given, { exitCode: EXIT_FAILED, words: UNWRITABLE });
  } finally {
    chmodSync(options.dataDir, 0o755);
  }
}

async function unmakeableDirectory(options: StandInOptions): Promise<void> {
  const parent = path.join(options.dataDir, 'closed');
  mkdirSync(parent, { mode: 0o555 });
  const dataDir = path.join(parent, 'desk');
  const given = { ...asNobody(options), dataDir };
  await givesUp(given, { exitCode: EXIT_FAILED, words: UNWRITABLE });
}

async function missingModule(options: StandInOptions): Promise<void> {
  const imports = [new URL('withoutDatabase.ts', import.meta.url).href];
  const words = /cannot start: .*better-sqlite3/u;
  await givesUp({ ...options, imports, env: PACKAGED }, { exitCode: EXIT_FAILED, words });
}

const lineSchema = z.looseObject({ what: z.string() });
type Line = z.infer<typeof lineSchema>;

function deskLog(dataDir: string): readonly Line[] {
  const file = path.join(dataDir, 'logs/desk.log');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => lineSchema.parse(JSON.parse(line)));
}

async function endsAfter(how: 'exception' | 'rejection', options: StandInOptions): Promise<void> {
  const app = await launchStandIn(options);
  await issueOne(app.page);
  await app.breakMain(how, SECRET);
  await app.breakMain('exception', SECRET);
  await app.dialogs.press(0);
  assert.equal(await app.ended(), EXIT_FAILED, app.output());
  assert.equal(boxes(app).length, 1, 'one box, whatever comes after');
  assert.ok(!JSON.stringify(boxes(app)).includes(SECRET));
  const lines = deskLog(options.dataDir);
  assert.ok(!JSON.stringify(lines).includes(SECRET));
  const failed = lines.find(({ what }) => what === 'host_failed');
  assert.equal(failed?.['error'], 'TypeError');
  assert.equal(lines.at(-1)?.what, 'stopped', 'closed in order');
}

/** The journal is read while the box stands. */
async function closedBeforeBox(options: StandInOptions): Promise<void> {
  const app = await launchStandIn(options);
  await issueOne(app.page);
  await app.breakMain('exception', SECRET);
  await until(() => boxes(app).length === 1, 'the operator is told');
  assert.equal(deskLog(options.dataDir).at(-1)?.what, 'stopped', 'closed before the box');
  assert.ok(!existsSync(path.join(options.dataDir, 'holder.json')), 'the hold is given back');
  assert.equal(await app.ended(), EXIT_FAILED, app.output());
}

/** The sandbox, which a desk closes after its log, takes long. */
function closingSlowly(options: StandInOptions, ms: string): StandInOptions {
  return { ...options, imports: [SLOW_CLOSING], env: { SLOW_CLOSING_MS: ms } };
}

async function secondSignal(options: StandInOptions): Promise<void> {
  const app = await launchStandIn(closingSlowly(options, '2000'));
  await issueOne(app.page);
  app.child.kill('SIGTERM');
  await until(() => deskLog(options.dataDir).at(-1)?.what === 'stopped', 'it is closing');
  app.child.kill('SIGTERM');
  app.child.kill('SIGINT');
  assert.equal(await app.close(), 0, app.output());
  assert.ok(!existsSync(path.join(options.dataDir, 'holder.json')), 'the hold is given back');
}

async function hangingClose(options: StandInOptions): Promise<void> {
  const env = { HANGING_LEDGER: '1' };
  const app = await launchStandIn({ ...options, imports: [SLOW_CLOSING], env });
  await issueOne(app.page);
  const startedAt = performance.now();
  app.child.kill('SIGTERM');
  await until(() => deskLog(options.dataDir).at(-1)?.what === 'stopped', 'it is closing');
  const second = await exitOfStart(options);
  assert.equal(second.exitCode, 0, second.output);
  await until(() => values(app, 'messageBox').length === 1, 'the second start is told');
  await app.ended();
  assert.ok(performance.now() - startedAt < 40_000);
  const overdue = deskLog(options.dataDir).find(({ what }) => what === 'closing_overdue');
  assert.match(String(overdue?.['open']), /sandbox/u);
  assert.equal(values(app, 'relaunch').length, 1, 'the second start is wanted');
}

async function heldWithoutLock(options: StandInOptions): Promise<void> {
  await startsAndIssues(options, async () => {
    const words = /is held by the electron host of Deposit Desk/u;
    await givesUp({ ...options, env: PACKAGED }, { exitCode: EXIT_HELD, words });
  });
}

/** As when the terminal is closed from which the desk was started. */
async function closedWhileRunning(options: StandInOptions): Promise<void> {
  const app = await launchStandIn({ ...options, readsStreams: true });
  await issueOne(app.page);
  assert.deepEqual(values(app, 'lineFailed'), [], 'closed too early');
  assert.match(app.output(), /a line of the mode/u);
  app.closeStreams();
  await until(() => values(app, 'lineFailed').length === 2, 'both streams are closed');
  await issueOne(app.page);
  assert.equal(await app.close(), 0);
  assert.deepEqual(boxes(app), []);
  const lines = deskLog(options.dataDir);
  assert.equal(lines.at(-1)?.what, 'stopped', 'closed in order');
  assert.ok(!lines.some(({ what }) => what === 'host_failed'));
  assert.ok(!existsSync(path.join(options.dataDir, 'holder.json')), 'the hold is given back');
}

/** What the AppImage's runtime tells the app, with a script in the place of the AppImage. */
function inAppImage(dataDir: string): {
  readonly env: Record<string, string>;
  readonly notes: string;
} {
  const folder = path.join(dataDir, 'apps');
  mkdirSync(folder);
  const image = path.join(folder, 'Deposit Desk.AppImage');
  const notes = path.join(folder, 'started');
  writeFileSync(
    image,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${notes}.part'\nmv '${notes}.part' '${notes}'\n`,
  );
  chmodSync(image, 0o755);
  const env = { ...PACKAGED, APPIMAGE: image, APPDIR: path.dirname(process.execPath) };
  return { env, notes };
}

async function closedWhileWanted(options: StandInOptions): Promise<RunningStandIn> {
  const app = await launchStandIn(options);
  app.child.kill('SIGTERM');
  await until(() => deskLog(options.dataDir).at(-1)?.what === 'stopped', 'it is closing');
  await app.fire('app', 'second-instance');
  assert.equal(await app.close(), 0, app.output());
  return app;
}

async function startsAgain(options: StandInOptions): Promise<void> {
  const { env, notes } = inAppImage(options.dataDir);
  const slow = closingSlowly(options, '1500');
  const app = await closedWhileWanted({ ...slow, env: { ...slow.env, ...env } });
  await until(() => existsSync(notes), 'the AppImage is started');
  assert.deepEqual(readFileSync(notes, 'utf8').trim().split('\n'), [
    `--data-dir=${options.dataDir}`,
  ]);
  assert.equal(values(app, 'lockReleased').length, 1, 'before the next one asks for the lock');
}

async function cannotStartAgain(options: StandInOptions): Promise<void> {
  const { env } = inAppImage(options.dataDir);
  rmSync(env['APPIMAGE'] ?? '');
  const slow = closingSlowly(options, '1500');
  const app = await closedWhileWanted({ ...slow, env: { ...slow.env, ...env } });
  assert.match(JSON.stringify(values(app, 'errorBox')), /Start it again/u);
}

async function until(look: () => boolean, what: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!look()) {
    assert.ok(Date.now() < giveUpAt, `not so after a minute: ${what}`);
    await sleep(20);
  }
}
