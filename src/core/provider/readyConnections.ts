import { isDeepStrictEqual } from 'node:util';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Clock } from '../ports.ts';
import { within } from '../within.ts';
import type { Connect, ConnectFault } from './connect.ts';
import { type IdleConnection, watchIdle } from './idleConnection.ts';
import type { Trust } from './trust.ts';

/** Connections opened ahead of typed requests, at most one a profile. Each carries exactly one request, or none. */
export type ReadyConnections = {
  /** The operator types: opens a connection for this profile unless a usable one is open or being opened. */
  readonly prepare: (profile: Profile) => void;
  /** The ready connection for a typed request, where one is usable; otherwise a new one. */
  readonly open: (
    profile: Profile,
    url: URL,
    options: OpenOptions,
  ) => Promise<Result<IdleConnection, ConnectFault>>;
  /** The machine slept, other certificates are trusted, or this profile has changed. Without a profile: all. */
  readonly drop: (profileId?: ProfileId) => void;
  readonly close: () => void;
};

type OpenOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** False: a row of a batch, which leaves the ready connection to the operator. */
  readonly isTyped: boolean;
};

type ReadyDeps = {
  readonly connect: Connect;
  /** Once other certificates are trusted, connections that were judged without them are closed. */
  readonly trust: Pick<Trust, 'onChange'>;
  readonly clock: Clock;
};

type Kept = {
  readonly profile: Profile;
  readonly openedAtMs: number;
  readonly opening: Promise<IdleConnection | null>;
  /** False once it is too old, or can carry no request. */
  readonly isFit: () => boolean;
  /** The request that takes it sees to its end. */
  readonly keepOpen: () => void;
  readonly close: () => void;
};

/** Servers and middleboxes close an idle connection after some time, in the worst case without a FIN. */
const MAX_AGE_MS = 10_000;
/** Unused connections that may be opened for a profile in a minute: a server may close each at once. */
const MAX_UNUSED_PER_MINUTE = 6;
const MINUTE_MS = 60_000;
/** A request waits this long for a connection that is still being opened, and connects by itself after that. */
const MAX_WAIT_MS = 1000;

export function createReadyConnections(deps: ReadyDeps): ReadyConnections {
  const { connect, clock } = deps;
  const kept = new Map<ProfileId, Kept>();
  /** When each unused connection of a profile was begun, within the last minute. */
  const unused = new Map<ProfileId, readonly number[]>();
  let isClosed = false;
  deps.trust.onChange(() => drop());

  function drop(profileId?: ProfileId): void {
    for (const [id, one] of kept) {
      if (profileId !== undefined && id !== profileId) continue;
      kept.delete(id);
      one.close();
    }
  }

  /** The ready connection is used or closed here: it is kept no longer. Null when a new one is needed. */
  async function take(
    profile: Profile,
    { timeoutMs, signal }: OpenOptions,
  ): Promise<IdleConnection | null> {
    const one = kept.get(profile.id);
    if (one === undefined) return null;
    kept.delete(profile.id);
    one.keepOpen();
    const idle = isUsable(one, profile)
      ? await within(one.opening, { ms: Math.min(timeoutMs, MAX_WAIT_MS), signal }, () => null)
      : null;
    if (idle === null || !isUsable(one, profile)) {
      one.close();
      return null;
    }
    const begun = unused.get(profile.id) ?? [];
    unused.set(
      profile.id,
      begun.filter((atMs) => atMs !== one.openedAtMs),
    );
    return idle;
  }

  return {
    prepare(profile) {
      const ready = kept.get(profile.id);
      if (isClosed || (ready !== undefined && isUsable(ready, profile))) return;
      drop(profile.id);
      const nowMs = performance.now();
      const begun = (unused.get(profile.id) ?? []).filter((atMs) => nowMs - atMs < MINUTE_MS);
      if (begun.length >= MAX_UNUSED_PER_MINUTE) return;
      const one = begin(profile, deps);
      unused.set(profile.id, [...begun, one.openedAtMs]);
      kept.set(profile.id, one);
    },
    async open(profile, url, options) {
      const { timeoutMs, signal, isTyped } = options;
      const endMs = performance.now() + timeoutMs;
      const mayTake = isTyped && url.origin === new URL(profile.baseUrl).origin;
      const ready = mayTake ? await take(profile, options) : null;
      if (ready !== null) return ok(ready);
      const leftMs = Math.max(1, endMs - performance.now());
      const connected = await connect(url, { timeoutMs: leftMs, signal, proxy: profile.proxy });
      return connected.ok ? ok(watchIdle(connected.value, clock)) : connected;
    },
    drop,
    close() {
      isClosed = true;
      drop();
    },
  };
}

function begin(profile: Profile, { connect, clock }: ReadyDeps): Kept {
  const openedAtMs = performance.now();
  const openedAt = clock.now().getTime();
  const controller = new AbortController();
  let state: IdleConnection | 'opening' | 'failed' = 'opening';
  const open = async (): Promise<IdleConnection | null> => {
    const connected = await connect(new URL(profile.baseUrl), {
      timeoutMs: Math.min(profile.connectDeadlineMs, MAX_AGE_MS),
      signal: controller.signal,
      proxy: profile.proxy,
    });
    // Issuing connects once more and tells the operator what is wrong.
    state = connected.ok ? watchIdle(connected.value, clock) : 'failed';
    if (state === 'failed') return null;
    // It was dropped in the turn in which it opened.
    if (controller.signal.aborted) state.close();
    return state;
  };
  const close = (): void => {
    clearTimeout(timer);
    controller.abort();
    if (typeof state === 'object') state.close();
  };
  const timer = setTimeout(close, MAX_AGE_MS).unref();
  return {
    profile,
    openedAtMs,
    opening: open(),
    isFit() {
      // By the wall clock as well: the monotonic clock may stand still while the machine sleeps.
      const sinceMs = Math.abs(clock.now().getTime() - openedAt);
      const ageMs = Math.max(performance.now() - openedAtMs, sinceMs);
      if (ageMs > MAX_AGE_MS || state === 'failed') return false;
      return state === 'opening' || state.fault() === null;
    },
    keepOpen: () => clearTimeout(timer),
    close,
  };
}

/** It leads where this profile leads now, by the same way. */
function isUsable({ profile, isFit }: Kept, { baseUrl, proxy }: Profile): boolean {
  const isSamePlace = new URL(profile.baseUrl).origin === new URL(baseUrl).origin;
  return isFit() && isSamePlace && isDeepStrictEqual(profile.proxy, proxy);
}
