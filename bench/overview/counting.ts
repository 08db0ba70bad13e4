import { cpuUsage } from 'node:process';

import { openFinder } from '#core/search/finder.ts';
import type { LogPaths } from '#core/log/store/paths.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';
import type { DayRange } from '#shared/domain/logSearch.ts';

import { type Tell, quantile } from '../figures.ts';

export const RANGES = ['today', 'last30', 'all'] as const satisfies readonly DayRange['kind'][];
const ROUNDS = 9;
const US_PER_MS = 1000;

/** The seeded log ends with a day, and somebody looks at it in the evening. */
const LOOKED_AT_MS = Date.parse('2026-11-14T20:00:00.000Z');

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
    const before = cpuUsage();
    let [atMs, longestMs, isDone] = [startedMs, 0, false];
    while (!isDone) {
      isDone = work.next().done === true;
      longestMs = Math.max(longestMs, performance.now() - atMs);
      atMs = performance.now();
    }
    const { user, system } = cpuUsage(before);
    return { tookMs: atMs - startedMs, onCpuMs: (user + system) / US_PER_MS, longestMs };
  };
  try {
    const first = count('all');
    tell(
      `counting everything for the first time: ${first.tookMs.toFixed(0)} ms, ${first.onCpuMs.toFixed(0)} ms of the processor`,
    );
    for (const kind of RANGES) {
      const rounds = Array.from({ length: ROUNDS }, () => count(kind));
      const took = quantile(
        rounds.map(({ tookMs }) => tookMs),
        0.5,
      );
      const onCpu = quantile(
        rounds.map(({ onCpuMs }) => onCpuMs),
        0.5,
      );
      const longest = quantile(
        rounds.map(({ longestMs }) => longestMs),
        0.5,
      );
      tell(
        `counting ${kind} again: p50 ${took.toFixed(1)} ms, ${onCpu.toFixed(1)} ms of the processor; at most ${longest.toFixed(1)} ms in one go`,
      );
    }
  } finally {
    finder.close();
  }
}
