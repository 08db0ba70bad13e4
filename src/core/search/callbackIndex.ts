import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  CALLBACKS_TAKEN,
  type CallbackCounts,
  type CallbackFilter,
  type CallbackTaken,
} from '#shared/domain/callback.ts';

import type { CallbackSeqs } from '../log/port.ts';
import { dayOf, daysOf, quarterOf, quartersOf } from './quarters.ts';
import type { Words } from './words.ts';

type Indexed = {
  readonly seq: number;
  readonly atMs: number;
  readonly profileId: string;
} & ({ readonly taken: CallbackTaken } | { readonly repeatOf: number });

export type CallbackIndex = {
  /** Inside a transaction, and `write` before its end. */
  readonly add: (callback: Indexed) => void;
  readonly write: () => void;
  readonly forget: () => void;
  /** A generator: those of many profiles are counted in pieces. */
  readonly counts: (filter: CallbackFilter) => Generator<undefined, CallbackCounts>;
  readonly seqs: (filter: CallbackFilter, before: number | null, count: number) => CallbackSeqs;
};

type Key = readonly [profile: number, quarter: number, code: number];

/** What came again is counted by what became of its first: so many more than that one's code. */
const REPEATED = CALLBACKS_TAKEN.length;
const CODES = Array.from({ length: REPEATED * 2 }, (_, code) => code);

