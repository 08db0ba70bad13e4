import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';

import type { RestoreProgress } from '#shared/domain/logHealth.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';

import { logPathsOf } from '../log/store/paths.ts';
import { createReaderApi } from '../log/readerThread.ts';
import { type ThreadData, post, serveInGroups, serveOneByOne } from '../log/serveThread.ts';
import { type LogWorker, type StartWorker, workersFrom } from '../log/thread.ts';
import { createWriterThread } from '../log/writerThread.ts';

/**
 * The log's writer and readers, with the same messages, in the thread that asks: starting a worker thread takes a tenth of a
 * second of processor time, most of what many tests would do. The finder, which works by timers until its thread ends, has one.
 */
export function logInThisThread(workerUrl: URL): StartWorker {
  const startThread = workersFrom(workerUrl);
  return (data) => (data.role === 'finder' ? startThread(data) : workerHere(data));
}

function workerHere({ role, dataDir }: ThreadData): LogWorker {
  const { port1: asking, port2: serving } = new MessageChannel();
  const paths = logPathsOf(dataDir);
  if (role === 'writer') {
    const onRestoring = (restoring: RestoreProgress): void =>
      post(serving, { replies: [], health: null, restoring });
    const onProtecting = (protecting: ProtectionProgress): void =>
      post(serving, { replies: [], health: null, protecting });
    const writer = createWriterThread(paths, { onRestoring, onProtecting });
    serveInGroups(serving, writer, () => serving.close());
  } else {
    const api = createReaderApi(paths, () => undefined);
    serveOneByOne(serving, api, () => {
      api.close();
      serving.close();
    });
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
