import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type ActivityFilter,
  type ActivityGroup,
  activityGroupOf,
  isActivity,
  WORK_KINDS,
} from '#shared/domain/activity.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';

import { createStatements } from '../sqlite/openSqlite.ts';
import type { Words } from './words.ts';

/** An event of Activity. `failures`: of a wrong PIN, how many were wrong in a row with it. */
export type ActivityPlace = {
  readonly seq: number;
  readonly failures: number | null;
};

export type ActivityPlaces = Omit<OperationOutput<'activity.page'>, 'rows'> & {
  readonly places: readonly ActivityPlace[];
};

/** What the index reads of an event of Activity: who did it, and which person it is about. */
export type NotedActivity = {
  readonly person: string | null;
  readonly about: string | null;
  /** It says that the attempt with a PIN or a code before it was right. */
  readonly endsAttempt: boolean;
};

/**
 * One row per event; `failures`: of a wrong PIN, how many were wrong in a row with it. An attempt with a PIN or the Supervisor code is on record before it is compared: one that was right is
 * taken out again by the event that follows from it, so that what stays are failures.
 */
export const ACTIVITY_SQL = `
  CREATE TABLE activity (
    seq INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    person INTEGER NOT NULL,
    about INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    failures INTEGER
  ) STRICT;
  CREATE INDEX activity_by_kind ON activity (kind);
  CREATE INDEX activity_by_person ON activity (person);
  CREATE INDEX activity_by_about ON activity (about);
`;

