import type { EventEmitter } from 'node:events';
import {
  type MessagePort,
  type ResourceLimits,
  Worker,
  receiveMessageOnPort,
} from 'node:worker_threads';

import { z } from 'zod';

import { within } from '../within.ts';
import { type Api, type Call, END, type Outgoing, type Reply, answered } from './messages.ts';

/**
 * The message of one turn: as text, because cloning objects costs several times as much. `news`: what the thread tells without
 * being asked.
 */
type Said<News, V = unknown> = {
  readonly replies: readonly Reply<V>[];
  readonly news?: News | undefined;
};
/** Only the caller knows the type of a value. */
const saidSchema = z.custom<Said<never, never>>((value) => typeof value === 'object');
const callsSchema = z.custom<readonly Call[]>(Array.isArray);

export type ThreadRole =
  | 'writer'
  | 'reader'
  | 'finder'
  | 'filler'
  | 'exporter'
  | 'importer'
  | 'replicator';
export type ThreadData = {
  readonly role: ThreadRole;
  readonly dataDir: string;
  /** Only for the finder: start with an empty index, because the finder before it failed. */
  readonly isFresh?: boolean;
  /** Only for the filler: where it begins to read, and the last event that it reads. */
  readonly after?: number;
  readonly upTo?: number;
};

export type Thread<A extends Api = Api> = {
  /** A call of the log, whose table knows the types of its arguments and its answer. */
  readonly ask: (name: string, args: readonly unknown[]) => Promise<never>;
  readonly call: <N extends keyof A & string>(
    name: N,
    ...args: Parameters<A[N]>
  ) => Promise<Awaited<ReturnType<A[N]>>>;
  /** Asks the thread to end and waits for it, for a limited time. */
  readonly end: () => Promise<void>;
};

export type ThreadEvents<News> = {
  readonly onNews?: (news: News) => void;
  /** The thread has ended, by itself or because it was asked to. */
  readonly onEnd?: () => void;
  /** The thread was asked to end and is still running. */
  readonly onLate?: ((role: ThreadRole) => void) | undefined;
};

/** The thread has ended: whether it did what was asked of it is unknown. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** The readers allocate much and keep little: with V8's default young generation, dead objects would stay in memory. */
const LIMITS: Readonly<Record<ThreadRole, ResourceLimits>> = {
  writer: { maxYoungGenerationSizeMb: 16 },
  reader: { maxYoungGenerationSizeMb: 6 },
  finder: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 192 },
  filler: {},
  exporter: {},
  replicator: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  // A file that needs more ends this thread, and no other.
  importer: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 },
};

/** What the asking end needs of a worker. */
export type ThreadWorker = EventEmitter & Pick<Worker, 'postMessage' | 'ref' | 'unref'>;
export type StartWorker = (data: ThreadData) => ThreadWorker;

/** Threads of the operating system, whose entry is worker.ts or its bundle. */
export function workersFrom(workerUrl: URL): StartWorker {
  return (data) =>
    new Worker(workerUrl, {
      workerData: data,
      name: `log ${data.role}`,
      resourceLimits: LIMITS[data.role],
    });
}

type Waiting = {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
};

export type StartThread = <A extends Api, News = never>(
  data: ThreadData,
  on: ThreadEvents<News>,
) => Thread<A>;

/** The only place where a thread begins. */
export function startThread<A extends Api, News = never>(
  startWorker: StartWorker,
  data: ThreadData,
  on: ThreadEvents<News>,
): Thread<A> {
  const worker = startWorker(data);
  // An idle thread must not keep a process alive; a call under way does.
  worker.unref();
  const waiting = new Map<number, Waiting>();
  const outbox = createOutbox(worker);
  let lastId = 0;
  let ended: ThreadEndedError | null = null;

  function answer(reply: Reply<never>): void {
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
    const { replies, news } = saidSchema.parse(JSON.parse(text));
    if (news !== undefined) on.onNews?.(news);
    for (const reply of replies) answer(reply);
  });
  worker.on('error', (error) => end(`The log's ${data.role} thread failed: ${String(error)}`));
  worker.on('exit', () => {
    end(`The log's ${data.role} thread has ended.`);
    on.onEnd?.();
  });
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });

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
      worker.postMessage(END, []);
      if (await endOfThread(worker, exited)) return;
      end(`The log's ${data.role} thread does not end.`);
      on.onLate?.(data.role);
    },
  };
}

/** The calls of one turn are one message. */
function createOutbox(worker: ThreadWorker) {
  let calls: Outgoing[] = [];
  function send(): void {
    const sent = calls;
    calls = [];
    worker.postMessage(JSON.stringify(sent), []);
  }
  return {
    add(call: Outgoing): void {
      calls.push(call);
      if (calls.length === 1) queueMicrotask(send);
    },
  };
}

/** Longer than any piece of work that a thread does without listening, shorter than what closing the desk may take. */
const END_MS = 5000;

/**
 * Waits until a thread that was asked to end has done so. One that has not by then is left to itself: `terminate()` would stop it
 * inside a write or inside native code, which Electron does not always survive. False: it is still running.
 */
export async function endOfThread(
  worker: Pick<Worker, 'unref'>,
  exited: Promise<unknown>,
  withinMs: number = END_MS,
): Promise<boolean> {
  const ended = exited.then(() => true);
  const isEnded = await within(ended, { ms: withinMs }, () => false);
  if (!isEnded) worker.unref();
  return isEnded;
}

/** The other end, for functions that answer one by one. */
export function serve(
  port: MessagePort,
  apiOf: (tell: (news: unknown) => void) => Api,
  end: () => void,
): void {
  const api = apiOf((news) => post(port, { replies: [], news }));
  port.on('message', (text: string) => {
    const steps = text === END ? [end] : callsIn(text).map((call) => () => reply(call));
    // One by one: the first answer is on its way while the second is made, and the end comes after all of them.
    for (const step of steps) setImmediate(step);
  });
  function reply(call: Call): void {
    void answered(api, call).then((answer) => post(port, { replies: [answer] }));
  }
}

/** Answers everything that came in while the last turn ran in one turn. */
export type Turns<News> = {
  readonly turn: (calls: readonly Call[]) => Said<News>;
  /** Work that no answer waits for. */
  readonly afterTurn: () => void;
};

/** The other end, for functions that answer in turns. */
export function serveInTurns<News>(
  port: MessagePort,
  turnsOf: (tell: (news: News) => void) => Turns<News>,
  end: () => void,
): void {
  const turns = turnsOf((news) => post(port, { replies: [], news }));
  port.on('message', (first: string) => {
    const texts = [first];
    for (let next = nextText(port); next !== null; next = nextText(port)) texts.push(next);
    const calls = texts.filter((text) => text !== END).flatMap(callsIn);
    if (calls.length > 0) {
      post(port, turns.turn(calls));
      turns.afterTurn();
    }
    if (texts.includes(END)) end();
  });
}

function nextText(port: MessagePort): string | null {
  const received: { readonly message: string } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

function callsIn(text: string): readonly Call[] {
  return callsSchema.parse(JSON.parse(text));
}

function post(port: MessagePort, said: Said<unknown>): void {
  port.postMessage(JSON.stringify(said));
}
