import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';

import { logPathsOf } from '../log/store/paths.ts';
import { createReaderApi } from '../log/readerThread.ts';
import { createWriterThread } from '../log/writerThread.ts';
import {
  type StartWorker,
  type ThreadData,
  type ThreadWorker,
  serve,
  serveInTurns,
  workersFrom,
} from '../threads/rpc.ts';

/**
 * The log's writer and readers, with the same messages, in the thread that asks: starting a worker thread takes a tenth of a
 * second of processor time, most of what many tests would do. The finder, which works by timers until its thread ends, has one.
 */
export function logInThisThread(workerUrl: URL): StartWorker {
  const startThread = workersFrom(workerUrl);
  return (data) => (data.role === 'finder' ? startThread(data) : workerHere(data));
}

function workerHere({ role, dataDir }: ThreadData): ThreadWorker {
  const { port1: asking, port2: serving } = new MessageChannel();
  const paths = logPathsOf(dataDir);
  if (role === 'writer') {
    serveInTurns(
      serving,
      (tell) => createWriterThread(paths, tell),
      () => serving.close(),
    );
  } else {
    const api = createReaderApi(paths, () => undefined);
    const end = (): void => {
      api.close();
      serving.close();
    };
    serve(serving, () => api, end);
  }
  serving.unref();
  const events = new EventEmitter();
  asking.on('message', (text: string) => events.emit('message', text));
  asking.once('close', () => events.emit('exit', 0));
  return Object.assign(events, {
    postMessage: (text: string) => asking.postMessage(text, []),
    ref: () => asking.ref(),
    unref: () => asking.unref(),
  });
}
