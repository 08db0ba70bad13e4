import os from 'node:os';
import { isDeepStrictEqual } from 'node:util';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Clock } from '../ports.ts';
import type { Connect, ConnectFault } from './connect.ts';
import { type IdleConnection, watchIdle } from './idleConnection.ts';
import type { Trust } from './trust.ts';

/** Connections opened ahead of requests. Each carries exactly one request, or none. */
export type ReadyConnections = {
  /**
   * The operator types, or a batch runs `count` requests at once: opens connections for this profile until `count` usable ones
   * are open or being opened, at most 16.
   */
  readonly prepare: (profile: Profile, count?: number) => void;
  /** A ready connection if one is usable, otherwise a new one. */
  readonly open: (
    profile: Profile,
    url: URL,
    options: OpenOptions,
  ) => Promise<Result<IdleConnection, ConnectFault>>;
  /** The machine slept, other certificates are trusted, or this profile has changed. Without a profile: all. */
  readonly drop: (profileId?: ProfileId) => void;
  readonly close: () => void;
};

type OpenOptions = { readonly timeoutMs: number; readonly signal: AbortSignal };

type ReadyDeps = {
  readonly connect: Connect;
  /** Once other certificates are trusted, connections that were judged without them are closed. */
  readonly trust: Pick<Trust, 'onChange'>;
  readonly clock: Clock;
  /** The system's proxy for this profile; null where the profile or the environment decides. Left out: null. */
  readonly systemProxy?: (profile: Profile) => Promise<string> | null;
  /** Differs once the machine is in another network. Left out: its own addresses. */
  readonly network?: () => string;
  /** How often the network and the system's proxy are compared while a connection is idle. */
  readonly lookEveryMs?: number;
};

type Kept = {
  readonly profile: Profile;
  readonly network: string;
  readonly systemProxy: Promise<string> | null;
  readonly openedAtMs: number;
  /** By the wall clock: the monotonic clock may stand still while the machine sleeps. */
  readonly openedAt: number;
  readonly opening: Promise<IdleConnection | null>;
  /** False once the open connection can carry no request. */
  readonly isAlive: () => boolean;
  readonly close: () => void;
};

/** Servers and middleboxes close an idle connection after some time, in the worst case without a FIN. */
const MAX_AGE_MS = 10_000;
/** As many requests as a batch runs at once. */
const MAX_READY = 16;
/** Unused connections that may be opened for a profile in a minute, for each one that is asked for. */
const MAX_UNUSED_PER_MINUTE = 6;
const MINUTE_MS = 60_000;
/** A request waits this long for a connection that is still being opened, and connects by itself after that. */
const MAX_WAIT_MS = 1000;
const LOOK_EVERY_MS = 1000;
const ADDRESSES_FOR_MS = 100;

type Known = Required<Omit<ReadyDeps, 'lookEveryMs' | 'trust'>>;

export function createReadyConnections(deps: ReadyDeps): ReadyConnections {
  const { connect, clock, lookEveryMs = LOOK_EVERY_MS } = deps;
  const known: Known = { systemProxy: () => null, network: createOwnAddresses(), ...deps };
  const shelf = createShelf(known, lookEveryMs);
  const pace = createPace();
  let isClosed = false;
  deps.trust.onChange(() => shelf.drop());

  /** The oldest ready connection is used or closed here: it is kept no longer. Null when a new one is needed. */
  async function take(
    profile: Profile,
    { timeoutMs, signal }: OpenOptions,
  ): Promise<IdleConnection | null> {
    const one = shelf.usableOf(profile)[0];
    if (one === undefined) return null;
    shelf.remove(one);
    const waitMs = Math.min(timeoutMs, MAX_WAIT_MS);
    const idle = await within(one.opening, waitMs, signal);
    if (idle === null || !isUsable(one, profile, known)) {
      one.close();
      return null;
    }
    pace.used(profile.id, one.openedAtMs);
    return idle;
  }

  return {
    prepare(profile, count = 1) {
      if (isClosed) return;
      const wanted = Math.min(count, MAX_READY);
      for (let ready = shelf.usableOf(profile).length; ready < wanted; ready += 1) {
        if (!pace.mayBegin(profile.id, wanted)) return;
        const one = begin(profile, known);
        pace.began(profile.id, one.openedAtMs);
        shelf.put(one);
      }
    },
    async open(profile, url, { timeoutMs, signal }) {
      const endMs = performance.now() + timeoutMs;
      const isSameOrigin = url.origin === originOf(profile.baseUrl);
      const ready = isSameOrigin ? await take(profile, { timeoutMs, signal }) : null;
      if (ready !== null) return ok(ready);
      const leftMs = Math.max(1, endMs - performance.now());
      const connected = await connect(url, { timeoutMs: leftMs, signal, proxy: profile.proxy });
      return connected.ok ? ok(watchIdle(connected.value, clock)) : connected;
    },
    drop: (profileId) => shelf.drop(profileId),
    close() {
      isClosed = true;
      shelf.drop();
    },
  };
}

