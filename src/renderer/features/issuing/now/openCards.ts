import { useState } from 'react';

import { closedAs } from '#shared/domain/finalState.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, isOpen, isUnresolved } from '#shared/domain/request.ts';

/** This many of the newest cards stay open until they were copied, or their refusal was read. */
const STILL_AT_HAND = 3;

/**
 * Cards that are open when a request is added: the newest, every one in flight or without an answer, the focused one, and those of
 * the newest few that the operator still has to handle. The others are one line, so that ten fit on the screen.
 */
export function wholeCards(
  requests: readonly DepositRequest[],
  focused: IntentId | null,
): ReadonlySet<IntentId> {
  const whole = requests.filter(
    (request, at) =>
      at === 0 ||
      isOpen(request) ||
      request.intentId === focused ||
      (at < STILL_AT_HAND && wantsHands(request)),
  );
  return new Set(whole.map(({ intentId }) => intentId));
}

function wantsHands(request: DepositRequest): boolean {
  const { outcome, lastCopiedAt } = request;
  if (outcome === 'accepted') return lastCopiedAt === null && closedAs(request) === null;
  return outcome === 'rejected' || outcome === 'not_sent';
}

/** An unknown that is older has gone to the list: what is to be done about it is not done here and now. */
const OLD_UNKNOWN_MS = 30 * 60_000;

export function oldUnknowns(
  requests: readonly DepositRequest[],
  nowMs: number,
): ReadonlySet<IntentId> {
  const old = requests.filter(
    (request) => isUnresolved(request) && nowMs - Date.parse(request.createdAt) >= OLD_UNKNOWN_MS,
  );
  return new Set(old.map(({ intentId }) => intentId));
}

type NowLists = {
  readonly recent: readonly DepositRequest[];
  /** Newest first; one line for all of them. */
  readonly old: readonly DepositRequest[];
};

/** Only a new request takes old unknowns off the list: the operator may be resolving one of them. */
export function useNowLists(requests: readonly DepositRequest[]): NowLists {
  const newest = requests[0]?.intentId ?? null;
  const [seen, setSeen] = useState(() => ({ newest, old: oldUnknowns(requests, Date.now()) }));
  if (seen.newest !== newest) setSeen({ newest, old: oldUnknowns(requests, Date.now()) });
  const isOld = (request: DepositRequest): boolean =>
    seen.old.has(request.intentId) && isUnresolved(request);
  return {
    recent: requests.filter((request) => !isOld(request)),
    old: requests.filter(isOld),
  };
}

export type OpenCards = {
  readonly isWhole: (request: DepositRequest) => boolean;
  readonly toggle: (request: DepositRequest) => void;
};

/** Only a new request folds finished cards, because it moves all cards anyway: a card must not fold while it is being read. */
export function useOpenCards(
  requests: readonly DepositRequest[],
  focused: IntentId | null,
): OpenCards {
  const newest = requests[0]?.intentId ?? null;
  const [seen, setSeen] = useState(() => ({ newest, whole: wholeCards(requests, focused) }));
  const [folded, setFolded] = useState<ReadonlySet<IntentId>>(new Set());
  if (seen.newest !== newest) setSeen({ newest, whole: wholeCards(requests, focused) });
  const isWhole = (request: DepositRequest): boolean =>
    !folded.has(request.intentId) && (seen.whole.has(request.intentId) || isOpen(request));
  return {
    isWhole,
    toggle(request) {
      const { intentId } = request;
      const wasWhole = isWhole(request);
      setFolded((ids) => (wasWhole ? new Set([...ids, intentId]) : without(ids, intentId)));
      if (!wasWhole)
        setSeen(({ whole, ...rest }) => ({ ...rest, whole: new Set([...whole, intentId]) }));
    },
  };
}

function without(ids: ReadonlySet<IntentId>, id: IntentId): ReadonlySet<IntentId> {
  return new Set([...ids].filter((own) => own !== id));
}
