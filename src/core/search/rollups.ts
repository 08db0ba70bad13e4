import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { toCentsSum } from '#shared/domain/centsSum.ts';
import type { DailyTotal } from '#shared/domain/logSearch.ts';

import { BLOCK_PLACES, BLOCK_SHIFT, type Columns, kindOf, partsOf } from './columns.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import type { Entry } from './entry.ts';
import { QUARTER_MS, dayOf, quarterOf } from './quarters.ts';
import type { Words } from './words.ts';

type Counted = Pick<
  Entry,
  'profile_id' | 'created_ms' | 'outcome' | 'flow' | 'currency' | 'sent_cents'
>;

export type Rollups = {
  /** `by` is 1, or -1 for what it was before. Inside a transaction, and `write` before its end. */
  readonly add: (entry: Counted, by: 1 | -1) => void;
  readonly write: () => void;
  readonly forget: () => void;
  /** Days must not overlap; oldest first. `size`: how many places there are. */
  readonly daily: (
    profileId: string,
    days: readonly DaySpan[],
    size: number,
  ) => readonly DailyTotal[];
};

type Sum = { count: number; cents: bigint };
const centsSchema = z.int().transform(BigInt);
/** Read as text: a sum of a few huge amounts is beyond what a number holds. */
const sumSchema = z.string().transform(BigInt);
const rollupRow = z.object({ quarter: z.int(), kind: z.int(), count: z.int(), cents: sumSchema });

/** Counts and sums of what was asked for, never of what was received. */
export function createRollups(db: Database, columns: Columns, words: Words): Rollups {
  const put = db.prepare(`
    INSERT INTO rollup (profile, quarter, kind, count, cents) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents`);
  const putDay = db.prepare(`
    INSERT INTO rollup_day (profile, day, kind, count, cents) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents`);
  const read = db.prepare(`
    SELECT quarter, kind, count, CAST(cents AS TEXT) AS cents FROM rollup
    WHERE profile = ? AND quarter >= ? AND quarter < ? AND count > 0`);
  const centsOf = db.prepare('SELECT sent_cents FROM entry WHERE place = ?').pluck();
  const pending = new Map<string, Sum & { readonly key: readonly [number, number, number] }>();

  return {
    add(entry, by) {
      const profile = words.code('profile', entry.profile_id);
      const quarter = quarterOf(entry.created_ms);
      const key = [profile, quarter, kindOf(entry.outcome, entry.flow, entry.currency)] as const;
      const name = key.join();
      const sum = pending.get(name) ?? { key, count: 0, cents: 0n };
      sum.count += by;
      sum.cents += BigInt(by * entry.sent_cents);
      pending.set(name, sum);
    },
    write() {
      for (const { key, count, cents } of pending.values()) {
        const [profile, quarter, kind] = key;
        put.run(profile, quarter, kind, count, cents);
        putDay.run(profile, dayOf(quarter), kind, count, cents);
      }
      pending.clear();
    },
    forget: () => pending.clear(),
    daily(profileId, days, size) {
      const profile = words.find('profile', profileId);
      if (profile === null) return [];
      const totals = createTotals(days);
      const uneven = new Set(
        days
          .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
          .filter((ms) => ms % QUARTER_MS !== 0)
          .map(quarterOf),
      );
      const from = quarterOf(days[0]?.fromMs ?? 0);
      const to = Math.ceil((days.at(-1)?.toMs ?? 0) / QUARTER_MS);
      for (const row of read.iterate(profile, from, to)) {
        const { quarter, kind, count, cents } = rollupRow.parse(row);
        if (!uneven.has(quarter)) totals.add(quarter * QUARTER_MS, kind, count, cents);
      }
      if (uneven.size > 0) {
        const isAtEdge = (ms: number): boolean => uneven.has(quarterOf(ms));
        for (const { ms, kind, place } of rowsAt(columns, profile, isAtEdge, size)) {
          totals.add(ms, kind, 1, centsSchema.parse(centsOf.get(place)));
        }
      }
      return totals.all();
    },
  };
}

/** Where a day begins or ends within a quarter its rows are looked at one by one. */
function* rowsAt(
  columns: Columns,
  profile: number,
  isWanted: (ms: number) => boolean,
  size: number,
): Generator<{ readonly ms: number; readonly kind: number; readonly place: number }> {
  for (let place = 0; place < size; place += 1) {
    const block = columns.block(place >>> BLOCK_SHIFT);
    const at = place & (BLOCK_PLACES - 1);
    const ms = block.createdMs[at] ?? 0;
    if (block.profile[at] === profile && isWanted(ms))
      yield { ms, kind: block.kind[at] ?? 0, place };
  }
}

/** Sums by day and kind. */
function createTotals(days: readonly DaySpan[]): {
  readonly add: (ms: number, kind: number, count: number, cents: bigint) => void;
  readonly all: () => readonly DailyTotal[];
} {
  const sums = days.map(() => new Map<number, Sum>());
  return {
    add(ms, kind, count, cents) {
      const at = days.findLastIndex(({ fromMs }) => fromMs <= ms);
      const day = days[at];
      const of = sums[at];
      if (day === undefined || of === undefined || ms >= day.toMs) return;
      const sum = of.get(kind) ?? { count: 0, cents: 0n };
      of.set(kind, { count: sum.count + count, cents: sum.cents + cents });
    },
    all: () =>
      days.flatMap(({ day }, at) =>
        [...(sums[at] ?? [])]
          .toSorted(([one], [other]) => one - other)
          .map(([kind, { count, cents }]) => ({
            day,
            ...partsOf(kind),
            count,
            requestedCents: toCentsSum(cents),
          })),
      ),
  };
}
