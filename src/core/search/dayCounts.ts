import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { toCentsSum } from '#shared/domain/centsSum.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DailyTotal, LogFacets } from '#shared/domain/logSearch.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';

import { KINDS_A_CURRENCY, partsOf } from './kind.ts';
import type { Words } from './words.ts';

const DAY_MS = 86_400_000;

/** What requests are counted by. `day` and `currency` are 0 in those that only say what occurs in the log. */
const FACETS = {
  kind: { id: 0, column: 'kind', isDaily: true },
  state: { id: 1, column: 'state_code', isDaily: true },
  answer: { id: 2, column: 'answer_time', isDaily: true },
  callback: { id: 3, column: 'callback_time', isDaily: true },
  anyState: { id: 4, column: 'state_code', isDaily: false },
  anyType: { id: 5, column: 'type_code', isDaily: false },
  anyOperator: { id: 6, column: 'operator_code', isDaily: false },
  anyProfile: { id: 7, column: 'profile', isDaily: false },
} as const;
type Facet = keyof typeof FACETS;

/** The columns of `day_count` but the last two, of a row that SQL calls `of`. */
function keyOf({ id, column, isDaily }: (typeof FACETS)[Facet], of = ''): string {
  const day = isDaily ? `${of}created_ms / ${DAY_MS}` : '0';
  const currency = isDaily ? `${of}kind / ${KINDS_A_CURRENCY}` : '0';
  return `${id}, ${of}profile, ${day}, ${currency}, ${of}${column}`;
}

/** Amounts are added up by kind alone. */
function centsOf({ id }: (typeof FACETS)[Facet], cents: string): string {
  return id === FACETS.kind.id ? cents : '0';
}

function counting(of: 'new.' | 'old.'): string {
  const sign = of === 'new.' ? '' : '-';
  const rows = Object.values(FACETS).map(
    (facet) => `(${keyOf(facet, of)}, ${sign}1, ${centsOf(facet, `${sign}${of}sent_cents`)})`,
  );
  return `
    INSERT INTO day_count VALUES ${rows.join(', ')}
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents;`;
}

const COUNT_ALL = Object.values(FACETS).map(
  (facet) => `
    INSERT INTO day_count
    SELECT ${keyOf(facet)}, count(*), ${centsOf(facet, 'sum(sent_cents)')}
    FROM entry GROUP BY 1, 2, 3, 4, 5;`,
);

/** Everything is counted at the end of a first filling, in one go; then SQLite keeps the counts itself. */
export const DAY_COUNTS_SQL: Readonly<Record<string, string>> = {
  count_new: `
    ${COUNT_ALL.join('')}
    CREATE TRIGGER count_new AFTER INSERT ON entry BEGIN ${counting('new.')} END`,
  count_changed: `
    CREATE TRIGGER count_changed AFTER UPDATE ON entry
    WHEN old.kind <> new.kind OR old.state_code <> new.state_code
      OR old.answer_time <> new.answer_time OR old.callback_time <> new.callback_time
    BEGIN ${counting('old.')} ${counting('new.')} END`,
};

export type Sum = { readonly count: number; readonly cents: bigint };
/** By kind of request, see `kindOf`. */
export type SumsByKind = ReadonlyMap<number, Sum>;
/** `currency` is a place in `CURRENCIES`. */
type Count = { readonly currency: number; readonly code: number; readonly count: number };

export type DayCounts = {
  /** When the profile's first and last request were made; null: it has none. */
  readonly ends: (profile: number) => { readonly firstMs: number; readonly lastMs: number } | null;
  /** Counts and sums of what was asked for, never of what was received. */
  readonly sums: (profile: number, fromMs: number, toMs: number) => SumsByKind;
  readonly counts: (
    facet: 'state' | 'answer' | 'callback',
    profile: number,
    fromMs: number,
    toMs: number,
  ) => readonly Count[];
  /** Oldest first. */
  readonly daily: (profileId: string, days: readonly DaySpan[]) => readonly DailyTotal[];
  /** What occurs in the log, most frequent first. */
  readonly facets: () => LogFacets;
};

const momentSchema = z.int().nullable();
/** Sums are read as text: a day of a few huge amounts is beyond what a number holds. */
const countSchema = z.object({
  currency: z.int(),
  code: z.int(),
  count: z.int(),
  cents: z.string().transform(BigInt),
});
const codesSchema = z.array(z.int());

