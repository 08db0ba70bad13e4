import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';

import { z } from 'zod';

import type { IndexState } from '#shared/domain/logSearch.ts';

import { serveExporter } from '../export/exporterThread.ts';
import { createFinderApi } from './find/finderThread.ts';
import { logPathsOf } from './paths.ts';
import { createReaderApi } from './readerThread.ts';
import type { ThreadAnswer, ThreadApi, ThreadCall, ThreadReply } from './threadMessages.ts';
import { createWriterThread } from './writerThread.ts';

/** The entry of the log's threads: run from source by the loopback host and tests, from its bundle by Electron. */
const dataSchema = z.object({
  role: z.enum(['writer', 'reader', 'finder', 'exporter']),
  dataDir: z.string(),
  isFresh: z.boolean().default(false),
});
/** Both ends are compiled together: what comes in is what thread.ts sent. */
const callsSchema = z.custom<readonly ThreadCall[]>(Array.isArray);

if (parentPort === null) throw new Error('worker.ts is the entry of a thread.');
const { role, dataDir, isFresh } = dataSchema.parse(workerData);
if (role === 'writer') serveInGroups(parentPort, dataDir);
else if (role === 'reader') serveOneByOne(parentPort, createReaderApi(logPathsOf(dataDir)));
else if (role === 'finder') serveFinder(parentPort);
else serveExporter(parentPort, logPathsOf(dataDir));

function serveFinder(port: MessagePort): void {
  const onIndex = (index: IndexState): void => post(port, { replies: [], health: null, index });
  serveOneByOne(port, createFinderApi(logPathsOf(dataDir), { isFresh, onIndex }));
}

/** Everything that came in while the last commit ran is one turn. */
function serveInGroups(port: MessagePort, dir: string): void {
  const writer = createWriterThread(logPathsOf(dir));
  port.on('message', (first: string) => {
    const calls = [...callsIn(first)];
    for (let next = nextText(port); next !== null; next = nextText(port)) {
      calls.push(...callsIn(next));
    }
    post(port, writer.turn(calls));
    writer.afterTurn();
  });
}

function nextText(port: MessagePort): string | null {
  const received: { readonly message: string } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

function callsIn(text: string): readonly ThreadCall[] {
  return callsSchema.parse(JSON.parse(text));
}

function post(port: MessagePort, said: ThreadAnswer): void {
  port.postMessage(JSON.stringify(said));
}

function serveOneByOne(port: MessagePort, api: ThreadApi): void {
  port.on('message', (text: string) => {
    for (const call of callsIn(text)) void answer(port, api, call);
  });
}

async function answer(port: MessagePort, api: ThreadApi, call: ThreadCall): Promise<void> {
  post(port, { replies: [await answerOf(api, call)], health: null });
}

async function answerOf(api: ThreadApi, { id, name, args }: ThreadCall): Promise<ThreadReply> {
  try {
    return { id, ok: true, value: await api[name]?.(...args) };
  } catch (error) {
    return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
