import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DailyTotal, LogFacets } from '#shared/domain/logSearch.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { Money } from '#shared/domain/money.ts';

import { partsOf } from './kind.ts';
import type { Words } from './words.ts';

const DAY_MS = 86_400_000;

/** What requests are counted by, of each profile and day of UTC: columns of `entry` and of `day_count`. */
const COUNTED_BY = ['kind', 'is_batch'];
const BY = COUNTED_BY.join(', ');

/** The key of `day_count` for a row that SQL calls `of`. */
function keyOf(of: string): string {
  const columns = COUNTED_BY.map((name) => `${of}.${name}`);
  return [`${of}.profile`, `${of}.created_ms / ${DAY_MS}`, ...columns].join(', ');
}

function counting(of: 'new' | 'old'): string {
  const sign = of === 'new' ? '' : '-';
  return `
    INSERT INTO day_count VALUES (${keyOf(of)}, ${sign}1, ${sign}${of}.sent_cents)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents;`;
}

/** Everything is counted at the end of a first filling, in one go; then SQLite keeps the counts itself. */
export const DAY_COUNTS_SQL: Readonly<Record<string, string>> = {
  count_new: `
    INSERT INTO day_count
    SELECT ${keyOf('entry')}, count(*), sum(sent_cents) FROM entry GROUP BY 1, 2, 3, 4;
    CREATE TRIGGER count_new AFTER INSERT ON entry BEGIN ${counting('new')} END`,
  count_changed: `
    CREATE TRIGGER count_changed AFTER UPDATE ON entry
    WHEN ${COUNTED_BY.map((name) => `old.${name} <> new.${name}`).join(' OR ')}
    BEGIN ${counting('old')} ${counting('new')} END`,
};

/** Whole days of a span from `day_count`; its first and last piece request by request. */
const COUNTS_SQL = `
  SELECT kind, is_batch AS batch, sum(count) AS count, CAST(sum(cents) AS TEXT) AS cents
  FROM (
    SELECT ${BY}, count, cents FROM day_count
    WHERE profile = :profile AND day >= :firstMs / ${DAY_MS} AND day < :endMs / ${DAY_MS}
    UNION ALL SELECT ${BY}, 1, sent_cents FROM entry
    WHERE profile = :profile AND created_ms >= :fromMs AND created_ms < :firstMs
    UNION ALL SELECT ${BY}, 1, sent_cents FROM entry
    WHERE profile = :profile AND created_ms >= :endMs AND created_ms < :toMs)
  GROUP BY ${BY} HAVING sum(count) > 0`;

/** Of one person there are no counts by day: their requests are counted one by one, by an index that has only those of people. */
const PERSON_SQL = `
  SELECT kind, is_batch AS batch, count(*) AS count, CAST(sum(sent_cents) AS TEXT) AS cents
  FROM entry INDEXED BY entry_by_person
  WHERE person_code <> 0 AND person_code = :code AND profile = :profile AND created_ms >= :fromMs AND created_ms < :toMs
  GROUP BY ${BY}`;

/** A code that no word has finds nothing. */
export function personCode(words: Words, personId: string): number {
  return words.find(personId) ?? -1;
}

/** Requests of one kind (kind.ts). `cents` is what was asked for, never what was received. */
const countSchema = z.object({
  kind: z.int(),
  /** 1: issued by a batch. */
  batch: z.int(),
  count: z.int(),
  /** Read as text: a day of a few huge amounts is beyond what a number holds. */
  cents: z.string().transform(BigInt),
});
export type Count = z.infer<typeof countSchema>;

type Sum = Pick<Count, 'count' | 'cents'>;
/** By kind, in the order of kinds. */
type SumsByKind = readonly (readonly [kind: number, sum: Sum])[];

export type DayCounts = {
  /** When the profile's first and last request were made; null: it has none. */
  readonly ends: (profile: number) => { readonly firstMs: number; readonly lastMs: number } | null;
  readonly counts: (
    profile: number,
    fromMs: number,
    toMs: number,
    personId?: string,
  ) => readonly Count[];
  /** The people who issued anything. */
  readonly people: () => readonly string[];
  /** Oldest first. */
  readonly daily: (profileId: string, days: readonly DaySpan[]) => readonly DailyTotal[];
  /** What occurs in the log: what the newest requests have most often stands first. */
  readonly facets: () => Omit<LogFacets, 'batches'>;
};

const endsSchema = z.object({ firstMs: z.int(), lastMs: z.int() }).nullable().catch(null);
const codesSchema = z.array(z.int());
/** The newest requests, which say what is frequent. */
const FACET_ROWS = 4096;

