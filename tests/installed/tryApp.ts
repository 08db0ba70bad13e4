import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { readLedger } from '../support/ledger.ts';
import type { Desktop } from './desktop.ts';

export type Tried = {
  readonly name: string;
  /** Null: as expected. */
  readonly problem: string | null;
  /** Why it was not tried. */
  readonly left: string | null;
};

export type Trial = {
  /** The installed program and what it is started with beside `--data-dir`. */
  readonly command: readonly [string, ...string[]];
  readonly dataDir: string;
  /** Screenshots and the program's output. */
  readonly folder: string;
  readonly desktop: Desktop;
  /** What is wrong with the log that the desk left, or null. */
  readonly verifyLog: (dataDir: string) => Promise<string | null>;
  /** What is wrong with the sandbox around the pages of the running desk, or null. Null itself: this system does not tell. */
  readonly sandboxProblem: ((dataDir: string) => string | null) | null;
  /** How long each step may take at most, in milliseconds. */
  readonly patienceMs: number;
  /** False on Windows, where a signal ends a process without asking it. */
  readonly hasSignals: boolean;
};

const LOOK_AGAIN_MS = 200;
/** The page may still be loading when its window is there, and then takes no key. */
const TYPED_AT_MOST = 3;

type Running = { readonly child: ChildProcess; readonly exited: Promise<string> };

/**
 * Starts an installed desk, issues one request in the sandbox by keyboard, copies its message, kills it, finds the message again, closes, starts
 * it again, ends it, and asks it for a debugger.
 */
export async function tryApp(trial: Trial): Promise<readonly Tried[]> {
  const { dataDir, desktop, folder } = trial;
  mkdirSync(folder, { recursive: true });
  const tried: Tried[] = [];
  let running: Running | null = null;
  let window = '';

  const begin = async (env: NodeJS.ProcessEnv = {}): Promise<void> => {
    // A killed desk leaves its name behind.
    const before = holderIn(dataDir);
    running = start(trial, tried.length, { env });
    await until(trial, running, 'it does not hold its data directory', () => {
      const holder = holderIn(dataDir);
      return holder !== before && holder;
    });
    window = await until(trial, running, 'no window is shown', () => desktop.findWindow());
  };
  const end = async (ask: () => Promise<unknown> | boolean): Promise<void> => {
    if (running === null) return;
    await ask();
    const late = sleep(trial.patienceMs, 'did not end', { ref: false });
    const how = await Promise.race([running.exited, late]);
    if (how !== 'exit code 0') throw new Error(how);
    if (holderIn(dataDir) !== null) throw new Error('the data directory is still held');
  };
  const killNow = async (): Promise<void> => {
    kill(running);
    const how = await running?.exited;
    if (how !== 'exit code SIGKILL') throw new Error(`ended with ${how ?? 'nothing'}`);
  };
  const steps: readonly (readonly [string, () => Promise<void>, (string | null)?])[] = [
    ['starts and shows its window', () => begin()],
    [
      'keeps its page in a sandbox',
      () => holds(trial.sandboxProblem?.(dataDir) ?? null),
      trial.sandboxProblem === null ? 'this system does not tell of it' : null,
    ],
    ['issues a request in the sandbox', () => issue(trial, running, window)],
    ['copies the message', () => copy(trial, running), desktop.noPhysicalKeys],
    ['is killed', killNow],
    ['starts after it was killed', () => begin()],
    ['copies the message of before', () => copy(trial, running), desktop.noPhysicalKeys],
    ['closes', () => end(() => desktop.close(window))],
    ['leaves a log that holds', () => logHolds(trial)],
    ['starts again on the same data, as no Node', () => begin({ ELECTRON_RUN_AS_NODE: '1' })],
    [
      'ends when the system asks',
      () =>
        end(() =>
          trial.hasSignals ? (running?.child.kill('SIGTERM') ?? false) : desktop.close(window),
        ),
    ],
    ['leaves the log whole once more', () => logHolds(trial)],
    ['refuses a debugger', () => refuse(trial, tried.length)],
  ];
  try {
    for (const [name, step, left = null] of steps) {
      const problem = left === null ? await problemOf(step) : null;
      tried.push({ name, problem, left });
      await picture(trial, `${tried.length}-${name.replaceAll(' ', '-')}.png`, tried);
      // What follows needs what came before.
      if (problem !== null) break;
    }
  } finally {
    kill(running);
  }
  return tried;
}

