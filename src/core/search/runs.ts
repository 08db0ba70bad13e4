/** How long a thread may go on with one thing before it looks whether something else was asked. */
const STEP_MS = 4;

/** Work in steps, between which the thread takes in what else it is asked. */
export type Run = {
  /** Looked at whenever something was done; resolves when it says that it is enough, at the latest at the end. */
  readonly until: (isEnough: () => boolean) => Promise<void>;
  readonly isDone: () => boolean;
  readonly isStopped: () => boolean;
  /** No further step is taken. */
  readonly stop: () => void;
  /** Done, stopped or failed. */
  readonly ended: Promise<void>;
};

type Waiting = {
  readonly isEnough: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

export function startRun(work: Generator<undefined, void>): Run {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let waiting: readonly Waiting[] = [];
  let state: 'running' | 'done' | 'stopped' | Error = 'running';

  function tell(): void {
    const isOver = state !== 'running';
    const enough = waiting.filter(({ isEnough }) => isOver || isEnough());
    waiting = waiting.filter((one) => !enough.includes(one));
    for (const { resolve, reject } of enough) {
      if (state instanceof Error) reject(state);
      else resolve();
    }
    if (isOver) end();
  }
  function step(): void {
    if (state !== 'running') return;
    const until = performance.now() + STEP_MS;
    try {
      while (state === 'running' && performance.now() < until) {
        if (work.next().done === true) state = 'done';
      }
    } catch (error) {
      state = error instanceof Error ? error : new Error(String(error));
    }
    tell();
    if (state === 'running') setImmediate(step);
  }
  // At once: most of what is asked for is done with the first step.
  step();

  return {
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        waiting = [...waiting, { isEnough, resolve, reject }];
        if (state !== 'running' || isEnough()) tell();
      }),
    isDone: () => state === 'done',
    isStopped: () => state === 'stopped',
    stop() {
      if (state !== 'running') return;
      state = 'stopped';
      work.return();
      tell();
    },
    ended,
  };
}
