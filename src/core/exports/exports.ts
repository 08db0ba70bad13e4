import { basename } from 'node:path';

import type { ExportOrder, ExportProof, ExportState } from '#shared/domain/logExport.ts';
import type { Operator } from '#shared/domain/request.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import { type FileGate, createFileGate } from '../log/fileGate.ts';
import type { ResolvedQuery } from '../search/query.ts';
import { type Owner, isOwn } from '../people/owner.ts';
import type { Clock } from '../ports.ts';
import { within } from '../within.ts';
import type { ExportProgress, ExporterApi } from './exporterThread.ts';
import type { ExportFolder } from './folder.ts';
import { type ExportFile, chooseFile, putInPlace, removePart } from './place.ts';
import { ExportProblem, problemOf } from './problem.ts';
import type { ExportJob, WrittenPart } from './writeExport.ts';
import type { LogPort } from '../log/openLog.ts';
import { startThread, workersFrom } from '../threads/rpc.ts';

export type ExportsDeps = {
  readonly log: Pick<LogPort, 'indexed' | 'recordExport'>;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly exportFolder: ExportFolder;
  readonly logWorkerUrl: URL;
  /** An export's thread has given its answer and is still running. */
  readonly onThreadLate?: () => void;
};

/** An order with everything looked up that the log itself does not know. */
export type ResolvedOrder = {
  readonly order: ExportOrder;
  readonly query: ResolvedQuery;
  readonly timeZone: string | null;
  readonly fileName: string;
  readonly operator: Operator;
};

