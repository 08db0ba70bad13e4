import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { type Line, type Task, lineSchema } from './lines.ts';

const PATIENCE_MS = 180_000;

export type Victim = {
  /** The first line of that sort, also where it has been said before. */
  readonly said: <S extends Line['say']>(what: S) => Promise<Extract<Line, { say: S }>>;
  /** Lets a victim go on that waits for it. */
  readonly giveWord: () => void;
  readonly kill: () => void;
  /** Null: killed. All that it said has been heard by then. */
  readonly ended: Promise<number | null>;
};

export type StartVictim = (task: Task, onLine: (line: Line) => void) => Victim;

/** Its program and arguments. */
export type VictimCommand = (task: Task) => readonly [string, ...string[]];

/** `entry`: the bundled victim. */
export const victimsOf = (entry: string): StartVictim => victimsBy(() => [process.execPath, entry]);

export const victimsBy =
  (commandOf: VictimCommand): StartVictim =>
  (task, onLine) =>
    startVictim(commandOf(task), task, onLine);

function startVictim(
  [program, ...args]: ReturnType<VictimCommand>,
  task: Task,
  onLine: (line: Line) => void,
): Victim {
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CRASH_TASK: JSON.stringify(task),
      // Starting is most of the work of this suite.
      NODE_COMPILE_CACHE: path.join(path.dirname(task.desk.dataDir), 'compile-cache'),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const heard: Line[] = [];
  const waiting = new Set<() => void>();
  const complaints: Buffer[] = [];
  let isOver = false;
  const wake = (): void => {
    for (const again of waiting) again();
  };
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  // Whoever gives the word to one that has just died must not die of it.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (text) => {
    const line = readLine(text);
    if (line === null) return;
    heard.push(line);
    onLine(line);
    wake();
  });
  const linesOver = new Promise<void>((resolve) => {
    lines.once('close', resolve);
  });
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const ended = Promise.all([closed, linesOver]).then(([code]) => {
    isOver = true;
    wake();
    return code;
  });

  return {
    said: (what) =>
      new Promise((resolve, reject) => {
        const fail = (why: string): void => {
          over();
          reject(new Error(`No '${what}': ${why}\n${Buffer.concat(complaints).toString('utf8')}`));
        };
        const timer = setTimeout(() => fail(`not within ${PATIENCE_MS} ms`), PATIENCE_MS);
        const look = (): void => {
          const line = heard.find((one) => isOf(one, what));
          if (line !== undefined && isOf(line, what)) {
            over();
            resolve(line);
          } else if (isOver) fail('the victim has ended');
        };
        const over = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    giveWord: () => void child.stdin.write('.'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

function isOf<S extends Line['say']>(line: Line, what: S): line is Extract<Line, { say: S }> {
  return line.say === what;
}

/** Null: cut by the kill. */
function readLine(text: string): Line | null {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
