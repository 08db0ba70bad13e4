import { useState } from 'react';

import { type LogRow, NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import { logHref } from '../../../client/logLook.ts';
import { useAnswer } from '../../../client/operation.ts';
import { requestHref } from '../../../client/requests.ts';
import { useNow } from '../../../ui/hooks.ts';

const MINUTE_MS = 60_000;
/** A validity that ends within this time is due soon; where requisites are valid for a short time, within a third of it. */
const DUE_WITHIN_MS = 5 * MINUTE_MS;
const ASKED_EVERY_MS = 15_000;
const MOST_ROWS = 200;

export type DueSoon = {
  readonly count: number;
  /** Until the first of them ends. */
  readonly minutes: number;
  /** The request, or the list of them. */
  readonly href: string;
};

/** When a request must have been recorded for its validity to end soon. */
export function dueBetween(
  validMin: number,
  nowMs: number,
): { readonly from: string; readonly to: string } {
  const validMs = validMin * MINUTE_MS;
  const fromMs = nowMs - validMs;
  const withinMs = Math.min(DUE_WITHIN_MS, validMs / 3);
  return { from: new Date(fromMs).toISOString(), to: new Date(fromMs + withinMs).toISOString() };
}

type DueRow = Pick<LogRow, 'intentId' | 'createdAt' | 'isHeard' | 'isSample'>;

/** Null when every request of that time has a state, or there is none. */
export function dueSoonOf(
  rows: readonly DueRow[],
  validMin: number,
  nowMs: number,
): Omit<DueSoon, 'href'> | null {
  const due = rows.filter(({ isHeard, isSample }) => !isHeard && !isSample);
  const endsMs = due.map(({ createdAt }) => Date.parse(createdAt) + validMin * MINUTE_MS);
  const open = endsMs.filter((endMs) => endMs > nowMs);
  if (open.length === 0) return null;
  return { count: open.length, minutes: Math.ceil((Math.min(...open) - nowMs) / MINUTE_MS) };
}

/** Requests of the profile whose requisites stop being valid soon, without a word of the provider about them. */
export function useDueSoon(): DueSoon | null {
  const { profile } = useDesk();
  const { id, requisitesValidMin: validMin } = profile;
  const [searchId] = useState(() => crypto.randomUUID());
  const nowMs = useNow(validMin === null ? null : ASKED_EVERY_MS);
  const filter = {
    outcomes: ['accepted' as const],
    profileIds: [id],
    between: dueBetween(validMin ?? 0, nowMs),
  };
  const query = {
    text: '',
    filter: { ...NO_FILTER, ...filter },
    range: { kind: 'all' as const },
    sort: NEWEST_FIRST,
    dayProfileId: id,
  };
  const { data } = useAnswer(
    'log.search',
    { searchId, query, pageSize: MOST_ROWS },
    KEYS.search(searchId, query),
    { enabled: validMin !== null, placeholderData: (last) => last, gcTime: 0 },
  );
  if (validMin === null || data === undefined) return null;
  const due = dueSoonOf(data.rows, validMin, nowMs);
  if (due === null) return null;
  const only = data.rows.find(({ isHeard, isSample }) => !isHeard && !isSample);
  const href =
    due.count === 1 && only !== undefined
      ? requestHref(only.intentId)
      : logHref(filter, { kind: 'all' });
  return { ...due, href };
}
