import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

import { z } from 'zod';

import type { ImportProgress } from '#shared/domain/importing.ts';
import type { LogHealth, RestoreProgress } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';

import type { TeamNews } from '../team/replicationThread.ts';
import type { WriterThread } from './writerThread.ts';

/** Sent instead of calls: the thread ends itself between two pieces of its work. */
export const END_THREAD = 'end';

/** `importer` is none of the log, and `replicator` copies it to the team's server: both are served as the log's readers are. */
export type ThreadRole = 'writer' | 'reader' | 'finder' | 'importer' | 'replicator';
export type ThreadData = {
  readonly role: ThreadRole;
  readonly dataDir: string;
  /** Only for the finder: start with an empty index, because the finder before it failed. */
  readonly isFresh?: boolean;
};

/** One of a thread's functions, by name. Both ends are compiled together, so that names and types agree. */
export type ThreadCall = {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
};

export type ThreadReply<V = unknown> =
  | { readonly id: number; readonly ok: true; readonly value: V }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** The message of one turn. `health` when it changed; `index`, `restoring`, `protecting`, `progress` and `team` while they change. */
export type ThreadAnswer<V = unknown> = {
  readonly replies: readonly ThreadReply<V>[];
  readonly health: LogHealth | null;
  readonly index?: IndexState;
  readonly restoring?: RestoreProgress;
  readonly protecting?: ProtectionProgress;
  readonly progress?: ImportProgress;
  readonly team?: TeamNews;
};

export type ThreadApi = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Both ends are compiled together: what comes in is what thread.ts sent. */
const callsSchema = z.custom<readonly ThreadCall[]>(Array.isArray);

/** Everything that came in while the last commit ran is one turn. */
export function serveInGroups(port: MessagePort, writer: WriterThread, end: () => void): void {
  port.on('message', (first: string) => {
    const texts = [first];
    for (let next = nextText(port); next !== null; next = nextText(port)) texts.push(next);
    const calls = texts.filter((text) => text !== END_THREAD).flatMap(callsIn);
    if (calls.length > 0) {
      post(port, writer.turn(calls));
      writer.afterTurn();
    }
    if (texts.includes(END_THREAD)) end();
  });
}

function nextText(port: MessagePort): string | null {
  const received: { readonly message: string } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

function callsIn(text: string): readonly ThreadCall[] {
  return callsSchema.parse(JSON.parse(text));
}

export function post(port: MessagePort, said: ThreadAnswer): void {
  port.postMessage(JSON.stringify(said));
}

export function serveOneByOne(port: MessagePort, api: ThreadApi, end: () => void): void {
  port.on('message', (text: string) => {
    if (text === END_THREAD) end();
    else for (const call of callsIn(text)) void answer(port, api, call);
  });
}

async function answer(port: MessagePort, api: ThreadApi, call: ThreadCall): Promise<void> {
  post(port, { replies: [await answerOf(api, call)], health: null });
}

async function answerOf(api: ThreadApi, { id, name, args }: ThreadCall): Promise<ThreadReply> {
  try {
    return { id, ok: true, value: await api[name]?.(...args) };
  } catch (error) {
    return failedReply(id, error);
  }
}

export function failedReply(id: number, error: unknown): ThreadReply {
  return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
}
