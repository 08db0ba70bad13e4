import { type QueryKey, keepPreviousData } from '@tanstack/react-query';

import { type Batch, type BatchOutcome, MAX_SHEET_LINKS } from '#shared/domain/batch.ts';
import type { ImportCheck, Mapping } from '#shared/domain/importing.ts';

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

type Sheet = { readonly batchId: string; readonly after: number };

function sheetKey({ batchId, after }: Sheet): QueryKey {
  return [...KEYS.batchRows(batchId), 'links', after];
}

/** Accepted rows behind `after` with their links, as many as a sheet has. */
export function useLinks(sheet: Sheet): Answer<'batch.links'> {
  return useAnswer(
    'batch.links',
    { ...sheet, count: MAX_SHEET_LINKS, take: null },
    sheetKey(sheet),
  );
}

/** The same, on record as taken away: what is copied or printed is what this answers. */
export function useTakeLinks(): Mutation<'batch.links'> {
  return useOperation('batch.links', (cache, answer, sheet) =>
    cache.setQueryData(sheetKey(sheet), answer),
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

type Steering = 'batch.start' | 'batch.pause' | 'batch.resume' | 'batch.stop' | 'batch.queueAgain';

/** Every way to steer a batch answers with the batch as it is then. */
export function useSteer<N extends Steering>(name: N): Mutation<N> {
  return useOperation(name, async (cache, batch) => {
    cache.setQueryData(KEYS.batch(batch.batchId), batch);
    await cache.invalidateQueries({ queryKey: KEYS.batchRows(batch.batchId) });
    await cache.invalidateQueries({ queryKey: KEYS.batchList });
  });
}
