import type { DeskEvent } from '#shared/contract/events.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

export type HeardEvent = Extract<DeskEvent, { name: 'request.heard' }>;

/** What became known of one request. */
export type RequestNotice = {
  readonly intentId: IntentId;
  readonly request: DepositRequest;
  /** The state before; null: there was none. */
  readonly wasState: string | null;
  /** An answer that came late, not a callback. */
  readonly isLate: boolean;
  readonly heardMs: number;
  /** How much longer it is shown; 0: it is gone from the screen, but F8 still leads to it. */
  readonly leftMs: number;
  readonly isOpened: boolean;
};

/** Long enough to look up from a conversation. */
export const SHOWN_MS = 12_000;
/** So long F8 opens one that is no longer on the screen. */
const RECENT_MS = 10 * 60_000;
const MOST_KEPT = 50;
export const MOST_SHOWN = 3;
/** In a small window, where three would leave little of the page. */
export const FEW_SHOWN = 1;

/** Newest first. A request that is heard of again has one notice: the new one, with the state that was last seen. */
export function withHeard(
  list: readonly RequestNotice[],
  event: HeardEvent,
  nowMs: number,
  isShown: boolean,
): readonly RequestNotice[] {
  const notice = noticeOf(event, nowMs, isShown);
  const before = list.find(({ intentId }) => intentId === notice.intentId);
  const isStillShown = before !== undefined && before.leftMs > 0;
  const merged = isStillShown ? { ...notice, wasState: before.wasState } : notice;
  const others = list.filter((known) => known !== before && nowMs - known.heardMs < RECENT_MS);
  return [merged, ...others].slice(0, MOST_KEPT);
}

/** `isShown` is false when that request, or its card, is in view. */
export function noticeOf(
  { request, wasState, isLate }: HeardEvent,
  heardMs: number,
  isShown: boolean,
): RequestNotice {
  const leftMs = isShown ? SHOWN_MS : 0;
  const { intentId } = request;
  return {
    intentId,
    request,
    wasState,
    isLate: isLate === true,
    heardMs,
    leftMs,
    isOpened: !isShown,
  };
}

/** Time has passed for those that are in sight; the others wait for their turn. */
export function afterMs(
  list: readonly RequestNotice[],
  ms: number,
  most: number,
): readonly RequestNotice[] {
  const shown = new Set(shownOf(list, most));
  return list.map((notice) =>
    shown.has(notice) ? { ...notice, leftMs: Math.max(0, notice.leftMs - ms) } : notice,
  );
}

/** Taken off the screen; null: all of them. */
export function without(
  list: readonly RequestNotice[],
  intentId: IntentId | null,
): readonly RequestNotice[] {
  return list.map((notice) =>
    intentId === null || notice.intentId === intentId ? { ...notice, leftMs: 0 } : notice,
  );
}

export function opened(
  list: readonly RequestNotice[],
  intentId: IntentId,
): readonly RequestNotice[] {
  return list.map((notice) =>
    notice.intentId === intentId ? { ...notice, leftMs: 0, isOpened: true } : notice,
  );
}

export function shownOf(list: readonly RequestNotice[], most: number): readonly RequestNotice[] {
  return waitingOf(list).slice(0, most);
}

export function waitingOf(list: readonly RequestNotice[]): readonly RequestNotice[] {
  return list.filter(({ leftMs }) => leftMs > 0);
}

/** What F8 opens: the newest unopened notice, else the newest; null when there was none lately. */
export function newestOf(list: readonly RequestNotice[], nowMs: number): RequestNotice | null {
  const recent = list.filter(({ heardMs }) => nowMs - heardMs < RECENT_MS);
  return recent.find(({ isOpened }) => !isOpened) ?? recent[0] ?? null;
}