/** Oldest first. Those that are too old, dead, or of another network or proxy are closed. */
function createShelf(known: Known, lookEveryMs: number) {
  const kept = new Set<Kept>();
  let timer: NodeJS.Timeout | null = null;

  function remove(one: Kept): void {
    kept.delete(one);
    if (kept.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }
  function dropOne(one: Kept): void {
    // One that a request has taken since is the request's.
    if (!kept.has(one)) return;
    one.close();
    remove(one);
  }
  function look(): void {
    for (const one of kept) {
      if (!isUsable(one, one.profile, known)) dropOne(one);
      else if (one.systemProxy !== null) void compareProxy(one, one.systemProxy);
    }
  }
  async function compareProxy(one: Kept, before: Promise<string>): Promise<void> {
    const now = known.systemProxy(one.profile);
    if ((await before) !== (await now)) dropOne(one);
  }
  async function watch(one: Kept): Promise<void> {
    const idle = await one.opening;
    if (idle === null) dropOne(one);
    else idle.connection.socket.once('close', () => dropOne(one));
  }

  return {
    /** The others of the profile are closed. */
    usableOf(profile: Profile): readonly Kept[] {
      const own = [...kept].filter((one) => one.profile.id === profile.id);
      const usable = own.filter((one) => isUsable(one, profile, known));
      for (const one of own) if (!usable.includes(one)) dropOne(one);
      return usable;
    },
    put(one: Kept): void {
      kept.add(one);
      timer ??= setInterval(look, lookEveryMs).unref();
      void watch(one);
    },
    remove,
    /** Without a profile: all. */
    drop(profileId?: ProfileId): void {
      for (const one of kept) {
        if (profileId === undefined || one.profile.id === profileId) dropOne(one);
      }
    },
  };
}

function begin(profile: Profile, { connect, clock, network, systemProxy }: Known): Kept {
  const openedAtMs = performance.now();
  const controller = new AbortController();
  let idle: IdleConnection | null = null;
  const opening = (async () => {
    const connected = await connect(new URL(profile.baseUrl), {
      timeoutMs: Math.min(profile.connectDeadlineMs, MAX_AGE_MS),
      signal: controller.signal,
      proxy: profile.proxy,
    });
    // Issuing connects once more and tells the operator what is wrong.
    if (!connected.ok) return null;
    // It was dropped in the turn in which it opened.
    if (controller.signal.aborted) {
      connected.value.socket.destroy();
      return null;
    }
    idle = watchIdle(connected.value, clock);
    return idle;
  })();
  return {
    profile,
    network: network(),
    systemProxy: systemProxy(profile),
    openedAtMs,
    openedAt: clock.now().getTime(),
    opening,
    isAlive: () => idle === null || idle.fault() === null,
    close() {
      controller.abort();
      idle?.close();
    },
  };
}

function isUsable(one: Kept, { baseUrl, proxy }: Profile, { clock, network }: Known): boolean {
  const ageMs = Math.max(
    performance.now() - one.openedAtMs,
    Math.abs(clock.now().getTime() - one.openedAt),
  );
  return (
    ageMs <= MAX_AGE_MS &&
    one.isAlive() &&
    one.network === network() &&
    (one.profile.baseUrl === baseUrl || originOf(one.profile.baseUrl) === originOf(baseUrl)) &&
    isDeepStrictEqual(one.profile.proxy, proxy)
  );
}

/** When each unused connection of a profile was begun, within the last minute. */
function createPace() {
  const unused = new Map<ProfileId, readonly number[]>();
  const of = (profileId: ProfileId): readonly number[] => unused.get(profileId) ?? [];
  return {
    mayBegin(profileId: ProfileId, wanted: number): boolean {
      const nowMs = performance.now();
      const recent = of(profileId).filter((atMs) => nowMs - atMs < MINUTE_MS);
      unused.set(profileId, recent);
      return recent.length < MAX_UNUSED_PER_MINUTE * wanted;
    },
    began: (profileId: ProfileId, atMs: number) =>
      void unused.set(profileId, [...of(profileId), atMs]),
    used: (profileId: ProfileId, begunAtMs: number) =>
      void unused.set(
        profileId,
        of(profileId).filter((atMs) => atMs !== begunAtMs),
      ),
  };
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** Null when it takes longer, or when the request was interrupted meanwhile. */
async function within<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T | null> {
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

/** The system is asked at most every 100 ms: a batch would ask hundreds of times a second, a tenth of a millisecond each. */
function createOwnAddresses(): () => string {
  let last = { text: '', untilMs: 0 };
  return () => {
    const nowMs = performance.now();
    if (nowMs >= last.untilMs) last = { text: ownAddresses(), untilMs: nowMs + ADDRESSES_FOR_MS };
    return last.text;
  };
}

function ownAddresses(): string {
  return Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join(' ');
}
