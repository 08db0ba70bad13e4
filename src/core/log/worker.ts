import process from 'node:process';
import { type MessagePort, Worker, parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

import type { ImportProgress } from '#shared/domain/importing.ts';
import type { RestoreProgress } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { ProtectionProgress } from '#shared/domain/protection.ts';

import type { TeamNews } from '../team/replicationThread.ts';
import { logPathsOf } from './store/paths.ts';
import { post, serveInGroups, serveOneByOne } from './serveThread.ts';

/** The entry of the log’s threads, and of those that export and import files. */
const dataSchema = z.object({
  role: z.enum(['writer', 'reader', 'finder', 'filler', 'exporter', 'importer', 'replicator']),
  dataDir: z.string(),
  isFresh: z.boolean().default(false),
  /** For the filler: where it begins to read, and the last event that it reads. */
  after: z.int().default(0),
  upTo: z.int().default(0),
});

if (parentPort === null) throw new Error('worker.ts is the entry of a thread.');
// Not awaited: as CommonJS it cannot be. Where it fails the thread ends with that error.
void serve(parentPort);

/** Each role loads only its own code: the rest would be a sixth of its start. */
async function serve(port: MessagePort): Promise<void> {
  const { role, dataDir, isFresh, ...range } = dataSchema.parse(workerData);
  const paths = logPathsOf(dataDir);
  /** No statement is running here: what a thread does at length it does in pieces, and listens between them. */
  const end = (): never => {
    port.close();
    process.exit();
  };
  if (role === 'writer') {
    const { createWriterThread } = await import('./writerThread.ts');
    const onRestoring = (restoring: RestoreProgress): void =>
      post(port, { replies: [], health: null, restoring });
    const onProtecting = (protecting: ProtectionProgress): void =>
      post(port, { replies: [], health: null, protecting });
    serveInGroups(port, createWriterThread(paths, { onRestoring, onProtecting }), end);
  } else if (role === 'reader') {
    const { createReaderApi } = await import('./readerThread.ts');
    const { stepBack } = await import('./care/stepBack.ts');
    serveOneByOne(port, createReaderApi(paths, stepBack), end);
  } else if (role === 'finder') {
    const { createFinderApi } = await import('../search/finderThread.ts');
    const onIndex = (index: IndexState): void => post(port, { replies: [], health: null, index });
    const reads = createFinderApi(paths, {
      isFresh,
      onIndex,
      startFiller: (from) =>
        new Worker(new URL(import.meta.url), {
          workerData: { role: 'filler', dataDir, ...from },
          name: 'log filler',
        }),
    });
    serveOneByOne(port, reads, end);
  } else if (role === 'filler') {
    const { serveParts } = await import('../search/fillReader.ts');
    serveParts(port, paths, range);
  } else if (role === 'importer') {
    const { createImporterApi } = await import('../importing/importerThread.ts');
    const onProgress = (progress: ImportProgress): void =>
      post(port, { replies: [], health: null, progress });
    serveOneByOne(port, createImporterApi(onProgress), end);
  } else if (role === 'replicator') {
    const { createReplicatorApi } = await import('../team/replicationThread.ts');
    const onNews = (team: TeamNews): void => post(port, { replies: [], health: null, team });
    serveOneByOne(port, createReplicatorApi(paths, onNews), end);
  } else {
    const { serveExporter } = await import('../exports/exporterThread.ts');
    serveExporter(port, paths);
  }
}
