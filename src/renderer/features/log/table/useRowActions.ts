import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Client } from '#shared/contract/client.ts';
import { clipText } from '#shared/domain/cutText.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { groupNumber } from '#shared/domain/requisites.ts';

import { copyLink, copyText, recordCopy } from '../../../client/clipboard.ts';
import { type Desk, useClient, useDesk } from '../../../client/deskContext.ts';
import { usePrivacy } from '../../../client/privacy.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { actionFailureText } from '../../../text/failures.ts';
import { mainValueOf, whyNotCopied } from './mainValue.ts';

const DONE_SHOWN_MS = 2500;
/** In one cell of a table; the detail shows all of it. */
const LONGEST_REVEALED = 300;

/** What became of a copy or a reveal, said beneath the table. */
type RowNote = {
  readonly intentId: string;
  readonly tone: 'done' | 'trouble';
  readonly text: string;
};

export type RowActions = {
  readonly note: RowNote | null;
  readonly revealed: { readonly intentId: string; readonly text: string } | null;
  /** A closed request, asked about before its requisites are copied. */
  readonly asked: { readonly row: LogRow; readonly request: DepositRequest } | null;
  readonly copy: (row: LogRow) => void;
  readonly confirmCopy: () => void;
  readonly cancelCopy: () => void;
  readonly reveal: (row: LogRow) => void;
  /** The table was left: nothing stays revealed. */
  readonly forget: () => void;
  /** Another row is in hand. */
  readonly leave: () => void;
};

/** Both are events in the log, with who it was. */
export function useRowActions(): RowActions {
  const client = useClient();
  const cache = useQueryClient();
  const { profiles } = useDesk();
  const say = useSay();
  const { on: isPrivate, hide } = usePrivacy();
  const [note, setNote] = useState<RowNote | null>(null);
  const [revealed, setRevealed] = useState<RowActions['revealed']>(null);
  const [asked, setAsked] = useState<RowActions['asked']>(null);
  const leaves = useRef(0);
  useEffect(() => {
    if (note?.tone !== 'done') return undefined;
    const timer = setTimeout(() => setNote(null), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [note]);

  const copy = useCallback(
    async (row: LogRow, isConfirmed: boolean): Promise<void> => {
      const { intentId, orderId, customer: name } = row;
      const leftBefore = leaves.current;
      const copied = await copyMainValue({ client, cache, profiles }, intentId, isConfirmed);
      if ('closed' in copied) {
        // Of a row that was left meanwhile nothing is asked any more; nothing was copied either.
        if (leaves.current === leftBefore) setAsked({ row, request: copied.closed });
        return;
      }
      const { tone, text } = copied;
      // Another request than the row's may be open beside the table.
      const customer = hide(name ?? orderId);
      setNote({
        intentId,
        tone,
        text:
          'code' in text
            ? actionFailureText(text, say)
            : text.map((key) => say(key, { customer })).join(' '),
      });
    },
    [client, cache, profiles, say, hide],
  );
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
    note,
    revealed,
    asked,
    copy: useCallback((row) => void copy(row, false), [copy]),
    confirmCopy: () => {
      setAsked(null);
      if (asked !== null) void copy(asked.row, true);
    },
    cancelCopy: () => setAsked(null),
    reveal: useCallback((row) => void reveal(row), [reveal]),
    forget,
    leave: useCallback(() => {
      forget();
      setAsked(null);
    }, [forget]),
  };
}

type CopyDeps = {
  readonly client: Client;
  readonly cache: QueryClient;
  readonly profiles: Desk['profiles'];
};

/** `closed`: it is asked about first. */
type Copied = RowCopy | { readonly closed: DepositRequest };
type RowCopy = { readonly tone: RowNote['tone']; readonly text: readonly WordKey[] | Failure };

/** The desk has the whole value; the row shows only a part of it. */
async function copyMainValue(
  { client, cache, profiles }: CopyDeps,
  intentId: IntentId,
  isConfirmed: boolean,
): Promise<Copied> {
  const history = await client.call('log.history', { intentId });
  if (!history.ok) return { tone: 'trouble', text: history.error };
  const { request } = history.value;
  const profile = profiles.find(({ id }) => id === request.profileId) ?? null;
  const why = whyNotCopied(request, sandboxOriginOf(request, profile));
  const value = mainValueOf(request);
  if (why !== null || value === null) return { tone: 'trouble', text: [why ?? 'log.copy.none'] };
  if (!isConfirmed && closedAs(request, profile?.stateWords) !== null) return { closed: request };
  const { part, text } = value;
  const copied =
    part === 'url'
      ? await copyLink(client, { text, linkOf: intentId })
      : await copyText(client, text);
  if (copied === 'failed' || copied === 'unsafe') {
    return { tone: 'trouble', text: [`copy.${copied}`] };
  }
  const isRecorded = await recordCopy(client, cache, { intentId, ...value, copied });
  if (copied === 'different') return { tone: 'trouble', text: ['copy.different'] };
  return isRecorded
    ? { tone: 'done', text: [`log.copy.done.${value.part}`, `log.copy.${copied}`] }
    : { tone: 'trouble', text: ['copy.notRecorded'] };
}
