import { isDeepStrictEqual } from 'node:util';

import type { LimitResponse } from '#shared/dialect/schema.ts';
import { limitsSnapshotIdSchema } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { limitsAnswerOf, readLimits } from '#shared/limits/read.ts';

import type { Chance, Clock } from '../ports.ts';

/** A raw answer, read now as the profile's provider format says. */
export function newSnapshot(
  { id, dialect }: Profile,
  raw: string,
  { clock, chance }: { readonly clock: Clock; readonly chance: Chance },
): LimitsSnapshot {
  return {
    id: limitsSnapshotIdSchema.parse(chance.uuid()),
    profileId: id,
    readAt: clock.now().toISOString(),
    ...readingOf(raw, dialect.limitResponse),
    raw,
  };
}

type Reading = Pick<LimitsSnapshot, 'recognised' | 'entries' | 'complaints'>;

function readingOf(raw: string, format: LimitResponse): Reading {
  const json = limitsAnswerOf(raw);
  const reading = json.ok ? readLimits(json.value, format) : null;
  return reading === null
    ? { recognised: false, entries: [], complaints: [] }
    : { recognised: true, ...reading };
}

/** The same snapshot where the format makes the same of it. */
export function readAgain(snapshot: LimitsSnapshot, profile: Profile): LimitsSnapshot {
  const reading = readingOf(snapshot.raw, profile.dialect.limitResponse);
  const { recognised, entries, complaints } = snapshot;
  return isDeepStrictEqual(reading, { recognised, entries, complaints })
    ? snapshot
    : { ...snapshot, ...reading };
}
