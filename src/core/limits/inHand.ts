import { isDeepStrictEqual } from 'node:util';

import type { LimitResponse } from '#shared/dialect/schema.ts';
import { limitsSnapshotIdSchema } from '#shared/domain/ids.ts';
import type { LimitsChange, LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { limitsChange } from '#shared/limits/change.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Chance, Clock } from '../ports.ts';
import { newSnapshot, readAgain } from './reading.ts';
import type { LogPort } from '../log/openLog.ts';

export type InHandDeps = {
  readonly log: Pick<LogPort, 'saveLimits' | 'latestLimits' | 'limitsBefore'>;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly chance: Chance;
};

/** The newest answer of a provider and merchant, read as the provider format says now. */
type Held = {
  readonly snapshot: LimitsSnapshot;
  /** What it changed against an earlier one. */
  readonly change: LimitsChange | null;
  /** Why it could not be recorded. */
  readonly problem: string | null;
};

export type InHand = {
  readonly newest: (profile: Profile) => Promise<Held | null>;
  readonly put: (profile: Profile, raw: string) => Promise<Held>;
};

/** A change is told for a day; who was not at the desk that long reads the limits anew anyway. */
const CHANGE_TOLD_MS = 24 * 3_600_000;
/** Snapshots in a row that say the same are walked over when looking for the last change. */
const MOST_STEPS = 300;

type LastChange = { readonly change: LimitsChange | null; readonly changedAtMs: number };
type Kept = Held & LastChange & { readonly format: LimitResponse };

/** Kept in memory and in the log. What the format makes of a raw answer is never kept beyond that format. */
export function createInHand(deps: InHandDeps): InHand {
  const { log, events, clock, chance } = deps;
  const inHand = new Map<string, Kept>();
  const loading = new Map<string, Promise<Kept | null>>();

  function hold(profile: Profile, kept: Kept): Kept {
    inHand.set(keyOf(profile), kept);
    events.emit({ name: 'limits.changed', snapshot: kept.snapshot });
    return kept;
  }

  async function keep(profile: Profile, read: Omit<Kept, 'problem'>): Promise<Kept> {
    const saved = await log.saveLimits(sourceOf(profile), read.snapshot);
    return hold(profile, { ...read, problem: saved.ok ? null : saved.error.detail });
  }

  async function load(profile: Profile): Promise<Kept | null> {
    const format = profile.dialect.limitResponse;
    const held = inHand.get(keyOf(profile));
    if (held !== undefined && isDeepStrictEqual(held.format, format)) return held;
    const last = held?.snapshot ?? (await log.latestLimits(profile.id, sourceOf(profile)));
    if (last === null) return null;
    const now = readAgain(last, profile);
    const change = await lastChange(profile, now, last, deps);
    const kept = { snapshot: now, ...change, format, problem: null };
    if (now !== last) {
      // A request records which snapshot it was checked against, so another reading has another id.
      const id = limitsSnapshotIdSchema.parse(chance.uuid());
      return keep(profile, { ...kept, snapshot: { ...now, id } });
    }
    inHand.set(keyOf(profile), kept);
    return kept;
  }

  /** Concurrent callers share one loading. */
  function loaded(profile: Profile): Promise<Kept | null> {
    const key = `${keyOf(profile)} ${JSON.stringify(profile.dialect.limitResponse)}`;
    const running = loading.get(key) ?? load(profile).finally(() => loading.delete(key));
    loading.set(key, running);
    return running;
  }

  return {
    async newest(profile) {
      const kept = await loaded(profile);
      return kept === null ? null : told(kept, clock.now());
    },
    async put(profile, raw) {
      const before = await loaded(profile);
      const now = clock.now();
      if (before !== null && isRecorded(before, raw)) {
        const snapshot = { ...before.snapshot, readAt: now.toISOString() };
        return told(hold(profile, { ...before, snapshot }), now);
      }
      const format = profile.dialect.limitResponse;
      const snapshot = newSnapshot(profile, raw, deps);
      const change = before === null ? null : await changeSince(profile, before, snapshot, deps);
      const { change: last = null, changedAtMs = 0 } = change ?? {};
      return told(await keep(profile, { snapshot, change: last, changedAtMs, format }), now);
    },
  };
}

function told({ snapshot, change, problem, changedAtMs }: Kept, now: Date): Held {
  const isTold = snapshot.recognised && Math.abs(now.getTime() - changedAtMs) <= CHANGE_TOLD_MS;
  return { snapshot, change: isTold ? change : null, problem };
}

/** An answer that comes again is in the log already: a request made since names the snapshot that was recorded. */
function isRecorded({ snapshot, problem }: Kept, raw: string): boolean {
  return snapshot.raw === raw && problem === null;
}

/** The change that this answer brings, or else the one that was told before it. */
async function changeSince(
  profile: Profile,
  before: Kept,
  snapshot: LimitsSnapshot,
  deps: InHandDeps,
): Promise<LastChange> {
  const change = limitsChange(before.snapshot, snapshot);
  if (change !== null) return { change, changedAtMs: Date.parse(snapshot.readAt) };
  // An answer that was not recognised says nothing: what came before it is looked up.
  return before.snapshot.recognised ? before : lastChange(profile, snapshot, before.snapshot, deps);
}

type Step = Pick<LimitsSnapshot, 'id' | 'readAt'>;

/** Back through the log, as far as it says the same, to what it said before. */
async function lastChange(
  profile: Profile,
  newest: LimitsSnapshot,
  { id, readAt }: Step,
  deps: InHandDeps,
  stepsLeft = MOST_STEPS,
): Promise<LastChange> {
  const isRecent = deps.clock.now().getTime() - Date.parse(readAt) <= CHANGE_TOLD_MS;
  const before =
    isRecent && stepsLeft > 0
      ? await deps.log.limitsBefore(profile.id, sourceOf(profile), id)
      : null;
  if (before === null) return { change: null, changedAtMs: 0 };
  const change = limitsChange(readAgain(before, profile), newest);
  if (change !== null) return { change, changedAtMs: Date.parse(readAt) };
  return lastChange(profile, newest, before, deps, stepsLeft - 1);
}

/** A profile that is pointed at another provider or merchant must not go on with the old one's limits. */
function sourceOf(profile: Profile): string {
  return `${profile.baseUrl} ${profile.merchant}`;
}

/** Of one profile and one source: the snapshot in hand, and how the last reading went. */
export function keyOf(profile: Profile): string {
  return `${profile.id} ${sourceOf(profile)}`;
}
