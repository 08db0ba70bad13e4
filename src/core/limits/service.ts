import { type ProfileId, limitsSnapshotIdSchema } from '#shared/domain/ids.ts';
import { type LimitsSnapshot, isFresh } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { LogPort } from '../log/port.ts';
import type { Chance, Clock } from '../ports.ts';
import { exchange } from '../provider/client.ts';
import type { Connect } from '../provider/connect.ts';
import { providerMessage } from '../provider/providerMessage.ts';
import { readJson } from '../provider/readJson.ts';
import { limitRequestOf } from '../provider/requests.ts';
import type { Redactor } from '../redact.ts';
import { recogniseLimits } from './recognise.ts';

type LimitsReading = {
  readonly snapshot: LimitsSnapshot | null;
  readonly problem: string | null;
};

export type LimitsService = {
  /** The snapshot in hand when it is fresh, else a new reading; a failed one keeps the older snapshot and says why. */
  readonly read: (profile: Profile, refresh: boolean) => Promise<LimitsReading>;
  /** A new reading that nobody waits for; whoever is interested hears the event. */
  readonly refreshLater: (profile: Profile) => void;
  /** Ends readings under way; their callers get the older snapshot. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
};

export type LimitsDeps = {
  readonly log: LogPort;
  readonly connect: Connect;
  readonly redactor: Redactor;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly onBug: (error: unknown) => void;
};

/** After a reading that failed, issuing goes on without a new one for so long: a provider that hangs must not slow every request. */
const FAILURE_HOLDS_MS = 15_000;

export function createLimitsService(deps: LimitsDeps): LimitsService {
  const { log, clock } = deps;
  const stop = new AbortController();
  const inHand = new Map<string, LimitsSnapshot>();
  const underWay = new Map<string, Promise<LimitsReading>>();
  const failed = new Map<string, { readonly atMs: number; readonly problem: string }>();
  const nowMs = (): number => clock.now().getTime();

  async function newest(profile: Profile): Promise<LimitsSnapshot | null> {
    const key = keyOf(profile);
    const held = inHand.get(key);
    if (held !== undefined) return held;
    const kept = await log.latestLimits(profile.id, sourceOf(profile));
    if (kept !== null) inHand.set(key, kept);
    return kept;
  }

  async function ask(profile: Profile): Promise<LimitsReading> {
    const answer = await fetchLimits(profile, deps, stop.signal);
    if (!answer.ok) {
      failed.set(keyOf(profile), { atMs: nowMs(), problem: answer.error });
      return { snapshot: await newest(profile), problem: answer.error };
    }
    failed.delete(keyOf(profile));
    const snapshot = snapshotOf(profile.id, answer.value, deps);
    inHand.set(keyOf(profile), snapshot);
    const saved = await log.saveLimits(sourceOf(profile), snapshot);
    deps.events.emit({ name: 'limits.changed', snapshot });
    return { snapshot, problem: saved.ok ? null : saved.error.detail };
  }

  /** Concurrent callers share one reading. */
  function shared(profile: Profile): Promise<LimitsReading> {
    const key = keyOf(profile);
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = ask(profile).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  return {
    async read(profile, refresh) {
      if (refresh) return shared(profile);
      const snapshot = await newest(profile);
      if (snapshot !== null && isFresh(snapshot, nowMs())) return { snapshot, problem: null };
      const failure = failed.get(keyOf(profile));
      return failure !== undefined && Math.abs(nowMs() - failure.atMs) <= FAILURE_HOLDS_MS
        ? { snapshot, problem: failure.problem }
        : shared(profile);
    },
    refreshLater(profile) {
      if (!stop.signal.aborted) shared(profile).catch(deps.onBug);
    },
    stop: () => stop.abort(),
    async close() {
      stop.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

/** A profile that is pointed at another provider or merchant must not go on with the old one's limits. */
function sourceOf(profile: Profile): string {
  return `${profile.baseUrl} ${profile.merchant}`;
}

function keyOf(profile: Profile): string {
  return `${profile.id} ${sourceOf(profile)}`;
}

async function fetchLimits(
  profile: Profile,
  { connect, userAgent, timeoutMs, redactor }: LimitsDeps,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  const outgoing = limitRequestOf(profile, userAgent);
  const connected = await connect(outgoing.url, {
    timeoutMs,
    signal,
    proxy: profile.proxy,
  });
  if (!connected.ok) return err(`${connected.error.code}: ${connected.error.detail}`);
  const outcome = await exchange(connected.value.socket, outgoing, {
    deadlineMs: timeoutMs,
    signal,
  });
  if (outcome.kind === 'lost') return err(`${outcome.code}: ${outcome.detail}`);
  if (outcome.problem !== null) return err(outcome.problem);
  const { httpStatus, body } = outcome.answer;
  const clean = redactor.text(body);
  if (httpStatus >= 200 && httpStatus < 300) return ok(clean);
  const message = providerMessage(clean);
  return err(message === null ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}: ${message}`);
}

function snapshotOf(
  profileId: ProfileId,
  raw: string,
  { chance, clock }: LimitsDeps,
): LimitsSnapshot {
  const json = readJson(raw);
  const entries = json.ok ? recogniseLimits(json.value) : null;
  return {
    id: limitsSnapshotIdSchema.parse(chance.uuid()),
    profileId,
    readAt: clock.now().toISOString(),
    recognised: entries !== null,
    entries: entries ?? [],
    raw,
  };
}
