import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useState } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { closedAs } from '#shared/domain/finalState.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { sandboxOriginOf } from '#shared/domain/link.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { copyLink, copyText, recordCopy } from '../../../client/clipboard.ts';
import { type Desk, useClient, useDesk, usePrivacy } from '../../../client/deskContext.ts';
import { type WordKey, useSay } from '../../../i18n/i18n.ts';
import { actionFailureText } from '../../../text/failures.ts';
import { mainValueOf, whyNotCopied } from './mainValue.ts';

/** What became of a copy or a reveal, said beneath the table. */
export type RowNote = {
  readonly intentId: string;
  readonly tone: 'done' | 'trouble';
  readonly text: string;
};

export type RowCopy = {
  /** A closed request, asked about before its requisites are copied. */
  readonly asked: { readonly row: LogRow; readonly request: DepositRequest } | null;
  readonly copy: (row: LogRow) => void;
  readonly confirmCopy: () => void;
  readonly cancelCopy: () => void;
};

/** `leaves` counts how often a row was left. */
export function useRowCopy(setNote: (note: RowNote) => void, leaves: RefObject<number>): RowCopy {
  const client = useClient();
  const cache = useQueryClient();
  const { profiles } = useDesk();
  const say = useSay();
  const { hide } = usePrivacy();
  const [asked, setAsked] = useState<RowCopy['asked']>(null);
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
    [client, cache, profiles, say, hide, leaves, setNote],
  );
  return {
    asked,
    copy: useCallback((row) => void copy(row, false), [copy]),
    confirmCopy: () => {
      setAsked(null);
      if (asked !== null) void copy(asked.row, true);
    },
    cancelCopy: useCallback(() => setAsked(null), []),
  };
}

type CopyDeps = {
  readonly client: Client;
  readonly cache: QueryClient;
  readonly profiles: Desk['profiles'];
};

/** `closed`: it is asked about first. */
type Copied = Outcome | { readonly closed: DepositRequest };
type Outcome = { readonly tone: RowNote['tone']; readonly text: readonly WordKey[] | Failure };

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
