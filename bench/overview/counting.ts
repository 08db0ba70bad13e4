import { openFinder } from '#core/log/find/finder.ts';
import type { LogPaths } from '#core/log/paths.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';

import { type Tell, quantile } from '../figures.ts';

export const RANGES = ['today', 'last30', 'all'] as const satisfies readonly DayRange['kind'][];
const ROUNDS = 9;

/** The seeded log ends with a day, and somebody looks at it in the evening. */
export const LOOKED_AT_MS = Date.parse('2026-11-14T20:00:00.000Z');

/** The profile that most was issued for. */
export function busiest(paths: LogPaths): ProfileId {
  const finder = openFinder(paths, { readonly: true });
  try {
    const [first] = finder.facets().profiles;
    return first?.id ?? profileIdSchema.parse('sandbox');
  } finally {
    finder.close();
  }
}

/** The engine alone, in this process: how long a range takes, and for how long at most nothing else would be heard. */
export function tellCounting(paths: LogPaths, profileId: ProfileId, tell: Tell): void {
  const finder = openFinder(paths, { readonly: true });
  const count = (kind: (typeof RANGES)[number]) => {
    const days = { timeZone: 'Asia/Tashkent', dayCut: '05:30' };
    const asked = { profileId, range: { kind }, days, nowMs: LOOKED_AT_MS, validMinOf: {} };
    const work = finder.overview(asked);
    const startedMs = performance.now();
    let [atMs, longestMs, isDone] = [startedMs, 0, false];
    while (!isDone) {
      isDone = work.next().done === true;
      longestMs = Math.max(longestMs, performance.now() - atMs);
      atMs = performance.now();
    }
    return { tookMs: atMs - startedMs, longestMs };
  };
  try {
    const first = count('all');
    tell(`counting everything for the first time: ${first.tookMs.toFixed(0)} ms`);
    for (const kind of RANGES) {
      const rounds = Array.from({ length: ROUNDS }, () => count(kind));
      const took = quantile(
        rounds.map(({ tookMs }) => tookMs),
        0.5,
      );
      const longest = quantile(
        rounds.map(({ longestMs }) => longestMs),
        0.5,
      );
      tell(
        `counting ${kind} again: p50 ${took.toFixed(1)} ms, at most ${longest.toFixed(1)} ms of it in one go`,
      );
    }
  } finally {
    finder.close();
  }
}
