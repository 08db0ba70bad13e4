import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { Batch, BatchOutcome } from '#shared/domain/batch.ts';
import type { CheckedRow, ImportCheck, Mapping } from '#shared/domain/importing.ts';

import { useClient } from '../../client/deskContext.ts';
import { KEYS } from '../../client/keys.ts';
import {
  type Answer,
  type Mutation,
  callOrThrow,
  useAnswer,
  useOperation,
} from '../../client/operation.ts';

const PAGE_ROWS = 100;

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

type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>>;

export function useBatchRows(
  batchId: string,
  outcomes: readonly BatchOutcome[],
): Pages<OperationOutput<'batch.rows'>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...KEYS.batchRows(batchId), outcomes],
    queryFn: ({ pageParam: from }) =>
      callOrThrow(client, 'batch.rows', { batchId, outcomes, from, count: PAGE_ROWS }),
    initialPageParam: 0,
    getNextPageParam: nextFrom,
  });
}

/** Rows of an import with one problem, as of this check: a correction asks for them anew. */
export function useImportRows(
  importId: string,
  group: string | null,
  check: ImportCheck,
): Pages<OperationOutput<'import.rows'>> {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...KEYS.importRows(importId), group, check],
    queryFn: ({ pageParam: from }) =>
      callOrThrow(client, 'import.rows', { importId, group, from, count: PAGE_ROWS }),
    initialPageParam: 0,
    getNextPageParam: nextFrom,
    placeholderData: (before) => before,
  });
}

type SomeRows = { readonly total: number; readonly rows: readonly unknown[] };

function nextFrom(last: SomeRows, pages: readonly SomeRows[]): number | undefined {
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return loaded < last.total ? loaded : undefined;
}

/** The first rows as they will be read with this mapping. */
export function useImportPreview(importId: string, mapping: Mapping): Answer<'import.preview'> {
  return useAnswer(
    'import.preview',
    { importId, mapping },
    [...KEYS.importRows(importId), 'preview', mapping],
    { placeholderData: (before: readonly CheckedRow[] | undefined) => before },
  );
}

type Steering = 'batch.start' | 'batch.pause' | 'batch.resume' | 'batch.stop' | 'batch.queueAgain';

/** Every way to steer a batch answers with the batch as it is then. */
export function useSteer<N extends Steering>(name: N): Mutation<N> {
  return useOperation(name, async (cache, batch) => {
    cache.setQueryData(KEYS.batch(batch.batchId), batch);
    await cache.invalidateQueries({ queryKey: KEYS.batchRows(batch.batchId) });
    await cache.invalidateQueries({ queryKey: KEYS.batchList });
  });
}
