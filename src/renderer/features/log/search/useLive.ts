import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import { type LogRow, NEWEST_FIRST } from '#shared/domain/logSearch.ts';

import { useClient } from '../../../client/deskContext.ts';
import { isBehind } from '../../../client/health.ts';
import { type ChangedRows, createChangedRows } from './changedRows.ts';
import type { Found } from './useLogSearch.ts';

const LOOK_AFTER_MS = 300;
/** A count that reaches this limit is shown as "50+". */
const MOST_FRESH = 50;
/** Longer than any request waits for its answer. */
const RECENT_MS = 5 * 60_000;

type Live = {
  readonly found: Found | null;
  /** New rows may slide in: the newest rows are in view. */
  readonly mayMove: () => boolean;
  readonly again: () => void;
};

export type Fresh = { readonly count: number; readonly isMore: boolean };

/** New ones that match and are not shown yet; rows that are shown change in their places. */
export function useLive({ found, mayMove, again }: Live): Fresh {
  const client = useClient();
  const [probeId] = useState(() => crypto.randomUUID());
  const [fresh, setFresh] = useState<{ readonly of: Found; readonly count: number } | null>(null);
  const changed = useRef<ChangedRows | null>(null);
  const lookTimer = useRef<number | null>(null);

  const refresh = useEffectEvent(async (intentIds: readonly IntentId[]) => {
    const reply = await client.call('log.rowsOf', { intentIds });
    if (reply.ok) found?.pages.patch(reply.value);
  });
  const look = useEffectEvent(async () => {
    lookTimer.current = null;
    if (found === null) return;
    if (mayMove()) {
      again();
      return;
    }
    // A look of its own: the places of what is being read stay.
    const query = { ...found.query, sort: NEWEST_FIRST };
    const reply = await client.call('log.search', {
      searchId: probeId,
      query,
      pageSize: MOST_FRESH,
    });
    if (!reply.ok) return;
    setFresh({ of: found, count: reply.value.rows.filter((row) => isFresh(row, found)).length });
  });
  const onChange = useEffectEvent((intentIds: readonly IntentId[], createdAt: string | null) => {
    if (found === null) return;
    const shown = intentIds.filter((intentId) => found.pages.placeOf(intentId) !== null);
    for (const intentId of shown) changed.current?.add(intentId);
    // An old row further down is read when it scrolls into view.
    const mayBeFresh = createdAt === null || isRecent(createdAt, found);
    if (shown.length === intentIds.length || !mayBeFresh) return;
    lookTimer.current ??= window.setTimeout(() => void look(), LOOK_AFTER_MS);
  });
  useEffect(() => {
    const rows = createChangedRows((intentIds) => refresh(intentIds));
    changed.current = rows;
    const stop = client.onEvent((event) => {
      if (event.name === 'request.changed') {
        onChange([event.request.intentId], event.request.createdAt);
      }
      if (event.name === 'requests.changed') onChange(event.intentIds, null);
    });
    return () => {
      stop();
      rows.stop();
      clearTimeout(lookTimer.current ?? undefined);
      lookTimer.current = null;
    };
  }, [client]);
  const count = fresh !== null && fresh.of === found ? fresh.count : 0;
  return { count, isMore: count === MOST_FRESH };
}

function isRecent(createdAt: string, { searchedAtMs }: Found): boolean {
  return Date.parse(createdAt) > searchedAtMs - RECENT_MS;
}

/** Recorded after the search, or on its way then and matching only now: it would stand in the first page, were it listed. */
function isFresh(row: LogRow, found: Found): boolean {
  // While the index is being made, what it is up to says nothing of what was listed.
  if (isBehind(found.index)) return Date.parse(row.createdAt) > found.searchedAtMs;
  if (row.seq > found.upToSeq) return true;
  const { pages, query } = found;
  const isNewestFirst = query.sort.by === 'time' && query.sort.descending;
  return (
    isNewestFirst &&
    pages.rowAt(0) !== null &&
    pages.placeOf(row.intentId) === null &&
    isRecent(row.createdAt, found)
  );
}
