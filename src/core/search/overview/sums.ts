import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { QUARTER_MS, daysOf, quarterOf, quartersOf } from '../quarters.ts';
import type { Steps } from './steps.ts';

export type Sum = { readonly count: number; readonly cents: bigint };
/** By kind of request; see `kindOf`. */
export type SumsByKind = ReadonlyMap<number, Sum>;

/** A request in a quarter of an hour that some step has only a part of. */
export type Edge = { readonly place: number; readonly ms: number; readonly kind: number };

const numberSchema = z.int().optional();
/** Sums are read as text: a day of a few huge amounts is beyond what a number holds. */
const centsSchema = z.string().transform(BigInt);
const sumSchema = z.object({ kind: z.int(), count: z.int(), cents: centsSchema });
const EDGES_AT_ONCE = 128;

export type Sums = {
  /** When the profile's first and last request were made, to the quarter; null: it has none. */
  readonly ends: (profile: number) => { readonly firstMs: number; readonly lastMs: number } | null;
  /** Of each step. `edges` are looked at one by one, the rest was counted ahead. */
  readonly of: (
    profile: number,
    spans: Steps['spans'],
    edges: readonly Edge[],
  ) => Generator<undefined, readonly SumsByKind[]>;
};

/** What was asked for, never what was received. */
export function createSums(db: Database): Sums {
  const first = db
    .prepare('SELECT quarter FROM rollup WHERE profile = ? AND count > 0 ORDER BY quarter LIMIT 1')
    .pluck();
  const last = db
    .prepare(
      'SELECT quarter FROM rollup WHERE profile = ? AND count > 0 ORDER BY quarter DESC LIMIT 1',
    )
    .pluck();
  const read = db.prepare(`
    SELECT kind, sum(count) AS count, CAST(sum(cents) AS TEXT) AS cents FROM rollup
    WHERE profile = ? AND quarter >= ? AND quarter < ? AND count > 0 GROUP BY kind`);
  const readDays = db.prepare(`
    SELECT kind, sum(count) AS count, CAST(sum(cents) AS TEXT) AS cents FROM rollup_day
    WHERE profile = ? AND day >= ? AND day < ? AND count > 0 GROUP BY kind`);
  const centsOf = db.prepare('SELECT sent_cents FROM entry WHERE place = ?').pluck();

  return {
    ends(profile) {
      const [from, to] = [first, last].map((one) => numberSchema.parse(one.get(profile)));
      if (from === undefined || to === undefined) return null;
      return { firstMs: from * QUARTER_MS, lastMs: (to + 1) * QUARTER_MS - 1 };
    },
    *of(profile, spans, edges) {
      const sums = spans.map(() => new Map<number, Sum>());
      for (const [at, { fromMs, toMs }] of spans.entries()) {
        const { from, to } = quartersOf(fromMs, toMs);
        const { days, quarters } = daysOf(from, to);
        const rows = [
          ...readDays.all(profile, ...days),
          ...quarters.flatMap((part) => read.all(profile, ...part)),
        ];
        for (const row of rows) {
          const { kind, count, cents } = sumSchema.parse(row);
          add(sums[at], kind, { count, cents });
        }
        yield undefined;
      }
      for (const [at, { place, ms, kind }] of edges.entries()) {
        const cents = BigInt(numberSchema.parse(centsOf.get(place)) ?? 0);
        add(sums[stepAt(spans, ms)], kind, { count: 1, cents });
        if (at % EDGES_AT_ONCE === 0) yield undefined;
      }
      return sums;
    },
  };
}

export function add(to: Map<number, Sum> | undefined, kind: number, more: Sum): void {
  const sum = to?.get(kind) ?? { count: 0, cents: 0n };
  to?.set(kind, { count: sum.count + more.count, cents: sum.cents + more.cents });
}

/** Quarters of an hour in which a step begins or ends. */
export function unevenQuarters(spans: Steps['spans']): ReadonlySet<number> {
  return new Set(
    spans
      .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
      .filter((ms) => ms % QUARTER_MS !== 0)
      .map(quarterOf),
  );
}

function stepAt(spans: Steps['spans'], ms: number): number {
  return spans.findIndex(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
}
