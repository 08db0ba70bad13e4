import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import { failure } from '#shared/domain/failure.ts';
import type { IndexState, LogQuery } from '#shared/domain/logSearch.ts';

import { FailureError, callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { isBehind } from '../../../client/health.ts';
import { type Matches, PAGE_ROWS, Pages } from './pages.ts';

/** One look at the log: what was asked, and its rows at their places. */
export type Found = {
  readonly query: LogQuery;
  readonly pages: Pages;
  readonly upToSeq: number;
  readonly searchedAtMs: number;
  readonly index: IndexState;
};

export type LogSearch = {
  readonly found: Found | null;
  readonly error: Error | null;
  readonly isSearching: boolean;
  /** What is shown answers an older question. */
  readonly isOld: boolean;
  readonly again: () => void;
  readonly countAll: () => void;
  readonly isCounting: boolean;
  readonly countError: Error | null;
  readonly index: IndexState | null;
};

/** Each keystroke is a search of its own under one id: the newest wins, and the last rows stand until its own are there. */
export function useLogSearch(query: LogQuery): LogSearch {
  const { ask, open, trouble, onGone } = useAsking();
  const search = useQuery({
    queryKey: KEYS.search(ask.searchId, query),
    queryFn: () => ask.search(query),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    // Its places are gone with the next search, so nothing of it can be used again.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { refetch } = search;
  useEffect(() => {
    onGone.current = () => void refetch();
  }, [onGone, refetch]);
  const found = search.data ?? null;
  const counting = useMutation({
    mutationFn: (pages: Pages) =>
      open.current === pages
        ? ask.count()
        : Promise.reject(new FailureError(failure('search_gone'))),
    onSuccess: (matches, pages) => pages.learn(matches),
  });
  const { mutate } = counting;
  const isTroubled = trouble !== null && trouble.of === found?.pages;
  return {
    found,
    error: search.error ?? (isTroubled ? trouble.error : null),
    isSearching: search.isFetching,
    isOld: search.isPlaceholderData,
    again: useCallback(() => onGone.current(), [onGone]),
    countAll: useCallback(() => {
      if (found !== null && !found.pages.matches().isExact) mutate(found.pages);
    }, [mutate, found]),
    isCounting: counting.isPending,
    countError: counting.variables === found?.pages ? counting.error : null,
    index: useIndex(found, onGone),
  };
}

type Trouble = { readonly of: Pages; readonly error: Error };
type Asking = {
  readonly searchId: string;
  readonly search: (query: LogQuery) => Promise<Found>;
  readonly count: () => Promise<Matches>;
};

/** What one table asks of the desk. */
function useAsking(): {
  readonly ask: Asking;
  /** The rows whose places the desk knows. */
  readonly open: RefObject<Pages | null>;
  readonly trouble: Trouble | null;
  readonly onGone: RefObject<() => void>;
} {
  const client = useClient();
  const [searchId] = useState(() => crypto.randomUUID());
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const open = useRef<Pages | null>(null);
  const newest = useRef(0);
  const onGone = useRef(() => {});
  const ask = useMemo((): Asking => {
    const rows = async (of: () => Pages, from: number, count: number) => {
      const reply = await client.call('log.rows', { searchId, from, count });
      const pages = of();
      if (open.current !== pages) return null;
      if (reply.ok) {
        pages.learn(reply.value.matches);
        return reply.value.rows;
      }
      if (reply.error.code === 'search_gone') onGone.current();
      else setTrouble({ of: pages, error: new FailureError(reply.error) });
      return null;
    };
    return {
      searchId,
      async search(query) {
        // From here on the host's places are the new search's.
        open.current?.close();
        newest.current += 1;
        const own = newest.current;
        const input = { searchId, query, pageSize: PAGE_ROWS };
        const isNewest = (): boolean => own === newest.current;
        const {
          rows: first,
          matches,
          upToSeq,
          index,
        } = await newestAnswer(client, input, isNewest);
        const pages: Pages = new Pages({
          first,
          matches,
          fetch: (from, count) => rows(() => pages, from, count),
        });
        open.current = pages;
        return { query, pages, upToSeq, searchedAtMs: Date.now(), index };
      },
      count: () => callOrThrow(client, 'log.count', { searchId }),
    };
  }, [client, searchId]);
  return { ask, open, trouble, onGone };
}

const MOST_TRIES = 3;

/** An older search that arrives later at the desk ends this one; this one is then asked again. */
async function newestAnswer(
  client: Client,
  input: OperationInput<'log.search'>,
  isNewest: () => boolean,
  tries = 1,
): Promise<OperationOutput<'log.search'>> {
  const reply = await client.call('log.search', input);
  if (reply.ok) return reply.value;
  const isOvertaken = reply.error.code === 'search_gone' && isNewest() && tries < MOST_TRIES;
  if (!isOvertaken) throw new FailureError(reply.error);
  return newestAnswer(client, input, isNewest, tries + 1);
}

/** What was found while the index was behind may not be everything, and a log that was empty may have been filled elsewhere. */
function useIndex(found: Found | null, again: { readonly current: () => void }): IndexState | null {
  const told = useQuery<IndexState>({ queryKey: KEYS.index, queryFn: skipToken }).data ?? null;
  const wasBehind = found !== null && isBehind(found.index);
  const isReady = told !== null && !isBehind(told);
  const wasEmpty = found?.index.total === 0 && told !== null && told.total > 0;
  useEffect(() => {
    if ((wasBehind || wasEmpty) && isReady) again.current();
  }, [wasBehind, wasEmpty, isReady, again]);
  return told !== null && wasBehind ? told : (found?.index ?? told);
}
