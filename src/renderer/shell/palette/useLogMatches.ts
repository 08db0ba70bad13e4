import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';

import { callOrThrow } from '../../client/operation.ts';
import { useClient, useDesk } from '../../client/deskContext.ts';
import { EVERYTHING, type LogLook } from '../../client/logLook.ts';
import { useDebouncedValue } from '../../ui/hooks.ts';
import { readings } from './rank.ts';

export type LogMatches = {
  readonly rows: readonly LogRow[];
  /** What the rows were found by: as typed, or as the other keyboard would have written it. */
  readonly text: string;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
};

const PAUSE_MS = 120;
const MOST_ROWS = 6;
/** One letter is in everything. */
const LEAST_LETTERS = 2;

/** What the log has for it, all profiles and all days. Old answers are not kept: Enter must not open what was found before. */
export function useLogMatches(typed: string): LogMatches {
  const client = useClient();
  const { profile } = useDesk();
  const [searchId] = useState(() => crypto.randomUUID());
  const settled = useDebouncedValue(typed, PAUSE_MS);
  const isAsked = typed.length >= LEAST_LETTERS;
  const { data, error } = useQuery({
    queryKey: ['palette', searchId, settled],
    enabled: isAsked && settled === typed,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: () =>
      firstFound(readings(settled), (text) =>
        search(client, searchId, { ...EVERYTHING, text }, profile.id),
      ),
  });
  const isCurrent = isAsked && settled === typed;
  const found = isCurrent ? data : undefined;
  return {
    rows: found?.rows ?? [],
    text: found?.text ?? typed,
    isSearching: isAsked && found === undefined && error === null,
    hasFailed: isCurrent && error !== null,
  };
}

type Found = { readonly text: string; readonly rows: readonly LogRow[] };

/** As typed, and only where that finds nothing as it may have been meant. */
async function firstFound(
  texts: readonly string[],
  find: (text: string) => Promise<readonly LogRow[]>,
): Promise<Found> {
  const [text = '', ...others] = texts;
  const rows = await find(text);
  if (rows.length > 0 || others.length === 0) return { text, rows };
  const other = await firstFound(others, find);
  return other.rows.length > 0 ? other : { text, rows };
}

async function search(
  client: Client,
  searchId: string,
  look: LogLook,
  dayProfileId: ProfileId,
): Promise<readonly LogRow[]> {
  const answer = await callOrThrow(client, 'log.search', {
    searchId,
    query: { ...look, dayProfileId },
    pageSize: MOST_ROWS,
  });
  return answer.rows;
}
