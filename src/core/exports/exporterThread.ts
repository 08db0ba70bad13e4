import type { MessagePort } from 'node:worker_threads';

import type { ExportState } from '#shared/domain/logExport.ts';

import type { LogPaths } from '../log/store/paths.ts';
import { problemOf } from './problem.ts';
import { type ExportJob, type WrittenPart, writeExport } from './writeExport.ts';

/** Both ends are compiled together. */
export type ToExporter =
  | { readonly kind: 'write'; readonly job: ExportJob }
  | { readonly kind: 'cancel' };

export type FromExporter =
  | { readonly kind: 'progress'; readonly written: number; readonly total: number }
  | { readonly kind: 'written'; readonly part: WrittenPart }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly problem: NonNullable<ExportState['problem']> };

const PROGRESS_EVERY_MS = 100;

/** One export in a thread of its own, which ends with it. */
export function serveExporter(port: MessagePort, paths: LogPaths): void {
  const cancelling = new AbortController();
  const say = (message: FromExporter): void => port.postMessage(message);
  port.on('message', (message: ToExporter) => {
    if (message.kind === 'cancel') cancelling.abort();
    else void work(message.job);
  });

  async function work(job: ExportJob): Promise<void> {
    try {
      const onProgress = throttled((written, total) => say({ kind: 'progress', written, total }));
      const part = await writeExport(paths, job, { signal: cancelling.signal, onProgress });
      say({ kind: 'written', part });
    } catch (error) {
      if (cancelling.signal.aborted) say({ kind: 'cancelled' });
      else say({ kind: 'failed', problem: problemOf(error) });
    } finally {
      port.close();
    }
  }
}

/** The first and the last are always said. */
function throttled(
  say: (written: number, total: number) => void,
): (written: number, total: number) => void {
  let nextAt = 0;
  return (written, total) => {
    const now = performance.now();
    if (now < nextAt && written < total) return;
    nextAt = now + PROGRESS_EVERY_MS;
    say(written, total);
  };
}
