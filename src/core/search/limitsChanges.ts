import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import { limitsChange } from '#shared/limits/change.ts';

import { type Happened, LIMITS_CHANGE } from './happened.ts';
import type { Source } from './source.ts';

/** An answer of GET limit as its event has it. */
export type LimitsReading = { readonly source: string; readonly snapshot: LimitsSnapshot };

export type LimitsChanges = {
  /** In the order of the log; inside a transaction. */
  readonly add: (seq: number, atMs: number) => void;
  /** After a rollback. */
  readonly forget: () => void;
};

/**
 * Finds where the limits of a provider and merchant changed. Answers that were not recognised say nothing: what comes after them
 * is held against the last one that was.
 */
export function createLimitsChanges(
  happened: Happened,
  source: Pick<Source, 'limitsAt' | 'limitsBefore'>,
): LimitsChanges {
  const last = new Map<string, LimitsReading>();
  return {
    add(seq, atMs) {
      const reading = source.limitsAt(seq);
      if (reading === null || !reading.snapshot.recognised) return;
      const { profileId } = reading.snapshot;
      const key = JSON.stringify([profileId, reading.source]);
      const before = last.get(key) ?? source.limitsBefore(seq);
      last.set(key, reading);
      if (before !== null && limitsChange(before.snapshot, reading.snapshot) !== null) {
        happened.add(LIMITS_CHANGE, seq, atMs, profileId);
      }
    },
    forget: () => last.clear(),
  };
}
