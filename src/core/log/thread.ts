import type { EventEmitter } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';

import { z } from 'zod';

import type { ImportProgress } from '#shared/domain/importing.ts';
import type { LogHealth, RestoreProgress } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';

import type { TeamNews } from '../team/replicationThread.ts';
import { endOfThread, exitOf } from './endOfThread.ts';
import {
  END_THREAD,
  type ThreadAnswer,
  type ThreadApi,
  type ThreadCall,
  type ThreadData,
  type ThreadReply,
  type ThreadRole,
} from './serveThread.ts';

export type Thread<Api extends ThreadApi = ThreadApi> = {
  /** A call of the log, whose table knows the types of its arguments and its answer. */
  readonly ask: (name: string, args: readonly unknown[]) => Promise<never>;
  readonly call: <N extends keyof Api & string>(
    name: N,
    ...args: Parameters<Api[N]>
  ) => Promise<Awaited<ReturnType<Api[N]>>>;
  /** Asks the thread to end and waits for it, for a limited time. */
  readonly end: () => Promise<void>;
};

export type ThreadEvents = {
  readonly onHealth?: (health: LogHealth) => void;
  readonly onIndex?: ((index: IndexState) => void) | undefined;
  readonly onRestoring?: ((progress: RestoreProgress) => void) | undefined;
  readonly onProtecting?: ((progress: ProtectionProgress) => void) | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onTeam?: (news: TeamNews) => void;
  /** The thread has ended, by itself or because it was asked to. */
  readonly onEnd?: () => void;
  /** The thread was asked to end and is still running. */
  readonly onLate?: ((role: ThreadRole) => void) | undefined;
};

type Waiting = {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
};

type Call = Omit<ThreadCall, 'args'> & { readonly args: readonly unknown[] };

/** Calls of one turn travel as one message: text, because cloning objects costs several times as much. */
function createOutbox(worker: LogWorker): { readonly add: (call: Call) => void } {
  let calls: Call[] = [];
  function post(): void {
    const posted = calls;
    calls = [];
    worker.postMessage(JSON.stringify(posted), []);
  }
  return {
    add(call) {
      calls.push(call);
      if (calls.length === 1) queueMicrotask(post);
    },
  };
}

/** Both ends are compiled together: every message is one that worker.ts sent. Only the caller knows the type of a value. */
const answerSchema = z.custom<ThreadAnswer<never>>((value) => typeof value === 'object');

/** The readers allocate much and keep little: with V8's default young generation, dead objects would stay in memory. */
const LIMITS: Readonly<Record<ThreadRole, { readonly resourceLimits?: ResourceLimits }>> = {
  writer: { resourceLimits: { maxYoungGenerationSizeMb: 16 } },
  reader: { resourceLimits: { maxYoungGenerationSizeMb: 6 } },
  finder: { resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 } },
  replicator: { resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 } },
  // A file that needs more ends this thread, and no other.
  importer: { resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 } },
};

/** What the asking end needs of a worker. */
export type LogWorker = EventEmitter & Pick<Worker, 'postMessage' | 'ref' | 'unref'>;
export type StartWorker = (data: ThreadData) => LogWorker;

/** Threads of the operating system, whose entry is worker.ts or its bundle. */
export function workersFrom(workerUrl: URL): StartWorker {
  return (data) =>
    new Worker(workerUrl, { workerData: data, name: `log ${data.role}`, ...LIMITS[data.role] });
}

/** The thread has ended: whether it did what was asked of it is unknown. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

export type StartThread = <Api extends ThreadApi>(
  data: ThreadData,
  events: ThreadEvents,
) => Thread<Api>;

function tell(on: ThreadEvents, told: Omit<ThreadAnswer, 'replies'>): void {
  if (told.health !== null) on.onHealth?.(told.health);
  if (told.index !== undefined) on.onIndex?.(told.index);
  if (told.restoring !== undefined) on.onRestoring?.(told.restoring);
  if (told.protecting !== undefined) on.onProtecting?.(told.protecting);
  if (told.progress !== undefined) on.onProgress?.(told.progress);
  if (told.team !== undefined) on.onTeam?.(told.team);
}

/** The only place where a thread of the log begins. */
export function startThread<Api extends ThreadApi>(
  startWorker: StartWorker,
  data: ThreadData,
  on: ThreadEvents,
): Thread<Api> {
  const worker = startWorker(data);
  // An idle log must not keep a process alive; a call under way does.
  worker.unref();
  const waiting = new Map<number, Waiting>();
  const outbox = createOutbox(worker);
  let lastId = 0;
  let ended: ThreadEndedError | null = null;

  function answer(reply: ThreadReply<never>): void {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if (reply.ok) caller?.resolve(reply.value);
    else caller?.reject(new Error(reply.error));
  }
  function end(why: string): void {
    ended ??= new ThreadEndedError(why);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }
  worker.on('message', (text: string) => {
    const told = answerSchema.parse(JSON.parse(text));
    tell(on, told);
    for (const reply of told.replies) answer(reply);
  });
  worker.on('error', (error) => end(`The log's ${data.role} thread failed: ${String(error)}`));
  worker.on('exit', () => {
    end(`The log's ${data.role} thread has ended.`);
    on.onEnd?.();
  });
  const exited = exitOf(worker);

  function ask(name: string, args: readonly unknown[]): Promise<never> {
    return new Promise((resolve, reject) => {
      if (ended !== null) {
        reject(ended);
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      if (waiting.size === 1) worker.ref();
      outbox.add({ id: lastId, name, args });
    });
  }

  return {
    ask,
    call: (name, ...args) => ask(name, args),
    async end() {
      worker.ref();
      worker.postMessage(END_THREAD, []);
      if (await endOfThread(worker, exited)) return;
      end(`The log's ${data.role} thread does not end.`);
      on.onLate?.(data.role);
    },
  };
}
