import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import type { LogRow } from '#shared/domain/logSearch.ts';

import type { Pages } from '../search/pages.ts';
import { pageRows } from './position.ts';
import type { Scroller } from './scroller.ts';

/** Where the keyboard is. It stays with its request when rows slide in above it. */
export type ActiveRow = { readonly at: number; readonly row: LogRow; readonly pages: Pages };

type Options = {
  readonly pages: Pages;
  readonly version: number;
  readonly scroller: Scroller;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** Needed where the end of the list is not known yet. */
  readonly countAll: () => void;
  readonly onLeave: () => void;
};

export type Active = {
  readonly active: ActiveRow | null;
  readonly activate: (at: number, withFocus: boolean) => void;
  /** True: the key was one of the table's. */
  readonly onMoveKey: (code: string) => boolean;
  readonly focus: () => void;
};

export function useActiveRow(options: Options): Active {
  const { pages, version, scroller, body, countAll, onLeave } = options;
  const [chosen, setChosen] = useState<ActiveRow | null>(null);
  /** A row that the keyboard went to before it was there. */
  const [pending, setPending] = useState<{ readonly at: number; readonly isEnd: boolean } | null>(
    null,
  );
  const wantsFocus = useRef(false);
  const activeId = useRef<string | null>(null);
  const active = followed(chosen, pages);

  const activate = useCallback(
    (at: number, withFocus: boolean) => {
      const last = pages.matches().count - 1;
      const to = Math.max(0, Math.min(at, last));
      const row = last < 0 ? null : pages.rowAt(to);
      scroller.showRow(to);
      wantsFocus.current = withFocus;
      if (row === null) {
        setPending(last < 0 ? null : { at: to, isEnd: false });
        return;
      }
      setPending(null);
      if (activeId.current !== row.intentId) onLeave();
      activeId.current = row.intentId;
      setChosen({ at: to, row, pages });
    },
    [pages, scroller, onLeave],
  );
  useEffect(() => {
    if (pending === null) return;
    const { count, isExact } = pages.matches();
    if (pending.isEnd && !isExact) return;
    const at = pending.isEnd ? count - 1 : pending.at;
    if (pages.rowAt(at) !== null || pending.isEnd) activate(at, true);
  }, [pending, pages, version, activate]);
  const focus = useCallback(() => {
    focusRow(body.current, active?.at ?? 0);
  }, [body, active]);
  useEffect(() => {
    if (!wantsFocus.current || active === null) return;
    wantsFocus.current = false;
    focusRow(body.current, active.at);
  }, [active, body]);

  const onMoveKey = (code: string): boolean => {
    if (code === 'End' && !pages.matches().isExact) {
      setPending({ at: 0, isEnd: true });
      countAll();
      return true;
    }
    const to = placeAfter(code, active?.at ?? null, scroller);
    if (to !== null) activate(to, true);
    return to !== null;
  };
  return { active, activate, onMoveKey, focus };
}

/** Null: not a key that moves. May be before the first and after the last. */
function placeAfter(code: string, at: number | null, scroller: Scroller): number | null {
  const geometry = scroller.geometry();
  const firstSeen = Math.ceil(scroller.top() / geometry.rowPx);
  switch (code) {
    case 'ArrowDown':
      return at === null ? firstSeen : at + 1;
    case 'ArrowUp':
      return at === null ? firstSeen : at - 1;
    case 'PageDown':
      return (at ?? firstSeen) + pageRows(geometry);
    case 'PageUp':
      return (at ?? firstSeen) - pageRows(geometry);
    case 'Home':
      return 0;
    case 'End':
      return Number.MAX_SAFE_INTEGER;
    default:
      return null;
  }
}

/** It stays with its request, which may stand somewhere else in a newer search, or not be known there. */
function followed(chosen: ActiveRow | null, pages: Pages): ActiveRow | null {
  if (chosen === null) return null;
  const at = pages.placeOf(chosen.row.intentId);
  if (at === null) return chosen.pages === pages ? chosen : null;
  const row = pages.rowAt(at) ?? chosen.row;
  return at === chosen.at && row === chosen.row ? chosen : { at, row, pages };
}

function focusRow(body: HTMLElement | null, at: number): void {
  const link = body?.querySelector<HTMLElement>(`[data-at="${at}"] a`);
  // The table moves itself; the browser would move the scrollbar, which is only a map.
  link?.focus({ preventScroll: true });
}