export type Exports = {
  /** The same id is the same export, also after it has ended or failed. Null: it is another person's. */
  readonly start: (ordered: ResolvedOrder) => ExportState | null;
  /** Null where there is none, or where it is another person's. */
  readonly state: (exportId: string, by: Owner) => ExportState | null;
  /** With unmasked requisites. False where there is no such export. */
  readonly isWhole: (exportId: string) => boolean;
  /** Resolves when nothing of it is left; what has ended before stays as it is. */
  readonly cancel: (exportId: string, by: Owner) => Promise<ExportState | null>;
  /** Cancels those that read the log's file, for `work` replaces it; those started meanwhile begin afterwards. */
  readonly whileStopped: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

type Running = {
  state: ExportState;
  readonly owner: Owner;
  readonly isWhole: boolean;
  readonly cancelling: AbortController;
  ended: Promise<void>;
};

/** Older ones are forgotten: no page asks for them any more. */
const MOST_KEPT = 100;

export function createExports(deps: ExportsDeps): Exports {
  const all = new Map<string, Running>();
  const gate = createFileGate();
  let isClosed = false;

  function change(running: Running, changes: Partial<ExportState>): void {
    running.state = { ...running.state, ...changes };
    const owner = running.owner.personId ?? null;
    deps.events.emit({ name: 'export.changed', owner, export: running.state });
  }

  function find(exportId: string, by: Owner): Running | null {
    const found = all.get(exportId);
    return found !== undefined && isOwn(found.owner, by) ? found : null;
  }
  async function cancel({ cancelling, ended }: Running): Promise<void> {
    cancelling.abort();
    await ended;
  }
  async function cancelAll(): Promise<void> {
    await Promise.all([...all.values()].map(cancel));
  }

  return {
    start(ordered) {
      const { exportId } = ordered.order;
      if (all.has(exportId)) return find(exportId, ordered.operator)?.state ?? null;
      const running: Running = {
        state: fresh(exportId),
        owner: ordered.operator,
        isWhole: ordered.order.requisites === 'whole',
        cancelling: new AbortController(),
        ended: Promise.resolve(),
      };
      if (isClosed) running.cancelling.abort();
      all.set(exportId, running);
      forgetOldest(all);
      running.ended = run({ deps, gate, change }, running, ordered);
      return running.state;
    },
    state: (exportId, by) => find(exportId, by)?.state ?? null,
    isWhole: (exportId) => all.get(exportId)?.isWhole === true,
    async cancel(exportId, by) {
      const running = find(exportId, by);
      if (running === null) return null;
      await cancel(running);
      return running.state;
    },
    whileStopped: (work) =>
      gate.whileShut(async () => {
        await cancelAll();
        return work();
      }),
    async close() {
      isClosed = true;
      await cancelAll();
    },
  };
}

type Runner = {
  readonly deps: ExportsDeps;
  readonly gate: Pick<FileGate, 'enter'>;
  readonly change: (running: Running, changes: Partial<ExportState>) => void;
};

async function run(
  { deps, gate, change }: Runner,
  running: Running,
  ordered: ResolvedOrder,
): Promise<void> {
  const { signal } = running.cancelling;
  try {
    const opened = gate.enter(async () => undefined);
    await beforeAbort(opened, signal);
    const { isWhole } = await beforeAbort(deps.log.indexed(), signal);
    // A file of some of the rows would look like one of all.
    if (!isWhole) throw new ExportProblem('log_unavailable', 'the index is behind the log');
    const folder = await beforeAbort(folderFor(ordered, deps), signal);
    const files = await chooseFile(folder, ordered.fileName);
    if (signal.aborted) await removePart(files);
    signal.throwIfAborted();
    const part = await inThread(deps, jobOf(ordered, files), signal, (written, total) =>
      change(running, { written, total }),
    );
    await takeAway(deps, ordered, files, part);
    const { file } = files;
    change(running, { state: 'done', written: part.rows, total: part.rows, file });
  } catch (error) {
    if (signal.aborted) change(running, { state: 'cancelled' });
    else change(running, { state: 'failed', problem: problemOf(error) });
  }
}

async function folderFor({ order }: ResolvedOrder, { exportFolder }: ExportsDeps): Promise<string> {
  const { current, chooseAnother } = exportFolder;
  if (order.elsewhere !== true) return current();
  const chosen = await chooseAnother();
  if (chosen === null) throw new ExportProblem('folder_denied', current());
  return chosen;
}

function fresh(exportId: string): ExportState {
  return { exportId, state: 'running', written: 0, total: null, file: null, problem: null };
}

function forgetOldest(all: Map<string, Running>): void {
  for (const [exportId, { state }] of all) {
    if (all.size <= MOST_KEPT) return;
    if (state.state !== 'running') all.delete(exportId);
  }
}

function jobOf({ order, query, timeZone }: ResolvedOrder, { part }: ExportFile): ExportJob {
  const { format, delimiter, requisites } = order;
  return { format, delimiter, requisites, query, timeZone, part };
}

/** Nothing leaves without a word in the log: only then does the file get its name. */
async function takeAway(
  { log, clock }: ExportsDeps,
  { order, operator }: ResolvedOrder,
  files: ExportFile,
  part: WrittenPart,
): Promise<void> {
  const { requisites, format, query } = order;
  const { rows, sha256 } = part;
  const file = basename(files.file);
  const proof: ExportProof = {
    proof: 'deposit-desk-export/1',
    file,
    format,
    ...part,
    requisites,
    query,
    exportedAt: clock.now().toISOString(),
    operator: operator.name,
  };
  try {
    const recorded = await log.recordExport({ operator, file, rows, requisites, sha256 });
    if (!recorded.ok) throw new ExportProblem('log_unavailable', recorded.error.detail);
    await putInPlace(files, proof);
  } catch (error) {
    await removePart(files);
    throw error;
  }
}

/** In a thread that ends with it. Where the thread itself breaks the partial file is removed here. */
async function inThread(
  { logWorkerUrl, dataDir, onThreadLate: onLate }: ExportsDeps,
  job: ExportJob,
  signal: AbortSignal,
  onProgress: (written: number, total: number) => void,
): Promise<WrittenPart> {
  const onNews = ({ written, total }: ExportProgress): void => onProgress(written, total);
  const start = workersFrom(logWorkerUrl);
  const thread = startThread<ExporterApi, ExportProgress>(
    start,
    { role: 'exporter', dataDir },
    { onNews, onLate },
  );
  const stop = (): void => void thread.call('cancel').catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    const written = await thread.call('write', job);
    if (!written.ok) throw problemIn(written.error);
    // The file is whole: the operator does not wait for the thread.
    void thread.end();
    return written.value;
  } catch (error) {
    // By now it has let go of the file.
    await thread.end();
    await removePart({ file: '', proof: '', part: job.part });
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function problemIn(refused: NonNullable<ExportState['problem']> | 'cancelled'): Error {
  if (refused === 'cancelled') return new Error('cancelled');
  return new ExportProblem(refused.code, refused.detail ?? '');
}

/** The work goes on, but closing no longer waits for it. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return within(work, { signal }, () => {
    throw new Error('cancelled');
  });
}
