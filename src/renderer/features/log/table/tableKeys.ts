import type { KeyboardEvent } from 'react';

import type { LogRow } from '#shared/domain/logSearch.ts';

import { isMod } from '../../../ui/keys.ts';
import type { ActiveRow } from './useActiveRow.ts';
import type { RowActions } from './useRowActions.ts';

type Table = {
  readonly active: ActiveRow | null;
  readonly onMoveKey: (code: string) => boolean;
  readonly onOpen: (row: LogRow) => void;
  readonly actions: RowActions;
};

/** Physical keys, so that a Cyrillic layout works. */
export function onTableKey(
  event: KeyboardEvent,
  { active, onMoveKey, onOpen, actions }: Table,
): void {
  const key = event.nativeEvent;
  if (active !== null && isMod(key) && key.code === 'KeyC') {
    // A text selection takes precedence: the browser copies it.
    if (getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    actions.copy(active.row);
    return;
  }
  if (key.ctrlKey || key.metaKey || key.altKey || key.shiftKey) return;
  const isInRows = rowUnder(event.target) !== null;
  if (key.code === 'Escape' && actions.revealed !== null) {
    // Hides the number; pressed again, it closes the opened request.
    event.stopPropagation();
    actions.forget();
  } else if (active !== null && isInRows && key.code === 'KeyR') {
    event.preventDefault();
    // Pressed again it hides the number, and is not one more look to be recorded.
    if (actions.revealed?.intentId === active.row.intentId) actions.forget();
    else if (active.row.requisite !== null) actions.reveal(active.row);
  } else if (active !== null && key.code === 'Enter' && event.target instanceof HTMLAnchorElement) {
    event.preventDefault();
    onOpen(active.row);
  } else if (isInRows && onMoveKey(key.code)) {
    event.preventDefault();
  }
}

/** The place of the row that an element stands in. */
export function rowUnder(target: EventTarget): number | null {
  if (!(target instanceof Element)) return null;
  const at = target.closest('[data-at]')?.getAttribute('data-at') ?? null;
  return at === null ? null : Number(at);
}
