import os from 'node:os';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Clock } from '../ports.ts';
import type { Connect, ConnectFault } from './connect.ts';
import { type IdleConnection, watchIdle } from './idleConnection.ts';

/** Connections opened while the operator types. Each carries exactly one request, or none. */
export type ReadyConnections = {
  /** The operator types: opens one for this profile, unless there is one. */
  readonly prepare: (profile: Profile) => void;
  /** The ready one, where it is fit for use; otherwise a new one. */
  readonly open: (
    profile: Profile,
    url: URL,
    options: OpenOptions,
  ) => Promise<Result<IdleConnection, ConnectFault>>;
  /** After a sleep, or because this profile has changed. Left out: all. */
  readonly drop: (profileId?: ProfileId) => void;
  readonly close: () => void;
};

type OpenOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };

type ReadyDeps = {
  readonly connect: Connect;
  readonly clock: Clock;
  /** Differs once the machine is in another network. Left out: its own addresses. */
  readonly network?: () => string;
};

type Kept = {
  readonly key: string;
  readonly openedAtMs: number;
  /** Of the calendar: while the machine sleeps the other clock may stand still. */
  readonly openedAt: number;
  readonly opening: Promise<IdleConnection | null>;
  readonly drop: () => void;
};

/** Servers and middleboxes close an idle connection after some time, without a word in the worst case. */
const MOST_AGE_MS = 10_000;
const MOST_PER_MINUTE = 6;
const MINUTE_MS = 60_000;

export function createReadyConnections({
  connect,
  clock,
  network = ownAddresses,
}: ReadyDeps): ReadyConnections {
  const kept = new Map<ProfileId, Kept>();
  /** When each of a profile's last ones was begun. */
  const begun = new Map<ProfileId, readonly number[]>();
  let isClosed = false;

  const keyOf = ({ baseUrl, proxy }: Profile): string =>
    JSON.stringify([new URL(baseUrl).origin, proxy, network()]);

  function drop(profileId: ProfileId): void {
    kept.get(profileId)?.drop();
    kept.delete(profileId);
  }

  function mayBegin(profileId: ProfileId): boolean {
    const nowMs = performance.now();
    const recent = (begun.get(profileId) ?? []).filter((at) => nowMs - at < MINUTE_MS);
    if (recent.length >= MOST_PER_MINUTE) return false;
    begun.set(profileId, [...recent, nowMs]);
    return true;
  }

  function begin(profile: Profile): Kept {
    const controller = new AbortController();
    let idle: IdleConnection | null = null;
    const opening = (async () => {
      const connected = await connect(new URL(profile.baseUrl), {
        timeoutMs: profile.connectDeadlineMs,
        signal: controller.signal,
        proxy: profile.proxy,
      });
      // Issuing connects once more and tells what is wrong.
      if (!connected.ok) return null;
      idle = watchIdle(connected.value, clock);
      return idle;
    })();
    return {
      key: keyOf(profile),
      openedAtMs: performance.now(),
      openedAt: clock.now().getTime(),
      opening,
      drop() {
        controller.abort();
        idle?.close();
      },
    };
  }

  function isFit(one: Kept, profile: Profile): boolean {
    const age = Math.max(
      performance.now() - one.openedAtMs,
      Math.abs(clock.now().getTime() - one.openedAt),
    );
    return age <= MOST_AGE_MS && one.key === keyOf(profile);
  }

  /** Null: there is none, it is unfit, or it did not open in time. It is in nobody's list from here on. */
  async function takeKept(profile: Profile, options: OpenOptions): Promise<IdleConnection | null> {
    const one = kept.get(profile.id);
    kept.delete(profile.id);
    if (one === undefined) return null;
    const idle = isFit(one, profile) ? await within(one.opening, options) : null;
    if (idle !== null && idle.fault() === null && isFit(one, profile)) return idle;
    one.drop();
    return null;
  }

  return {
    prepare(profile) {
      if (isClosed) return;
      const present = kept.get(profile.id);
      if (present !== undefined && isFit(present, profile)) return;
      drop(profile.id);
      if (!mayBegin(profile.id)) return;
      const one = begin(profile);
      kept.set(profile.id, one);
      const forget = (): void => {
        if (kept.get(profile.id) === one) drop(profile.id);
      };
      setTimeout(forget, MOST_AGE_MS).unref();
      void one.opening.then((idle) => {
        if (idle === null) forget();
        else idle.connection.socket.once('close', forget);
      });
    },
    async open(profile, url, { timeoutMs, signal }) {
      const endMs = performance.now() + timeoutMs;
      const isSameOrigin = url.origin === new URL(profile.baseUrl).origin;
      const ready = isSameOrigin ? await takeKept(profile, { timeoutMs, signal }) : null;
      if (ready !== null) return ok(ready);
      const leftMs = Math.max(1, endMs - performance.now());
      const connected = await connect(url, { timeoutMs: leftMs, signal, proxy: profile.proxy });
      return connected.ok ? ok(watchIdle(connected.value, clock)) : connected;
    },
    drop(profileId) {
      for (const id of profileId === undefined ? [...kept.keys()] : [profileId]) drop(id);
    },
    close() {
      isClosed = true;
      for (const id of [...kept.keys()]) drop(id);
    },
  };
}

/** Null where it takes longer, or the request was interrupted meanwhile. */
async function within<T>(work: Promise<T>, { timeoutMs, signal }: OpenOptions): Promise<T | null> {
  if (signal.aborted) return null;
  let giveUp: () => void = () => undefined;
  const given = new Promise<null>((resolve) => {
    giveUp = () => resolve(null);
  });
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function ownAddresses(): string {
  return Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .sort()
    .join(' ');
}
