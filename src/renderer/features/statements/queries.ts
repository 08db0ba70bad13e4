import { keepPreviousData } from '@tanstack/react-query';

import type { StatementMapping } from '#shared/domain/statement.ts';
import type { StatementComparison, StatementFilter } from '#shared/domain/statementComparison.ts';

import { KEYS } from '../../client/keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from '../../client/operation.ts';
import { PAGE_ROWS } from '../../ui/Pager.tsx';
import { type LineName, lineInput } from './statementText.ts';

/** Of every profile, newest first. */
export function useStatements(): Answer<'statement.list'> {
  return useAnswer('statement.list', { profileId: null }, KEYS.statementList);
}

/** Made when a statement is opened, and again when it is asked for: against a million requests it takes seconds. */
export function useComparison(statementId: string): Answer<'statement.compare'> {
  return useAnswer('statement.compare', { statementId }, KEYS.comparison(statementId), {
    staleTime: Infinity,
  });
}

/** A page of lines. A newer comparison asks for them anew. */
export function useLines(
  { statementId, comparedAt }: Pick<StatementComparison, 'statementId' | 'comparedAt'>,
  filter: StatementFilter,
  from: number,
): Answer<'statement.rows'> {
  return useAnswer(
    'statement.rows',
    { statementId, filter, from, count: PAGE_ROWS },
    [...KEYS.statementLines(statementId), comparedAt, filter, from],
    { placeholderData: keepPreviousData },
  );
}

const MOST_CANDIDATES = 10;

/** The first lines that a row or a request may be linked with. */
export function useCandidates(
  statementId: string,
  filter: StatementFilter,
): Answer<'statement.rows'> {
  return useAnswer(
    'statement.rows',
    { statementId, filter, from: 0, count: MOST_CANDIDATES },
    [...KEYS.statementLines(statementId), 'candidates', filter],
    { placeholderData: keepPreviousData },
  );
}

/** Both records of one line; null: no line is asked for. */
export function usePair(statementId: string, line: LineName | null): Answer<'statement.pair'> {
  return useAnswer(
    'statement.pair',
    { statementId, ...lineInput(line) },
    [...KEYS.statementLines(statementId), 'pair', line],
    { enabled: line !== null },
  );
}

export function useStatementPreview(
  importId: string,
  mapping: StatementMapping,
  timeZone: string,
): Answer<'statement.preview'> {
  return useAnswer(
    'statement.preview',
    { importId, mapping, timeZone },
    [...KEYS.importRows(importId), 'preview', mapping, timeZone],
    { placeholderData: keepPreviousData },
  );
}

/** The counts come with the answer; the lines are asked for anew. */
export function useDecide(): Mutation<'statement.decide'> {
  return useOperation('statement.decide', async (cache, comparison, { statementId, action }) => {
    const key = KEYS.comparison(statementId);
    if (comparison !== null) cache.setQueryData(key, comparison);
    else if (action.kind !== 'note') await cache.invalidateQueries({ queryKey: key });
    await cache.invalidateQueries({ queryKey: KEYS.statementLines(statementId) });
  });
}

export function usePreviewSettle(): Mutation<'statement.previewSettle'> {
  return useOperation('statement.previewSettle', (cache, { comparison }) =>
    cache.setQueryData(KEYS.comparison(comparison.statementId), comparison),
  );
}

export function useSettle(): Mutation<'statement.settle'> {
  return useOperation('statement.settle', async (cache, _, { statementId }) => {
    await cache.invalidateQueries({ queryKey: KEYS.comparison(statementId) });
    await cache.invalidateQueries({ queryKey: KEYS.statementLines(statementId) });
  });
}
