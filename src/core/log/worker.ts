import process from 'node:process';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';

import { z } from 'zod';

import type { IndexState } from '#shared/domain/logSearch.ts';

import { logPathsOf } from './paths.ts';
import {
  END_THREAD,
  type ThreadAnswer,
  type ThreadApi,
  type ThreadCall,
  type ThreadReply,
} from './threadMessages.ts';
import type { WriterThread } from './writerThread.ts';

/** The entry of the log’s threads. */
const dataSchema = z.object({
  role: z.enum(['writer', 'reader', 'finder', 'exporter']),
  dataDir: z.string(),
  isFresh: z.boolean().default(false),
});
/** Both ends are compiled together: what comes in is what thread.ts sent. */
const callsSchema = z.custom<readonly ThreadCall[]>(Array.isArray);

if (parentPort === null) throw new Error('worker.ts is the entry of a thread.');
// Not awaited: as CommonJS it cannot be. Where it fails the thread ends with that error.
void serve(parentPort);

/** Each role loads only its own code: the rest would be a sixth of its start. */
async function serve(port: MessagePort): Promise<void> {
  const { role, dataDir, isFresh } = dataSchema.parse(workerData);
  const paths = logPathsOf(dataDir);
  if (role === 'writer') {
    const { createWriterThread } = await import('./writerThread.ts');
    serveInGroups(port, createWriterThread(paths));
  } else if (role === 'reader') {
    const { createReaderApi } = await import('./readerThread.ts');
    serveOneByOne(port, createReaderApi(paths));
  } else if (role === 'finder') {
    const { createFinderApi } = await import('../search/finderThread.ts');
    const onIndex = (index: IndexState): void => post(port, { replies: [], health: null, index });
    serveOneByOne(port, createFinderApi(paths, { isFresh, onIndex }));
  } else {
    const { serveExporter } = await import('../export/exporterThread.ts');
    serveExporter(port, paths);
  }
}

/** Everything that came in while the last commit ran is one turn. */
function serveInGroups(port: MessagePort, writer: WriterThread): void {
  port.on('message', (first: string) => {
    const texts = [first];
    for (let next = nextText(port); next !== null; next = nextText(port)) texts.push(next);
    const calls = texts.filter((text) => text !== END_THREAD).flatMap(callsIn);
    if (calls.length > 0) {
      post(port, writer.turn(calls));
      writer.afterTurn();
    }
    if (texts.includes(END_THREAD)) endThread(port);
  });
}

/** No statement is running here: what a thread does at length it does in pieces, and listens between them. */
function endThread(port: MessagePort): void {
  port.close();
  process.exit();
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
    if (text === END_THREAD) endThread(port);
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
    return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
