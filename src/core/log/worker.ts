import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';

import { z } from 'zod';

import { logPathsOf } from './paths.ts';
import { createReaderApi } from './readerThread.ts';
import type { ThreadAnswer, ThreadApi, ThreadCall, ThreadReply } from './threadMessages.ts';
import { createWriterThread } from './writerThread.ts';

/** The entry of the log's threads: run from source by the loopback host and tests, from its bundle by Electron. */
const dataSchema = z.object({ role: z.enum(['writer', 'reader']), dataDir: z.string() });

if (parentPort === null) throw new Error('worker.ts is the entry of a thread.');
const { role, dataDir } = dataSchema.parse(workerData);
if (role === 'writer') serveInGroups(parentPort, dataDir);
else serveOneByOne(parentPort, createReaderApi(logPathsOf(dataDir)));

/** Everything that came in while the last commit ran is one turn. */
function serveInGroups(port: MessagePort, dir: string): void {
  const writer = createWriterThread(logPathsOf(dir));
  port.on('message', (first: ThreadCall) => {
    const calls = [first];
    for (let next = nextCall(port); next !== null; next = nextCall(port)) calls.push(next);
    port.postMessage(writer.turn(calls));
    writer.afterTurn();
  });
}

function nextCall(port: MessagePort): ThreadCall | null {
  const received: { readonly message: ThreadCall } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

function serveOneByOne(port: MessagePort, api: ThreadApi): void {
  port.on('message', (call: ThreadCall) => {
    void answer(port, api, call);
  });
}

async function answer(port: MessagePort, api: ThreadApi, call: ThreadCall): Promise<void> {
  const replies = [await answerOf(api, call)];
  port.postMessage({ replies, health: null } satisfies ThreadAnswer);
}

async function answerOf(api: ThreadApi, { id, name, args }: ThreadCall): Promise<ThreadReply> {
  try {
    return { id, ok: true, value: await api[name]?.(...args) };
  } catch (error) {
    return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
