import type { ExportState } from '#shared/domain/logExport.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogPaths } from '../log/store/paths.ts';
import { problemOf } from './problem.ts';
import { type ExportJob, type WrittenPart, writeExport } from './writeExport.ts';

export type ExportProgress = { readonly written: number; readonly total: number };

type Refused = NonNullable<ExportState['problem']> | 'cancelled';
export type ExporterApi = ReturnType<typeof createExporterApi>;

const PROGRESS_EVERY_MS = 100;

/** One export in a thread of its own. */
export function createExporterApi(paths: LogPaths, onProgress: (progress: ExportProgress) => void) {
  const cancelling = new AbortController();
  const { signal } = cancelling;
  return {
    async write(job: ExportJob): Promise<Result<WrittenPart, Refused>> {
      try {
        const say = throttled((written, total) => onProgress({ written, total }));
        return ok(await writeExport(paths, job, { signal, onProgress: say }));
      } catch (error) {
        return err(signal.aborted ? 'cancelled' : problemOf(error));
      }
    },
    cancel: () => cancelling.abort(),
  };
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
