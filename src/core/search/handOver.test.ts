import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';

import { profileIdSchema } from '#shared/domain/ids.ts';
import { daysOf } from '#shared/domain/merchantDays.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { openFinder } from './finder.ts';
import { type PlainHandOver, plainHandOver } from './testing/plainDesk.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';
import type { HandOver } from './handOver.ts';

afterAll(removeTemporaryDirs);

const PROFILES = ['shop', 'kassa', 'sandbox', 'gone'].map((id) => profileIdSchema.parse(id));
const ZONES = ['UTC', 'Asia/Tashkent', 'Asia/Kolkata', 'America/New_York'] as const;
const CUTS = ['00:00', '05:30', '14:07'] as const;

function summed(sums: HandOver['sums']): PlainHandOver['sums'] {
  return Object.fromEntries(
    sums.map(({ currency, outcome, count, requestedCents, resolved = 0 }) => [
      `${currency} ${outcome}`,
      [count, Number(requestedCents), outcome === 'unknown' ? count - resolved : 0],
    ]),
  );
}

it("is what the events say, by the merchant's own day", () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, isFilled) => {
      const dice = diceOf(seed);
      const paths = logPathsOf(temporaryDir());
      const log = openRandomLog(paths, dice);
      const finder = openFinder(paths, { readonly: false, fillFrom: isFilled ? 1 : 1e9 });
      for (let round = 0; round < 3; round += 1) {
        log.grow(round === 0 ? 250 : dice.below(60));
        finder.catchUp(Number.POSITIVE_INFINITY);
        for (const profileId of PROFILES) {
          const days = { timeZone: dice.one(ZONES), dayCut: dice.one(CUTS) };
          const asOf = log.nowMs() - dice.below(3) * 86_400_000;
          const [day] = daysOf({ kind: 'today' }, days, asOf);
          if (day === undefined) throw new Error('no day');
          const asked = PROFILES.map((id) => ({ profileId: id, day }));
          const isOfAll = dice.chance(0.5);
          const { index, sums, profiles, ...handOver } = finder.handOver({
            profileId,
            day,
            profiles: asked,
            isOfAll,
            sinceMs: null,
          });
          const told: Record<string, PlainHandOver['profiles'][string]> = {};
          for (const { profileId: id, name: _, sums: own, ...counts } of profiles) {
            told[id] = { ...counts, sums: summed(own) };
          }
          expect({
            ...handOver,
            sums: summed(sums),
            profiles: told,
          }).toEqual(plainHandOver(log.events(), profileId, day, PROFILES, isOfAll));
          // What is told of the one profile is its line among all, and of all their sum.
          const lines = profiles.filter((one) => isOfAll || one.profileId === profileId);
          const sum = (of: 'unknown' | 'mismatched' | 'flagged'): number =>
            lines.reduce((counted, one) => counted + one[of], 0);
          expect(sum('unknown')).toBe(handOver.unknownsTotal);
          expect(sum('mismatched')).toBe(handOver.mismatchedTotal);
          expect(sum('flagged')).toBe(handOver.flaggedTotal);
          if (!isOfAll) expect(lines[0]?.sums).toEqual(sums);
          expect(index.indexed).toBe(index.total);
        }
      }
      finder.close();
      log.close();
    }),
    { numRuns: 4 },
  );
});
