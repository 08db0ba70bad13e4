import { useCallback, useEffect, useRef, useState } from 'react';

import { clipText } from '#shared/domain/cutText.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import { groupNumber } from '#shared/domain/requisites.ts';

import { useClient, usePrivacy } from '../../../client/deskContext.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { actionFailureText } from '../../../text/failures.ts';
import { mainValueOf } from './mainValue.ts';
import { type RowCopy, type RowNote, useRowCopy } from './useRowCopy.ts';

const DONE_SHOWN_MS = 2500;
/** In one cell of a table; the detail shows all of it. */
const LONGEST_REVEALED = 300;

export type RowActions = RowCopy & {
  readonly note: RowNote | null;
  readonly revealed: { readonly intentId: string; readonly text: string } | null;
  readonly reveal: (row: LogRow) => void;
  /** The table was left: nothing stays revealed. */
  readonly forget: () => void;
  /** Another row is in hand. */
  readonly leave: () => void;
};

/** Both are events in the log, with who it was. */
export function useRowActions(): RowActions {
  const client = useClient();
  const say = useSay();
  const { on: isPrivate } = usePrivacy();
  const [note, setNote] = useState<RowNote | null>(null);
  const [revealed, setRevealed] = useState<RowActions['revealed']>(null);
  const leaves = useRef(0);
  const copying = useRowCopy(setNote, leaves);
  const { cancelCopy } = copying;
  useEffect(() => {
    if (note?.tone !== 'done') return undefined;
    const timer = setTimeout(() => setNote(null), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [note]);

  const reveal = useCallback(
    async ({ intentId }: LogRow): Promise<void> => {
      // Nothing would be seen, and a look would be recorded.
      if (isPrivate) {
        setNote({ intentId, tone: 'trouble', text: say('privacy.masked') });
        return;
      }
      const leftBefore = leaves.current;
      const reply = await client.call('request.reveal', { intentId });
      // The row was left before the answer came: it stays masked.
      if (leaves.current !== leftBefore) return;
      const value = reply.ok ? mainValueOf(reply.value) : null;
      if (!reply.ok) {
        setNote({ intentId, tone: 'trouble', text: actionFailureText(reply.error, say) });
      } else if (value !== null) {
        const text = value.part === 'number' ? groupNumber(value.text) : value.text;
        setRevealed({ intentId, text: clipText(text, LONGEST_REVEALED) });
      }
    },
    [client, say, isPrivate],
  );
  const forget = useCallback(() => {
    leaves.current += 1;
    setRevealed(null);
    setNote(null);
  }, []);
  return {
    ...copying,
    note,
    revealed,
    reveal: useCallback((row) => void reveal(row), [reveal]),
    forget,
    leave: useCallback(() => {
      forget();
      cancelCopy();
    }, [forget, cancelCopy]),
  };
}