/** SQL: not the ordinary work of the desk. */
export const IS_ACTIVITY_ROW = `kind NOT IN (${WORK_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

const bodySchema = z.custom<{
  readonly operator?: { readonly personId?: string };
  readonly personId?: string;
  readonly afterOwn?: true;
  readonly byCode?: true;
}>((value) => typeof value === 'object');

/** `body`: null where it was erased. */
export function activityIn(kind: string, body: string | null): NotedActivity | null {
  if (!isActivity(kind)) return null;
  const said = body === null ? {} : bodySchema.parse(JSON.parse(body));
  const { operator, personId = null, afterOwn, byCode } = said;
  return noted(kind, operator?.personId ?? null, personId, afterOwn === true, byCode === true);
}

function noted(
  kind: string,
  operator: string | null,
  about: string | null,
  afterOwn: boolean,
  byCode: boolean,
): NotedActivity {
  const endsAttempt =
    kind === 'signed_in' || kind === 'approval_given' || kind === 'paper_signed'
      ? true
      : kind === 'pin_set'
        ? afterOwn
        : kind === 'people_ended' || (kind === 'person_unlocked' && byCode);
  return { person: operator ?? about, about, endsAttempt };
}

const numberSchema = z.int().nullish();
const placeSchema = z.object({ seq: z.int(), failures: z.int().nullable() });
const lastSchema = z.object({ seq: z.int(), kind: z.int() }).optional();
const numbersSchema = z.array(z.int());

const SQL = {
  add: 'INSERT INTO activity (seq, kind, person, about, at_ms, failures) VALUES (?, ?, ?, ?, ?, ?)',
  newestAbout: 'SELECT seq, kind FROM activity WHERE about = ? ORDER BY seq DESC LIMIT 1',
  lastFailures: `
    SELECT failures FROM activity WHERE about = ? AND kind IN (SELECT value FROM json_each(?))
    ORDER BY seq DESC LIMIT 1`,
  remove: 'DELETE FROM activity WHERE seq = ?',
  kinds: 'SELECT DISTINCT kind FROM activity',
} as const;
const ATTEMPTS = ['pin_tried', 'code_tried'] as const;
/** A wrong PIN, and what puts the count of them back to zero. */
const COUNTED = ['pin_tried', 'signed_in', 'pin_set', 'person_unlocked'] as const;

export type ActivityIndex = {
  /** Inside a transaction. */
  readonly add: (kind: string, seq: number, atMs: number, activity: NotedActivity) => void;
  readonly places: (
    filter: ActivityFilter,
    before: number | null,
    count: number,
  ) => Omit<ActivityPlaces, 'index'>;
};

export function createActivity(db: Database, words: Words): ActivityIndex {
  const add = db.prepare(SQL.add);
  const newestAbout = db.prepare(SQL.newestAbout);
  const remove = db.prepare(SQL.remove);
  const of = createStatements(db);
  const lastFailures = db.prepare(SQL.lastFailures).pluck();
  const codesOf = (names: readonly string[]): string =>
    JSON.stringify(names.flatMap((name) => words.find(kindWord(name)) ?? []));

  /** After the last event that counts or ends failures. */
  const failuresOf = (about: number): number =>
    (numberSchema.parse(lastFailures.get(about, codesOf(COUNTED))) ?? 0) + 1;
  function dropAttempt(about: number): void {
    const last = lastSchema.parse(newestAbout.get(about));
    const attempts = ATTEMPTS.map((name) => words.find(kindWord(name)));
    if (last !== undefined && attempts.includes(last.kind)) remove.run(last.seq);
  }
  const kindsIn = (group: ActivityGroup): readonly number[] =>
    numbersSchema
      .parse(of(SQL.kinds).pluck().all())
      .filter((kind) => activityGroupOf(words.text(kind).slice(KIND.length)) === group);
  /** By kind, each by its own index: SQLite would sort all events of several kinds for the newest hundred. */
  function questions({ personId, group, from, to }: ActivityFilter): readonly Question[] {
    const asked = [
      ...(personId === null ? [] : [['person =', words.find(personId) ?? -1] as const]),
      ...(from === null ? [] : [['at_ms >=', Date.parse(from)] as const]),
      ...(to === null ? [] : [['at_ms <', Date.parse(to)] as const]),
    ];
    if (group === null) return [asked];
    return kindsIn(group).map((kind) => [['kind =', kind], ...asked]);
  }

  return {
    add(kind, seq, atMs, { person, about, endsAttempt }) {
      if (endsAttempt) dropAttempt(words.find(about ?? person ?? '') ?? 0);
      const [who, whom] = [words.code(person), words.code(about)];
      const failures = kind === 'pin_tried' ? failuresOf(whom) : null;
      add.run(seq, words.code(kindWord(kind)), who, whom, atMs, failures);
    },
    places(filter, before, wanted) {
      const asked = questions(filter);
      // One more than asked for tells whether there is a next page.
      const found = asked
        .flatMap((question) => {
          const [sql, values] = pageOf([['seq <', before ?? Number.MAX_SAFE_INTEGER], ...question]);
          return of(sql).all(...values, wanted + 1);
        })
        .map((row) => placeSchema.parse(row))
        .toSorted((a, b) => b.seq - a.seq);
      const total = asked.reduce((sum, question) => {
        const [sql, values] = countOf(question);
        return (
          sum +
          z.int().parse(
            of(sql)
              .pluck()
              .get(...values),
          )
        );
      }, 0);
      const places = found.slice(0, wanted);
      return { places, next: found.length > wanted ? (places.at(-1)?.seq ?? null) : null, total };
    },
  };
}

/** Columns with the values that they are held against. */
type Question = readonly (readonly [column: string, value: number])[];
type Asked = readonly [sql: string, values: readonly number[]];

const whereOf = (question: Question): string =>
  question.length === 0 ? '' : `WHERE ${question.map(([column]) => `${column} ?`).join(' AND ')}`;
const valuesOf = (question: Question): readonly number[] => question.map(([, value]) => value);
const pageOf = (question: Question): Asked => [
  `SELECT seq, failures FROM activity ${whereOf(question)} ORDER BY seq DESC LIMIT ?`,
  valuesOf(question),
];
const countOf = (question: Question): Asked => [
  `SELECT count(*) FROM activity ${whereOf(question)}`,
  valuesOf(question),
];

/** Words are shared with states and operators: a kind must not be taken for one of them. */
const KIND = 'event:';
const kindWord = (kind: string): string => `${KIND}${kind}`;

/** With the state of the index that they come from. */
export function createActivityReads(activity: ActivityIndex, state: () => IndexState) {
  return {
    activityPlaces: (...asked: Parameters<ActivityIndex['places']>): ActivityPlaces => ({
      ...activity.places(...asked),
      index: state(),
    }),
  };
}