const SQL = {
  add: 'INSERT INTO callback (seq, at_ms, profile, code) VALUES (?, ?, ?, ?)',
  codeOf: 'SELECT code FROM callback WHERE seq = ?',
  atOf: 'SELECT at_ms FROM callback WHERE seq = ?',
  sum: `
    INSERT INTO callback_rollup (profile, quarter, code, count) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  sumDay: `
    INSERT INTO callback_rollup_day (profile, day, code, count) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  sumsByDay: `
    SELECT code, sum(count) AS count FROM callback_rollup_day
    WHERE profile = ? AND day >= ? AND day < ? GROUP BY code`,
  sums: `
    SELECT code, sum(count) AS count FROM callback_rollup
    WHERE profile = ? AND quarter >= ? AND quarter < ? GROUP BY code`,
  firstQuarter: 'SELECT quarter FROM callback_rollup WHERE profile = ? ORDER BY quarter LIMIT 1',
  lastQuarter:
    'SELECT quarter FROM callback_rollup WHERE profile = ? ORDER BY quarter DESC LIMIT 1',
  countOf:
    'SELECT count(*) FROM callback WHERE profile = ? AND code = ? AND at_ms >= ? AND at_ms < ?',
  page: `
    SELECT at_ms AS atMs, seq FROM callback
    WHERE profile = ? AND code = ? AND at_ms >= ? AND at_ms < ?
    ORDER BY at_ms DESC, seq DESC LIMIT ?`,
  sameMoment: `
    SELECT at_ms AS atMs, seq FROM callback
    WHERE profile = ? AND code = ? AND at_ms = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
} as const;

const numberSchema = z.int().optional();
const sumSchema = z.object({ code: z.int(), count: z.int() });
const pagedSchema = z.object({ atMs: z.int(), seq: z.int() });

/** Every callback by when it came and what became of it: whose, what it said and how often is in the log. */
export function createCallbackIndex(db: Database, words: Words): CallbackIndex {
  const add = db.prepare(SQL.add);
  const codeOf = db.prepare(SQL.codeOf).pluck();
  const sum = db.prepare(SQL.sum);
  const sumDay = db.prepare(SQL.sumDay);
  const pending = new Map<string, { readonly key: Key; count: number }>();
  const counted = createCounting(db);
  const paged = createPaging(db);

  /** Null: none of them has any. */
  function profilesOf({ profileId }: CallbackFilter): readonly number[] {
    if (profileId === null) return words.all('profile').map((_, at) => at + 1);
    const code = words.find('profile', profileId);
    return code === null ? [] : [code];
  }

  return {
    add(callback) {
      const code =
        'taken' in callback
          ? CALLBACKS_TAKEN.indexOf(callback.taken)
          : REPEATED + (numberSchema.parse(codeOf.get(callback.repeatOf)) ?? 0);
      const profile = words.code('profile', callback.profileId);
      add.run(callback.seq, callback.atMs, profile, code);
      const key: Key = [profile, quarterOf(callback.atMs), code];
      const one = pending.get(key.join()) ?? { key, count: 0 };
      one.count += 1;
      pending.set(key.join(), one);
    },
    write() {
      for (const { key, count } of pending.values()) {
        const [profile, quarter, code] = key;
        sum.run(profile, quarter, code, count);
        sumDay.run(profile, dayOf(quarter), code, count);
      }
      pending.clear();
    },
    forget: () => pending.clear(),
    *counts(filter) {
      const totals = new Float64Array(CODES.length);
      for (const profile of profilesOf(filter)) yield* counted(profile, filter, totals);
      return countsOf(totals, filter.taken);
    },
    seqs(filter, before, count) {
      const profiles = profilesOf(filter);
      const totals = new Float64Array(CODES.length);
      for (const profile of profiles) for (const _ of counted(profile, filter, totals));
      const codes = CALLBACKS_TAKEN.flatMap((taken, code) =>
        filter.taken === null || filter.taken === taken ? [code] : [],
      );
      const found = profiles
        .flatMap((profile) =>
          codes.flatMap((code) => paged(profile, code, filter, before, count + 1)),
        )
        .toSorted((a, b) => (b.atMs === a.atMs ? b.seq - a.seq : b.atMs - a.atMs))
        .map(({ seq }) => seq);
      const seqs = found.slice(0, count);
      const next = found.length > count ? (seqs.at(-1) ?? null) : null;
      return { seqs, next, total: codes.reduce((all, code) => all + (totals[code] ?? 0), 0) };
    },
  };
}

function spanOf({ from, to }: CallbackFilter): readonly [number, number] {
  return [
    from === null ? Number.MIN_SAFE_INTEGER : Date.parse(from),
    to === null ? Number.MAX_SAFE_INTEGER : Date.parse(to),
  ];
}

function createCounting(db: Database) {
  const sums = db.prepare(SQL.sums);
  const sumsByDay = db.prepare(SQL.sumsByDay);
  const ends = [db.prepare(SQL.firstQuarter).pluck(), db.prepare(SQL.lastQuarter).pluck()];
  const countOf = db.prepare(SQL.countOf).pluck();
  const add = (totals: Float64Array, code: number, count: number): void => {
    totals[code] = (totals[code] ?? 0) + count;
  };
  return function* counted(
    profile: number,
    filter: CallbackFilter,
    totals: Float64Array,
  ): Generator<undefined, void> {
    const [first, last] = ends.map((end) => numberSchema.parse(end.get(profile)));
    if (first === undefined || last === undefined) return;
    const { from, to, edges } = quartersOf(...spanOf(filter));
    const end = Math.min(to, last + 1);
    const { days, quarters } = daysOf(Math.max(from, first), end);
    const rows = [
      ...sumsByDay.all(profile, ...days),
      ...quarters.flatMap((part) => sums.all(profile, ...part)),
    ];
    for (const row of rows) {
      const { code, count } = sumSchema.parse(row);
      add(totals, code, count);
    }
    yield undefined;
    for (const [start, stop] of edges) {
      for (const code of CODES) {
        add(totals, code, numberSchema.parse(countOf.get(profile, code, start, stop)) ?? 0);
      }
    }
  };
}

function createPaging(db: Database) {
  const page = db.prepare(SQL.page);
  const sameMoment = db.prepare(SQL.sameMoment);
  const atOf = db.prepare(SQL.atOf).pluck();
  return (
    profile: number,
    code: number,
    filter: CallbackFilter,
    before: number | null,
    count: number,
  ): readonly z.infer<typeof pagedSchema>[] => {
    const [from, to] = spanOf(filter);
    const atMs = before === null ? undefined : numberSchema.parse(atOf.get(before));
    const rows =
      before === null || atMs === undefined
        ? page.all(profile, code, from, to, count)
        : [
            ...sameMoment.all(profile, code, atMs, before, count),
            ...page.all(profile, code, from, Math.min(to, atMs), count),
          ];
    return rows.map((row) => pagedSchema.parse(row));
  };
}

function countsOf(totals: Float64Array, taken: CallbackTaken | null): CallbackCounts {
  const counts = {
    applied: 0,
    contradicting: 0,
    bad_signature: 0,
    apart: 0,
    waiting: 0,
    repeated: 0,
  };
  for (const [code, one] of CALLBACKS_TAKEN.entries()) {
    if (taken !== null && taken !== one) continue;
    counts[one] = totals[code] ?? 0;
    counts.repeated += totals[REPEATED + code] ?? 0;
  }
  return counts;
}
