import type { BatchOutcome, BatchPace, PAUSE_REASONS, BATCH_STATES } from '#shared/domain/batch.ts';
import { assertNever } from '#shared/domain/result.ts';

export type PauseReason = (typeof PAUSE_REASONS)[number];
type BatchState = (typeof BATCH_STATES)[number];

/** How one row came to its end in this run. */
export type RowEnd =
  | { readonly kind: 'outcome'; readonly outcome: Settled; readonly limitedForMs: number | null }
  | { readonly kind: 'refused' }
  /** W1 was not written: the row waits again. With a reason the whole batch waits for its cause to end. */
  | { readonly kind: 'returned'; readonly reason: PauseReason | null };
export type Settled = Extract<BatchOutcome, 'accepted' | 'rejected' | 'not_sent' | 'unknown'>;

/** Every moment is of the monotonic clock: the wall clock may be set while a batch runs. */
export type RunEvent =
  | { readonly kind: 'began'; readonly atMs: number }
  | { readonly kind: 'ended'; readonly atMs: number; readonly end: RowEnd }
  /** No row is waiting any more. */
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'pause'; readonly reason: PauseReason }
  | { readonly kind: 'resume'; readonly pace: BatchPace }
  | { readonly kind: 'stop' }
  /** The time that a rate limit asked for may be over. */
  | { readonly kind: 'tick'; readonly atMs: number };

export type RunState = {
  readonly phase: 'running' | 'paused' | 'stopped';
  readonly pause: { readonly reason: PauseReason; readonly untilMs: number | null } | null;
  readonly pace: BatchPace;
  readonly inFlight: number;
  readonly isExhausted: boolean;
  /** Outcomes other than `accepted`, without one that was accepted in between. */
  readonly badInARow: number;
  /** Pauses by a rate limit, without a request that was accepted in between. */
  readonly limitedInARow: number;
  /** The rate allows no row before this moment. */
  readonly nextAtMs: number;
};

export function pausedRun(pace: BatchPace, reason: PauseReason): RunState {
  return {
    phase: 'paused',
    pause: { reason, untilMs: null },
    pace,
    inFlight: 0,
    isExhausted: false,
    badInARow: 0,
    limitedInARow: 0,
    nextAtMs: 0,
  };
}

/** Pure: what a batch does next depends on this state alone. `stopped` is never left. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.kind) {
    case 'began':
      return {
        ...state,
        inFlight: state.inFlight + 1,
        nextAtMs: event.atMs + spacingMs(state.pace),
      };
    case 'ended':
      return ended({ ...state, inFlight: state.inFlight - 1 }, event);
    case 'exhausted':
      return { ...state, isExhausted: true };
    case 'queued':
      return { ...state, isExhausted: false };
    case 'pause':
      return state.phase === 'stopped' ? state : paused(state, event.reason);
    case 'resume':
      if (state.phase === 'stopped') return state;
      return { ...running(state), pace: event.pace, badInARow: 0, limitedInARow: 0, nextAtMs: 0 };
    case 'stop':
      return { ...state, phase: 'stopped', pause: null };
    case 'tick': {
      const untilMs = state.pause?.untilMs ?? null;
      const isOver = untilMs !== null && untilMs <= event.atMs;
      return state.phase === 'paused' && isOver ? running(state) : state;
    }
    default:
      return assertNever(event);
  }
}

/** Evenly spaced, so that no burst passes a limit that the provider counts in another way. */
function spacingMs({ perMinute }: BatchPace): number {
  return perMinute === null ? 0 : 60_000 / perMinute;
}

function running(state: RunState): RunState {
  return { ...state, phase: 'running', pause: null };
}

function paused(state: RunState, reason: PauseReason, untilMs: number | null = null): RunState {
  return { ...state, phase: 'paused', pause: { reason, untilMs } };
}

function ended(
  state: RunState,
  { end, atMs }: Extract<RunEvent, { readonly kind: 'ended' }>,
): RunState {
  if (end.kind === 'returned') {
    const after = { ...state, isExhausted: false };
    return end.reason === null || state.phase !== 'running' ? after : paused(after, end.reason);
  }
  if (end.kind === 'refused') return badEnd(state, 'rejections');
  switch (end.outcome) {
    case 'accepted':
      return { ...state, badInARow: 0, limitedInARow: 0 };
    case 'rejected':
      return end.limitedForMs === null
        ? badEnd(state, 'rejections')
        : limited(state, atMs + end.limitedForMs);
    case 'unknown':
      return badEnd(state, 'unknowns');
    case 'not_sent':
      return badEnd(state, 'not_sent');
    default:
      return assertNever(end.outcome);
  }
}

function badEnd(state: RunState, reason: PauseReason): RunState {
  const after = { ...state, badInARow: state.badInARow + 1 };
  const isTooMuch = after.badInARow >= state.pace.pauseAfter;
  // A pause that would go on by itself gives way: this one needs the operator.
  const isOpen = state.phase === 'running' || state.pause?.reason === 'rate_limited';
  return isTooMuch && isOpen && state.phase !== 'stopped' ? paused(after, reason) : after;
}

/** Several rows in flight may be refused for one rate limit: the latest time counts, and they count as one. */
function limited(state: RunState, untilMs: number): RunState {
  if (state.phase === 'paused' && state.pause?.reason === 'rate_limited') {
    return paused(state, 'rate_limited', Math.max(untilMs, state.pause.untilMs ?? 0));
  }
  if (state.phase !== 'running') return state;
  const after = { ...state, limitedInARow: state.limitedInARow + 1 };
  return after.limitedInARow >= state.pace.pauseAfter
    ? paused(after, 'rejections')
    : paused(after, 'rate_limited', untilMs);
}

/** Milliseconds until the next row may begin; null: none may, until something changes. */
export function delayBeforeNext(state: RunState, nowMs: number): number | null {
  if (state.phase !== 'running' || state.isExhausted || state.inFlight >= state.pace.atOnce) {
    return null;
  }
  return Math.max(0, Math.ceil(state.nextAtMs - nowMs));
}

export function batchStateOf({ phase, inFlight, isExhausted }: RunState): BatchState {
  if (phase === 'stopped') return inFlight > 0 ? 'stopping' : 'stopped';
  if (isExhausted && inFlight === 0) return 'done';
  if (phase === 'paused') return inFlight > 0 ? 'pausing' : 'paused';
  return 'running';
}

const LIMITED_BY_DEFAULT_MS = 60_000;
const LONGEST_LIMITED_MS = 24 * 3_600_000;

/** How long a provider that answered 429 wants to be left alone: Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
export function limitedFor(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d+$/u.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  const asked = Number.isNaN(ms) ? LIMITED_BY_DEFAULT_MS : ms;
  return Math.min(Math.max(asked, 1000), LONGEST_LIMITED_MS);
}
