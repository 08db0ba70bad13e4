import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';

import { z } from 'zod';

import { record } from './journal.ts';
import { needsReady } from './ready.ts';
import { inheritedEnvironment } from './modes.ts';
import { strict } from './strict.ts';

const CHILD = new URL('utilityChild.ts', import.meta.url).href;

/** All that the app says. */
const objectSchema = z.looseObject({});

type ForkOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  readonly stdio?: 'inherit' | 'ignore';
  readonly serviceName?: string;
};

/** A child of Node in the place of Chromium's service: `process.parentPort` there, `message`, `spawn` and `exit` here. */
class StandInUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #pid: number | undefined;

  constructor(file: string, args: readonly string[], options: ForkOptions) {
    super();
    const { env, cwd, stdio = 'inherit' } = options;
    // Not fork: a packed app has none (process/packed.ts).
    const execArgv = [...(options.execArgv ?? []), '--import', CHILD];
    this.#child = spawn(process.execPath, [...execArgv, file, ...args], {
      ...(env === undefined ? {} : { env: { ...env, ...inheritedEnvironment() } }),
      ...(cwd === undefined ? {} : { cwd }),
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
      record('utilityGone', { code });
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
  fork(
    file: string,
    args: readonly string[] = [],
    options: ForkOptions = {},
  ): StandInUtilityProcess {
    needsReady('utilityProcess cannot be created before app is ready.');
    const unknown = Object.keys(options).filter((name) => !KNOWN.has(name));
    if (unknown.length > 0) throw new Error(`The stand-in forks without ${unknown.join(', ')}`);
    record('utilityForked', { file, args, ...options });
    return new StandInUtilityProcess(file, args, options);
  },
});

const KNOWN: ReadonlySet<string> = new Set(['env', 'execArgv', 'cwd', 'stdio', 'serviceName']);
