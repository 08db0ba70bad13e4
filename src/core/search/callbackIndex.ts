import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  CALLBACKS_TAKEN,
  type CallbackCounts,
  type CallbackFilter,
  type CallbackTaken,
} from '#shared/domain/callback.ts';

import type { CallbackSeqs } from '../log/port.ts';
import type { Words } from './words.ts';

type Indexed = {
  readonly seq: number;
  readonly atMs: number;
  readonly profileId: string;
} & ({ readonly taken: CallbackTaken } | { readonly repeatOf: number });

export type CallbackIndex = {
  /** Inside a transaction. */
  readonly add: (callback: Indexed) => void;
  readonly counts: (filter: CallbackFilter) => CallbackCounts;
  readonly seqs: (filter: CallbackFilter, before: number | null, count: number) => CallbackSeqs;
};

/** A repeated callback has the code of its first and this more. */
const REPEATED = CALLBACKS_TAKEN.length;
const CODES = Array.from({ length: REPEATED * 2 }, (_, code) => code);

const SQL = {
  add: 'INSERT INTO callback (seq, at_ms, profile, code) VALUES (?, ?, ?, ?)',
  codeOf: 'SELECT code FROM callback WHERE seq = ?',
  atOf: 'SELECT at_ms FROM callback WHERE seq = ?',
  // `callback_by_time` is asked for one profile and code at a time: then it gives the newest first by itself.
  profiles: 'SELECT DISTINCT profile FROM callback',
  count:
    'SELECT count(*) FROM callback WHERE profile = ? AND code = ? AND at_ms >= ? AND at_ms < ?',
  page: `
    SELECT at_ms AS atMs, seq FROM callback
    WHERE profile = ? AND code = ? AND at_ms >= ? AND (at_ms, seq) < (?, ?)
    ORDER BY at_ms DESC, seq DESC LIMIT ?`,
} as const;

const numberSchema = z.int().optional();
const numbersSchema = z.array(z.int());
const pagedSchema = z.object({ atMs: z.int(), seq: z.int() });

/** Every callback by when it came and what became of it: whose, what it said and how often is in the log. */
export function createCallbackIndex(db: Database, words: Words): CallbackIndex {
  const add = db.prepare(SQL.add);
  const codeOf = db.prepare(SQL.codeOf).pluck();
  const atOf = db.prepare(SQL.atOf).pluck();
  const profiles = db.prepare(SQL.profiles).pluck();
  const count = db.prepare(SQL.count).pluck();
  const page = db.prepare(SQL.page);

  function profilesOf({ profileId }: CallbackFilter): readonly number[] {
    if (profileId === null) return numbersSchema.parse(profiles.all());
    const code = words.find(profileId);
    return code === null ? [] : [code];
  }
  function totalsOf(filter: CallbackFilter): readonly number[] {
    const span = spanOf(filter);
    const of = profilesOf(filter);
    return CODES.map((code) =>
      of.reduce((sum, profile) => sum + z.int().parse(count.get(profile, code, ...span)), 0),
    );
  }

  return {
    add(callback) {
      const code =
        'taken' in callback
          ? CALLBACKS_TAKEN.indexOf(callback.taken)
          : REPEATED + (numberSchema.parse(codeOf.get(callback.repeatOf)) ?? 0);
      add.run(callback.seq, callback.atMs, words.code(callback.profileId), code);
    },
    counts: (filter) => countsOf(totalsOf(filter), filter.taken),
    seqs(filter, before, most) {
      const codes = CALLBACKS_TAKEN.flatMap((taken, code) =>
        filter.taken === null || filter.taken === taken ? [code] : [],
      );
      const [fromMs, toMs] = spanOf(filter);
      const atMs = before === null ? undefined : numberSchema.parse(atOf.get(before));
      const end = atMs === undefined || atMs >= toMs ? [toMs, 0] : [atMs, before];
      const found = profilesOf(filter)
        .flatMap((profile) =>
          codes.flatMap((code) => page.all(profile, code, fromMs, ...end, most + 1)),
        )
        .map((row) => pagedSchema.parse(row))
        .toSorted((a, b) => (b.atMs === a.atMs ? b.seq - a.seq : b.atMs - a.atMs))
        .map(({ seq }) => seq);
      const seqs = found.slice(0, most);
      const next = found.length > most ? (seqs.at(-1) ?? null) : null;
      const totals = totalsOf(filter);
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

function countsOf(totals: readonly number[], taken: CallbackTaken | null): CallbackCounts {
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
