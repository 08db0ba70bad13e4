import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Operations } from '../dispatch.ts';
import type { Batches } from './batches.ts';
import { type ReportDeps, createReports } from './report.ts';
import type { LogPort } from '../log/openLog.ts';

export type BatchOperationDeps = Omit<ReportDeps, 'log'> & {
  readonly batches: Batches;
  readonly log: ReportDeps['log'] & Pick<LogPort, 'batchNames' | 'batchRows' | 'nextToHandOut'>;
};

type BatchOperation = Exclude<Extract<keyof Operations, `batch.${string}`>, 'batch.template'>;

/** A plan, its run, and what is done with its rows afterwards. */
export function batchOperations(deps: BatchOperationDeps): Pick<Operations, BatchOperation> {
  const { batches, log } = deps;
  const reports = createReports(deps);
  return {
    'batch.start': (input, actor) => batches.start(input, actor),
    'batch.list': async () => ok(await batches.list()),
    'batch.names': async ({ batchIds }) => ok(await log.batchNames(batchIds)),
    'batch.get': ({ batchId }) => batches.get(batchId),
    async 'batch.rows'({ batchId, outcomes, from, count }) {
      const page = await log.batchRows(batchId, outcomes, from, count);
      const isThere = page.total > 0 || (await log.batch(batchId)) !== null;
      return isThere ? ok(page) : err(failure('batch_not_found'));
    },
    'batch.pause': ({ batchId }) => batches.pause(batchId),
    'batch.resume': ({ batchId, pace }, actor) => batches.resume(batchId, pace, actor),
    'batch.stop': ({ batchId }, { operator }) => batches.stop(batchId, operator),
    'batch.queueAgain': ({ batchId, rows }, actor) => batches.queueAgain(batchId, rows, actor),
    async 'batch.nextToHandOut'({ batchId, after }) {
      const row = await log.nextToHandOut(batchId, after);
      const isThere = row !== null || (await log.batch(batchId)) !== null;
      return isThere ? ok(row) : err(failure('batch_not_found'));
    },
    'batch.report': (order, actor) => reports.read(order, actor),
  };
}