async function problemOf(step: () => Promise<void>): Promise<string | null> {
  try {
    await step();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function kill(running: Running | null): void {
  running?.child.kill('SIGKILL');
}

function start(
  { command: [file, ...args], dataDir, folder }: Trial,
  number: number,
  { env = {}, more = [] }: { readonly env?: NodeJS.ProcessEnv; readonly more?: string[] },
): Running {
  const child = spawn(file, [...args, `--data-dir=${dataDir}`, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const output = createWriteStream(path.join(folder, `output-${number}.txt`));
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit code ${code ?? signal}`));
  });
  void exited.then(() => output.end());
  return { child, exited };
}

function holderIn(dataDir: string): string | null {
  const file = path.join(dataDir, 'holder.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Until `look` gives something other than null or false. The end of the program ends the waiting. */
async function until<T>(
  { patienceMs }: Trial,
  running: Running | null,
  what: string,
  look: () => Promise<T | null> | T | null,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  let ended: string | null = null;
  void running?.exited.then((how) => (ended = how));
  while (Date.now() < giveUpAt) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (ended !== null) throw new Error(`${what}: the program ended with ${String(ended)}`);
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error(`${what} after ${patienceMs} ms`);
}

const CUSTOMER = 'installed-desk';

/** The quick line has the focus at the start. Its witness is the provider's ledger, not the desk. */
async function issue(trial: Trial, running: Running | null, window: string): Promise<void> {
  const { desktop, dataDir } = trial;
  const sent = (): number => readLedger(dataDir).deposits.length;
  for (let time = 1; sent() === 0; time += 1) {
    await desktop.focus(window);
    if (time > 1) await desktop.press('SelectAll');
    await desktop.type(`1500 sbp ${CUSTOMER}`);
    await desktop.press('Enter');
    const part = { ...trial, patienceMs: trial.patienceMs / TYPED_AT_MOST };
    const arrived = until(part, running, 'no request reached the sandbox', () => sent() > 0);
    if (time === TYPED_AT_MOST) await arrived;
    else await arrived.catch(() => false);
  }
  const { deposits } = readLedger(dataDir);
  const [deposit] = deposits;
  if (
    deposits.length !== 1 ||
    deposit?.cents !== 150_000 ||
    deposit.fields['customer'] !== CUSTOMER
  ) {
    throw new Error(`the sandbox has ${JSON.stringify(deposits)}`);
  }
}

/** F9 copies the newest message; it carries the number that the provider gave. */
async function copy(trial: Trial, running: Running | null): Promise<void> {
  const { desktop, dataDir } = trial;
  const [deposit] = readLedger(dataDir).deposits;
  const number = deposit?.payment_data['number'];
  if (number === undefined) throw new Error('the sandbox gave no number');
  const isCopied = async (): Promise<boolean> => {
    await desktop.press('F9');
    // An empty clipboard is an error of some tools.
    const text = await desktop.clipboardText().catch(() => '');
    return text.includes(number);
  };
  await until(trial, running, 'the number is not on the clipboard', isCopied);
}

/** It says so in a box, which the key closes. */
async function refuse(trial: Trial, number: number): Promise<void> {
  const running = start(trial, number, { more: ['--remote-debugging-port=0'] });
  try {
    let how = '';
    void running.exited.then((ended) => (how = ended));
    const isClosed = async (): Promise<boolean> => {
      if (how === '') await trial.desktop.press('Enter');
      return how !== '';
    };
    await until(trial, null, 'it runs', isClosed);
    if (how !== 'exit code 2') throw new Error(how);
  } finally {
    kill(running);
  }
}

async function logHolds({ verifyLog, dataDir }: Trial): Promise<void> {
  await holds(await verifyLog(dataDir));
}

async function holds(problem: string | null): Promise<void> {
  if (problem !== null) throw new Error(problem);
}

/** A picture that cannot be taken is said, and stops nothing. */
async function picture({ desktop, folder }: Trial, name: string, tried: Tried[]): Promise<void> {
  const problem = await problemOf(() => desktop.screenshot(path.join(folder, name)));
  if (problem !== null) tried.push({ name: `a picture of it: ${name}`, problem, left: null });
}
