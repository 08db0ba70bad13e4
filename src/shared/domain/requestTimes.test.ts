import { describe, expect, it } from 'vitest';

import { ANSWER_TIMES, CALLBACK_TIMES, answerTimeOf, callbackTimeOf } from './requestTimes.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** What a class says of itself by its name: `under_5m`. */
function endOf(name: string): number {
  const { count = '', unit = '' } =
    /^under_(?<count>\d+)(?<unit>[a-z]+)$/u.exec(name)?.groups ?? {};
  return Number(count) * (UNIT_MS[unit] ?? Number.NaN);
}

describe.each([
  { of: 'an answer', names: ANSWER_TIMES, classOf: answerTimeOf },
  { of: 'a callback', names: CALLBACK_TIMES, classOf: callbackTimeOf },
])('the class of how long $of took', ({ names, classOf }) => {
  const ending = names.filter((name) => name.startsWith('under_'));

  it.each(ending)('ends where its name says: %s', (name) => {
    const next = ending[ending.indexOf(name) + 1] ?? 'longer';
    expect(classOf(endOf(name) - 1)).toBe(name);
    expect(classOf(endOf(name))).toBe(next);
  });

  it('begins at once and has no end', () => {
    // A clock that was set back in between counts as no time at all.
    for (const ms of [-5, 0]) expect(classOf(ms)).toBe(ending[0]);
    expect(classOf(Number.MAX_SAFE_INTEGER)).toBe('longer');
  });
});
