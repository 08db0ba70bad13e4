import { keepPreviousData } from '@tanstack/react-query';

import { type Batch, type BatchOutcome } from '#shared/domain/batch.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { ImportCheck, Mapping } from '#shared/domain/importing.ts';

import { applyRequest } from '../../client/applyEvent.ts';
import { askLiveAgain } from '../../client/issue.ts';
import { KEYS } from '../../client/keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from '../../client/operation.ts';
import { PAGE_ROWS } from '../../ui/Pager.tsx';

export function useBatches(): Answer<'batch.list'> {
  return useAnswer('batch.list', {}, KEYS.batchList);
}

/** Events keep it true; asking every few seconds while it runs is only the safety net. */
export function useBatch(batchId: string): Answer<'batch.get'> {
  return useAnswer('batch.get', { batchId }, KEYS.batch(batchId), {
    refetchInterval: (query) => (isMoving(query.state.data) ? 5000 : false),
  });
}

export function isMoving(batch: Batch | undefined): boolean {
  return batch !== undefined && ['running', 'pausing', 'stopping'].includes(batch.state);
}

export function useBatchRows(
  batchId: string,
  outcomes: readonly BatchOutcome[],
  from: number,
): Answer<'batch.rows'> {
  return useAnswer(
    'batch.rows',
    { batchId, outcomes, from, count: PAGE_ROWS },
    [...KEYS.batchRows(batchId), outcomes, from],
    { placeholderData: keepPreviousData },
  );
}

/** Rows of an import with one problem, as of this check: a correction asks for them anew. */
export function useImportRows(
  importId: string,
  group: string | null,
  check: ImportCheck,
  from: number,
): Answer<'import.rows'> {
  return useAnswer(
    'import.rows',
    { importId, group, from, count: PAGE_ROWS },
    [...KEYS.importRows(importId), group, check, from],
    { placeholderData: keepPreviousData },
  );
}

/** The first rows as they will be read with this mapping. */
export function useImportPreview(importId: string, mapping: Mapping): Answer<'import.preview'> {
  return useAnswer(
    'import.preview',
    { importId, mapping },
    [...KEYS.importRows(importId), 'preview', mapping],
    { placeholderData: keepPreviousData },
  );
}

/** The operator has just confirmed this live profile, as the page shows it. */
export function useConfirmLive(): Mutation<'profile.confirmLive'> {
  return useOperation('profile.confirmLive', (cache, confirmed) =>
    cache.setQueryData(KEYS.confirmedLive, confirmed),
  );
}

type Steering = 'batch.start' | 'batch.pause' | 'batch.resume' | 'batch.stop' | 'batch.queueAgain';

/** Every way to steer a batch answers with the batch as it is then. */
export function useSteer<N extends Steering>(name: N): Mutation<N> {
  return useOperation(
    name,
    async (cache, batch) => {
      cache.setQueryData(KEYS.batch(batch.batchId), batch);
      await cache.invalidateQueries({ queryKey: KEYS.batchRows(batch.batchId) });
      await cache.invalidateQueries({ queryKey: KEYS.batchList });
    },
    askLiveAgain,
  );
}

/** Takes the tick of a row back: the customer did not get the message. */
export function useUndoTick(): Mutation<'request.recordCopy'> {
  return useOperation('request.recordCopy', async (cache, request) => {
    await applyRequest(cache, request);
    await cache.invalidateQueries({ queryKey: KEYS.batches });
  });
}

export function undoneTick(intentId: IntentId): OperationInput<'request.recordCopy'> {
  return { intentId, part: 'message', text: '', readBack: 'undone' };
}
