import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { isFresh } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { within } from '../within.ts';
import { type FailedReading, type FetchLimitsDeps, fetchLimits } from './fetchLimits.ts';
import { type InHandDeps, createInHand, keyOf } from './inHand.ts';

type LimitsReading = OperationOutput<'limits.read'>;

export type LimitsService = {
  /** The snapshot in hand when it is fresh, else a new reading; a failed one keeps the older snapshot and says why. */
  readonly read: (
    profile: Profile,
    refresh: boolean,
    /** Who cannot wait longer gets what is in hand; the reading goes on. */
    withinMs?: number,
  ) => Promise<LimitsReading>;
  /** Starts a new reading without waiting; its result arrives as an event. */
  readonly refreshLater: (profile: Profile) => void;
  /** Ends readings under way; their callers get the older snapshot. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
};

export type LimitsDeps = FetchLimitsDeps &
  InHandDeps & {
    readonly onBug: (error: unknown) => void;
    /** Hears how each reading ended and how long it took. */
    readonly onAsked: (profile: Profile, problem: string | null, ms: number) => void;
  };

type Failed = FailedReading & { readonly profileId: ProfileId; readonly atMs: number };

/** After a reading that failed, issuing goes on without a new one for so long: a provider that hangs must not slow every request. */
const FAILURE_HOLDS_MS = 15_000;
const STILL_ASKING = 'still_asking: the provider has not answered yet';

export function createLimitsService(deps: LimitsDeps): LimitsService {
  const stop = new AbortController();
  const inHand = createInHand(deps);
  const underWay = new Map<string, Promise<LimitsReading>>();
  const failed = new Map<string, Failed>();
  // A secret may have been entered: its operator expects a new reading.
  const unsubscribe = deps.events.onEvent((event) => {
    if (event.name !== 'profile.changed') return;
    for (const [key, { profileId }] of failed)
      if (profileId === event.profileId) failed.delete(key);
  });
  const nowMs = (): number => deps.clock.now().getTime();

  async function inHandAfter(failure: FailedReading | null, of: Profile): Promise<LimitsReading> {
    const held = await inHand.newest(of);
    return { snapshot: held?.snapshot ?? null, change: held?.change ?? null, ...told(failure) };
  }

  async function ask(profile: Profile): Promise<LimitsReading> {
    const startedMs = performance.now();
    const answer = await fetchLimits(profile, deps, stop.signal);
    const tookMs = Math.round(performance.now() - startedMs);
    deps.onAsked(profile, answer.ok ? null : answer.error.problem, tookMs);
    if (!answer.ok) {
      failed.set(askedBy(profile), { profileId: profile.id, atMs: nowMs(), ...answer.error });
      return inHandAfter(answer.error, profile);
    }
    failed.delete(askedBy(profile));
    return inHand.put(profile, answer.value);
  }

  /** Concurrent callers share one reading. */
  function shared(profile: Profile): Promise<LimitsReading> {
    const key = askedBy(profile);
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const asked = deps.redactor.during(() => ask(profile));
    const started = asked.finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  return {
    async read(profile, refresh, withinMs) {
      if (refresh) return shared(profile);
      const reading = await inHandAfter(null, profile);
      if (reading.snapshot !== null && isFresh(reading.snapshot, nowMs())) return reading;
      const failure = failed.get(askedBy(profile));
      if (failure !== undefined && Math.abs(nowMs() - failure.atMs) <= FAILURE_HOLDS_MS) {
        return { ...reading, ...told(failure) };
      }
      const asked = shared(profile);
      if (withinMs === undefined) return asked;
      // The result goes to the event and the journal even when no caller waits for it.
      const limit = { ms: withinMs, signal: stop.signal };
      return within(asked, limit, () => ({ ...reading, problem: STILL_ASKING }));
    },
    refreshLater(profile) {
      if (!stop.signal.aborted) shared(profile).catch(deps.onBug);
    },
    stop: () => stop.abort(),
    async close() {
      unsubscribe();
      stop.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

type Told = Pick<LimitsReading, 'problem' | 'problemAnswer' | 'problemStatus'>;

function told(failure: FailedReading | null): Told {
  const answer = failure?.answer ?? null;
  return {
    problem: failure?.problem ?? null,
    ...(answer === null ? {} : { problemAnswer: answer.text, problemStatus: answer.httpStatus }),
  };
}

/**
 * Everything that decides how the provider is asked and how its answer is read: a change in the middle of a reading
 * must not be checked against what the old set-up made of it, nor wait out its failure.
 */
function askedBy(profile: Profile): string {
  return JSON.stringify([keyOf(profile), profile.dialect, profile.proxy]);
}
