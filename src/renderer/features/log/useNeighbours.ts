import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';

import type { Pages } from './search/pages.ts';

type Steps = {
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
};
type Place = { readonly intentId: IntentId; readonly pages: Pages; readonly at: number };

const unheard = (): (() => void) => () => undefined;

/** The ways from the opened request to the ones before and after it in the search; null: it is not known to be in it. */
export function useNeighbours(
  pages: Pages | null,
  openedId: IntentId | null,
  open: (row: LogRow) => void,
): Steps | null {
  // Heard of only when it stands somewhere else or the list is longer, not with every page of rows.
  useSyncExternalStore(pages?.subscribe ?? unheard, () => {
    if (pages === null || openedId === null) return '';
    return `${pages.placeOf(openedId) ?? ''} ${pages.matches().count}`;
  });
  const place = usePlace(pages, openedId);
  const at = place?.at ?? null;
  useEffect(() => {
    // One step on must not wait, even right after a jump.
    if (pages !== null && at !== null)
      pages.want({ first: Math.max(0, at - 1), last: at + 1 }, 'still');
  }, [pages, at]);
  if (pages === null || at === null) return null;
  const step = (to: number): (() => void) | null => {
    if (to < 0 || to >= pages.matches().count) return null;
    return () => {
      const row = pages.rowAt(to);
      if (row !== null) open(row);
    };
  };
  return { previous: step(at - 1), next: step(at + 1) };
}

/** Kept when the rows around it were dropped: the operator may scroll away and then step on from the opened request. */
function usePlace(pages: Pages | null, openedId: IntentId | null): Place | null {
  const [kept, setKept] = useState<Place | null>(null);
  const at = pages === null || openedId === null ? null : pages.placeOf(openedId);
  const known = useRef<Place | null>(null);
  useEffect(() => {
    if (pages === null || openedId === null || at === null) return;
    const { current } = known;
    if (current?.at === at && current.pages === pages && current.intentId === openedId) return;
    known.current = { intentId: openedId, pages, at };
    setKept(known.current);
  }, [pages, openedId, at]);
  return kept?.pages === pages && kept?.intentId === openedId ? kept : null;
}
