import process from 'node:process';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

import { logPathsOf } from '../log/store/paths.ts';
import type { StartFiller } from '../search/fillReader.ts';
import { serve, serveInTurns, startThread, workersFrom } from './rpc.ts';

/** The entry of every thread. */
const dataSchema = z.object({
  role: z.enum(['writer', 'reader', 'finder', 'filler', 'exporter', 'importer', 'replicator']),
  dataDir: z.string(),
  isFresh: z.boolean().default(false),
  after: z.int().default(0),
  upTo: z.int().default(0),
});

if (parentPort === null) throw new Error('worker.ts is the entry of a thread.');
// Not awaited: as CommonJS it cannot be. Where it fails the thread ends with that error.
void run(parentPort);

/** Each role loads only its own code: the rest would be a sixth of its start. */
async function run(port: MessagePort): Promise<void> {
  const { role, dataDir, isFresh, ...range } = dataSchema.parse(workerData);
  const paths = logPathsOf(dataDir);
  /** No statement is running here: what a thread does at length it does in pieces, and listens between them. */
  const end = (): never => {
    port.close();
    process.exit();
  };
  if (role === 'writer') {
    const { createWriterThread } = await import('../log/writerThread.ts');
    serveInTurns(port, (tell) => createWriterThread(paths, tell), end);
  } else if (role === 'reader') {
    const { createReaderApi } = await import('../log/readerThread.ts');
    const { stepBack } = await import('../log/care/stepBack.ts');
    serve(port, () => createReaderApi(paths, stepBack), end);
  } else if (role === 'finder') {
    const { createFinderApi } = await import('../search/finderThread.ts');
    const start = workersFrom(new URL(import.meta.url));
    const startFiller: StartFiller = (from) =>
      startThread(start, { role: 'filler', dataDir, ...from }, {});
    serve(port, (onIndex) => createFinderApi(paths, { isFresh, onIndex, startFiller }), end);
  } else if (role === 'filler') {
    const { createFillerApi } = await import('../search/fillReader.ts');
    serve(port, () => createFillerApi(paths, range), end);
  } else if (role === 'importer') {
    const { createImporterApi } = await import('../importing/importerThread.ts');
    serve(port, createImporterApi, end);
  } else if (role === 'replicator') {
    const { createReplicatorApi } = await import('../team/replicationThread.ts');
    serve(port, (onNews) => createReplicatorApi(paths, onNews), end);
  } else {
    const { createExporterApi } = await import('../exports/exporterThread.ts');
    serve(port, (onProgress) => createExporterApi(paths, onProgress), end);
  }
}
