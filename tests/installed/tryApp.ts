import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
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
  /** How long each step may take at most, in milliseconds. */
  readonly patienceMs: number;
  /** False on Windows, where a signal ends a process without asking it. */
  readonly hasSignals: boolean;
};

const LOOK_AGAIN_MS = 200;
/** The page may still be loading when its window is there, and then takes no key. */
const TYPED_AT_MOST = 3;

type Running = { readonly child: ChildProcess; readonly exited: Promise<string> };

/** Starts an installed desk, issues one request in the sandbox by keyboard, copies its message, closes, starts it again, and ends it. */
export async function tryApp(trial: Trial): Promise<readonly Tried[]> {
  const { dataDir, desktop, folder } = trial;
  mkdirSync(folder, { recursive: true });
  const tried: Tried[] = [];
  let running: Running | null = null;
  let window = '';

  const begin = async (): Promise<void> => {
    running = start(trial, tried.length);
    await until(trial, running, 'it does not hold its data directory', () => isHeld(dataDir));
    window = await until(trial, running, 'no window is shown', () => desktop.findWindow());
  };
  const end = async (ask: () => Promise<unknown> | boolean): Promise<void> => {
    if (running === null) return;
    await ask();
    const late = sleep(trial.patienceMs, 'did not end', { ref: false });
    const how = await Promise.race([running.exited, late]);
    if (how !== 'exit code 0') throw new Error(how);
    if (isHeld(dataDir)) throw new Error('the data directory is still held');
  };
  const steps: readonly (readonly [string, () => Promise<void>, (string | null)?])[] = [
    ['starts and shows its window', begin],
    ['issues a request in the sandbox', () => issue(trial, running, window)],
    ['copies the message', () => copy(trial, running), desktop.noPhysicalKeys],
    ['closes', () => end(() => desktop.close(window))],
    ['leaves a log that holds', () => logHolds(trial)],
    ['starts again on the same data', begin],
    [
      'ends when the system asks',
      () =>
        end(() =>
          trial.hasSignals ? (running?.child.kill('SIGTERM') ?? false) : desktop.close(window),
        ),
    ],
    ['leaves the log whole once more', () => logHolds(trial)],
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

function start({ command: [file, ...args], dataDir, folder }: Trial, number: number): Running {
  const child = spawn(file, [...args, `--data-dir=${dataDir}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
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

function isHeld(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'holder.json'));
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

async function logHolds({ verifyLog, dataDir }: Trial): Promise<void> {
  const problem = await verifyLog(dataDir);
  if (problem !== null) throw new Error(problem);
}

/** A picture that cannot be taken is said, and stops nothing. */
async function picture({ desktop, folder }: Trial, name: string, tried: Tried[]): Promise<void> {
  const problem = await problemOf(() => desktop.screenshot(path.join(folder, name)));
  if (problem !== null) tried.push({ name: `a picture of it: ${name}`, problem, left: null });
}
