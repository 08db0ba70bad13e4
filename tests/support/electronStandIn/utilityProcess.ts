import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';

import { z } from 'zod';

import { strict } from './strict.ts';

const CHILD = new URL('utilityChild.ts', import.meta.url).href;

/** All that the app says. */
const objectSchema = z.looseObject({});

type ForkOptions = { readonly env: Readonly<Record<string, string>>; readonly stdio: 'inherit' };

/** A child of Node in the place of Chromium's service: `process.parentPort` there, `message`, `spawn` and `exit` here. */
class StandInUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #pid: number | undefined;

  constructor(file: string, args: readonly string[], { env, stdio }: ForkOptions) {
    super();
    this.#child = spawn(process.execPath, ['--import', CHILD, file, ...args], {
      env,
      stdio: ['ignore', stdio, stdio, 'ipc'],
      serialization: 'advanced',
    });
    this.#child.once('spawn', () => {
      this.#pid = this.#child.pid;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code) => {
      this.#pid = undefined;
      this.emit('exit', code ?? 0);
    });
    return strict('UtilityProcess', this);
  }

  /** Undefined until it runs, and once it has ended. */
  get pid(): number | undefined {
    return this.#pid;
  }

  postMessage(message: unknown): void {
    // As a port does: what is said to one that has ended is lost.
    if (this.#child.connected) this.#child.send(objectSchema.parse(message), () => undefined);
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (file: string, args: readonly string[], options: ForkOptions) =>
    new StandInUtilityProcess(file, args, options),
});
