import type { AnswerTime, CallbackTime } from '#shared/domain/overviewTimes.ts';

import type { Say } from '../../i18n/i18n.ts';
import { reachedAt } from './shares.ts';

type Time = Exclude<AnswerTime | CallbackTime, 'none'>;

/** "half within 1 s, 95% within 5 s", as far as spans can tell; quickest first, the one without an end last. */
export function withinText(times: readonly (readonly [Time, number])[], say: Say): string | null {
  const counts = times.map(([, count]) => count);
  const bounds = times.flatMap(([time]) =>
    time === 'longer' ? [] : [say(`overview.bound.${time}`)],
  );
  const [half, most] = [reachedAt(counts, 0.5), reachedAt(counts, 0.95)];
  if (half === null || most === null) return null;
  const longest = bounds.at(-1) ?? '';
  const [halfText, mostText] = [bounds[half], bounds[most]];
  if (halfText === undefined) return say('overview.within.longer', { most: longest });
  if (mostText === undefined) {
    return say('overview.within.half', { half: halfText, most: longest });
  }
  return say('overview.within', { half: halfText, most: mostText });
}