/** Empty until the index is filled: what it is read from is made last. */
export function createDayCounts(db: Database, words: Words, isFilled: () => boolean): DayCounts {
  const firstMs = db.prepare('SELECT min(created_ms) FROM entry WHERE profile = ?').pluck();
  const lastMs = db.prepare('SELECT max(created_ms) FROM entry WHERE profile = ?').pluck();
  const readers = {
    kind: readerOf(db, 'kind', isFilled),
    state: readerOf(db, 'state', isFilled),
    answer: readerOf(db, 'answer', isFilled),
    callback: readerOf(db, 'callback', isFilled),
  };
  const sums = (profile: number, fromMs: number, toMs: number): SumsByKind => {
    const found = new Map<number, Sum>();
    for (const { code, count, cents } of readers.kind(profile, fromMs, toMs)) {
      addTo(found, code, { count, cents });
    }
    return found;
  };

  return {
    ends(profile) {
      if (!isFilled()) return null;
      const [first, last] = [firstMs, lastMs].map((one) => momentSchema.parse(one.get(profile)));
      return typeof first === 'number' && typeof last === 'number'
        ? { firstMs: first, lastMs: last }
        : null;
    },
    sums,
    counts: (facet, ...span) => readers[facet](...span),
    daily(profileId, days) {
      const profile = words.find(profileId);
      if (profile === null) return [];
      return days.flatMap(({ day, fromMs, toMs }) =>
        inOrder(sums(profile, fromMs, toMs)).map(([kind, { count, cents }]) => ({
          day,
          ...partsOf(kind),
          count,
          requestedCents: toCentsSum(cents),
        })),
      );
    },
    facets: createFacets(db, words),
  };
}

function createFacets(db: Database, words: Words): DayCounts['facets'] {
  const frequent = db
    .prepare(
      `SELECT code FROM day_count WHERE facet = ? AND count > 0 AND code > 0
      GROUP BY code ORDER BY sum(count) DESC, code`,
    )
    .pluck();
  /** As the newest request has it. The index that finds it is not there before the first filling has ended. */
  const nameOf = (profile: number): string =>
    z.string().parse(
      db
        .prepare(
          `SELECT profile_name FROM entry WHERE place = (
              SELECT place FROM entry INDEXED BY entry_by_place
              WHERE profile = ? ORDER BY place DESC LIMIT 1)`,
        )
        .pluck()
        .get(profile),
    );
  const codesOf = (facet: Facet): readonly number[] =>
    codesSchema.parse(frequent.all(FACETS[facet].id));
  const textsOf = (facet: Facet): readonly string[] => codesOf(facet).map(words.text);

  return () => ({
    states: textsOf('anyState'),
    paymentTypes: textsOf('anyType'),
    operators: textsOf('anyOperator'),
    profiles: codesOf('anyProfile').map((code) => ({
      id: profileIdSchema.parse(words.text(code)),
      name: nameOf(code),
    })),
  });
}

/** Whole days of a span are read from `day_count`; its first and last piece are counted request by request. */
function readerOf(db: Database, facet: Facet, isFilled: () => boolean) {
  const { id, column } = FACETS[facet];
  const days = db.prepare(`
    SELECT currency, code, sum(count) AS count, CAST(sum(cents) AS TEXT) AS cents FROM day_count
    WHERE profile = ? AND facet = ${id} AND day >= ? AND day < ? GROUP BY currency, code`);
  const requests = db.prepare(`
    SELECT kind / ${KINDS_A_CURRENCY} AS currency, ${column} AS code, count(*) AS count,
      CAST(sum(sent_cents) AS TEXT) AS cents
    FROM entry WHERE profile = ? AND created_ms >= ? AND created_ms < ? GROUP BY 1, 2`);
  return (
    profile: number,
    fromMs: number,
    toMs: number,
  ): readonly z.infer<typeof countSchema>[] => {
    if (!isFilled()) return [];
    const first = Math.ceil(fromMs / DAY_MS);
    const end = Math.floor(toMs / DAY_MS);
    const rows =
      first < end
        ? [
            ...requests.all(profile, fromMs, first * DAY_MS),
            ...days.all(profile, first, end),
            ...requests.all(profile, end * DAY_MS, toMs),
          ]
        : requests.all(profile, fromMs, toMs);
    return rows.map((row) => countSchema.parse(row)).filter(({ count }) => count > 0);
  };
}

export function addTo(sums: Map<number, Sum>, kind: number, more: Sum): void {
  const sum = sums.get(kind) ?? { count: 0, cents: 0n };
  sums.set(kind, { count: sum.count + more.count, cents: sum.cents + more.cents });
}

export function inOrder(sums: SumsByKind): readonly (readonly [number, Sum])[] {
  return [...sums].toSorted(([one], [other]) => one - other);
}