/** Empty until the index is filled: what it is read from is made last. */
export function createDayCounts(db: Database, words: Words, isFilled: () => boolean): DayCounts {
  const ends = db.prepare(`
    SELECT (SELECT min(created_ms) FROM entry WHERE profile = :profile) AS firstMs,
      (SELECT max(created_ms) FROM entry WHERE profile = :profile) AS lastMs`);
  const counts = db.prepare(COUNTS_SQL);
  const countsOf = (profile: number, fromMs: number, toMs: number): readonly Count[] => {
    if (!isFilled()) return [];
    const firstMs = Math.min(Math.ceil(fromMs / DAY_MS) * DAY_MS, toMs);
    const endMs = Math.max(Math.floor(toMs / DAY_MS) * DAY_MS, firstMs);
    const rows = counts.all({ profile, fromMs, firstMs, endMs, toMs });
    return rows.map((row) => countSchema.parse(row));
  };

  return {
    ends: (profile) => (isFilled() ? endsSchema.parse(ends.get({ profile })) : null),
    counts(profile, fromMs, toMs, personId) {
      if (personId === undefined) return countsOf(profile, fromMs, toMs);
      if (!isFilled()) return [];
      const code = personCode(words, personId);
      const rows = db.prepare(PERSON_SQL).all({ code, profile, fromMs, toMs });
      return rows.map((row) => countSchema.parse(row));
    },
    people: () => (isFilled() ? occurringPeople(db).map(words.text) : []),
    daily(profileId, days) {
      const profile = words.find(profileId);
      if (profile === null) return [];
      return days.flatMap(({ day, fromMs, toMs }) =>
        sumsByKind(countsOf(profile, fromMs, toMs)).map(([kind, { count, cents }]) => ({
          day,
          ...partsOf(kind),
          count,
          requestedCents: Money.sum([cents]),
        })),
      );
    },
    facets() {
      const codesOf = (column: string): readonly number[] =>
        isFilled() ? frequentCodes(db, column) : [];
      return {
        states: codesOf('state_code').map(words.text),
        paymentTypes: codesOf('type_code').map(words.text),
        operators: codesOf('operator_code').map(words.text),
        profiles: codesOf('profile').map((code) => ({
          id: profileIdSchema.parse(words.text(code)),
          name: newestName(db, code),
        })),
      };
    },
  };
}

export function sumsByKind(
  counts: readonly Count[],
  kindOf: (kind: number) => number = (kind) => kind,
): SumsByKind {
  const sums = new Map<number, Sum>();
  for (const { kind, count, cents } of counts) {
    const before = sums.get(kindOf(kind)) ?? { count: 0, cents: 0n };
    sums.set(kindOf(kind), { count: before.count + count, cents: before.cents + cents });
  }
  return [...sums].toSorted(([one], [other]) => one - other);
}

/** The codes that occur in a column. Its index skips from one to the next; counting all of them would read every request. */
function frequentCodes(db: Database, column: string): readonly number[] {
  const frequent = db.prepare(`
    WITH RECURSIVE occurring (code) AS (
      SELECT min(${column}) FROM entry WHERE ${column} > 0
      UNION ALL
      SELECT (SELECT min(${column}) FROM entry WHERE ${column} > code) FROM occurring WHERE code > 0
    ), lately (code, count) AS (
      SELECT ${column}, count(*) FROM (
        SELECT ${column} FROM entry INDEXED BY entry_by_place ORDER BY place DESC LIMIT ${FACET_ROWS}
      ) GROUP BY 1
    )
    SELECT code FROM occurring LEFT JOIN lately USING (code)
    WHERE code > 0 ORDER BY count DESC, code`);
  return codesSchema.parse(frequent.pluck().all());
}

/** Skips from one person to the next, in an index that is empty at a desk without people. */
function occurringPeople(db: Database): readonly number[] {
  const next = (after: string): string =>
    `SELECT min(person_code) FROM entry INDEXED BY entry_by_person WHERE person_code <> 0 AND person_code > ${after}`;
  const found = db.prepare(`
    WITH RECURSIVE person (code) AS (
      ${next('0')} UNION ALL SELECT (${next('code')}) FROM person WHERE code > 0
    ) SELECT code FROM person WHERE code > 0`);
  return codesSchema.parse(found.pluck().all());
}

/** A profile's name as its newest request has it. */
function newestName(db: Database, profile: number): string {
  const name = db.prepare(`
    SELECT profile_name FROM entry WHERE place = (
      SELECT place FROM entry INDEXED BY entry_by_place
      WHERE profile = ? ORDER BY place DESC LIMIT 1)`);
  return z.string().parse(name.pluck().get(profile));
}
