import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { type EventReads, createEventReads } from './story.ts';

/** One request as the log has it now. */
export type Recorded = { readonly seq: number; readonly request: DepositRequest };

type Change = {
  readonly seq: number;
  readonly kind: string;
  readonly intentId: string | null;
  readonly previous: string;
  readonly hash: string;
};

/** What the finder reads from the log. */
export type Source = EventReads & {
  /** Everything that is read in it is of one moment, however the log grows. */
  readonly atOnce: <T>(work: () => T) => T;
  readonly head: () => number;
  /** Hexadecimal; null: there is no such event. */
  readonly hashAt: (seq: number) => string | null;
  readonly firstHash: () => string | null;
  /** Events after this one, in order. */
  readonly changes: (after: number, limit: number) => readonly Change[];
  readonly find: (intentId: string) => Recorded | null;
  readonly seqOf: (intentId: string) => number | null;
  readonly at: (seq: number) => Recorded | null;
  /** Requests recorded after one event and up to another, in order. */
  readonly recorded: (after: number, upTo: number, limit: number) => readonly Recorded[];
  /** The first events of all requests up to this one, in order, without reading the requests. */
  readonly allSeqs: (upTo: number) => Uint32Array;
  readonly seqsAfter: (after: number) => Uint32Array;
  /** The first events of the newest requests after this one, newest first. */
  readonly newestSeqs: (after: number, limit: number) => readonly number[];
  /** Unresolved unknowns, newest first. */
  readonly unresolved: (
    profileId: string,
    limit: number,
  ) => { readonly count: number; readonly newest: readonly DepositRequest[] };
  /** Those of every profile that a late answer came to. */
  readonly unresolvedLate: () => readonly Recorded[];
  /** Those of one day, by currency. */
  readonly unresolvedWithin: (
    profileId: string,
    fromMs: number,
    toMs: number,
  ) => ReadonlyMap<string, number>;
  /** What is in flight or unresolved, of every profile. `name`: of the profile, when it issued the newest of them. */
  readonly openByProfile: () => readonly OpenCount[];
};

type OpenCount = z.infer<typeof openSchema>;

const openSchema = z.object({
  profileId: profileIdSchema,
  name: z.string(),
  outcome: z.enum(['prepared', 'sending', 'unknown']),
  count: z.int(),
});
const currencyCountSchema = z.object({ currency: z.string(), count: z.int() });
const changeSchema = z.object({
  seq: z.int(),
  kind: z.string(),
  intentId: z.string().nullable(),
  previous: z.string(),
  hash: z.string(),
});
const rowSchema = z.object({ seq: z.int(), document: z.string() });
const hashSchema = z.string().optional();
const seqSchema = z.int().nullish();
const seqsSchema = z.custom<readonly number[]>(Array.isArray);
/** Written by the log's own projection and checked where a request is read to act on it; here only looked at. */
const documentSchema = z.custom<DepositRequest>((value) => typeof value === 'object');
const SQL = {
  head: 'SELECT max(seq) FROM event',
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  firstHash: 'SELECT lower(hex(hash)) FROM event ORDER BY seq LIMIT 1',
  changes: `
    SELECT seq, kind, intent_id AS intentId, lower(hex(previous)) AS previous, lower(hex(hash)) AS hash
    FROM event WHERE seq > ? ORDER BY seq LIMIT ?`,
  find: 'SELECT first_seq AS seq, document FROM request WHERE intent_id = ?',
  seqOf: 'SELECT first_seq FROM request WHERE intent_id = ?',
  at: 'SELECT first_seq AS seq, document FROM request WHERE first_seq = ?',
  recorded: `
    SELECT first_seq AS seq, document FROM request WHERE first_seq > ? AND first_seq <= ?
    ORDER BY first_seq LIMIT ?`,
  // By an index that has nothing but the order ids beside them: the documents would be gigabytes.
  allSeqs: 'SELECT first_seq FROM request INDEXED BY request_by_order WHERE first_seq <= ?',
  seqsAfter: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq',
  newestSeqs: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq DESC LIMIT ?',
  unresolved: `
    SELECT first_seq AS seq, document FROM request
    WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown' ORDER BY first_seq DESC LIMIT ?`,
  unresolvedLate: `
    SELECT first_seq AS seq, document FROM request
    WHERE is_open = 1 AND outcome = 'unknown' AND json_extract(document, '$.late') IS NOT NULL`,
  unresolvedWithin: `
    SELECT json_extract(document, '$.body.fields.currency') AS currency, count(*) AS count FROM request
    WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown' AND created_at >= ? AND created_at < ?
    GROUP BY 1`,
  // A bare column beside max() is of the row that has the maximum.
  openByProfile: `
    SELECT profile_id AS profileId, outcome, count(*) AS count, max(first_seq),
      json_extract(document, '$.profileName') AS name
    FROM request WHERE is_open = 1 GROUP BY profile_id, outcome`,
  countUnresolved: `
    SELECT count(*) FROM request WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown'`,
} as const;

export function createSource(db: Database): Source {
  const head = db.prepare(SQL.head).pluck();
  const hashAt = db.prepare(SQL.hashAt).pluck();
  const firstHash = db.prepare(SQL.firstHash).pluck();
  const changes = db.prepare(SQL.changes);
  const find = db.prepare(SQL.find);
  const seqOf = db.prepare(SQL.seqOf).pluck();
  const at = db.prepare(SQL.at);
  const recorded = db.prepare(SQL.recorded);
  const allSeqs = db.prepare(SQL.allSeqs).pluck();
  const seqsAfter = db.prepare(SQL.seqsAfter).pluck();
  const newestSeqs = db.prepare(SQL.newestSeqs).pluck();
  const unresolved = db.prepare(SQL.unresolved);
  const unresolvedLate = db.prepare(SQL.unresolvedLate);
  const unresolvedWithin = db.prepare(SQL.unresolvedWithin);
  const openByProfile = db.prepare(SQL.openByProfile);
  const countUnresolved = db.prepare(SQL.countUnresolved).pluck();
  return {
    atOnce: (work) => db.transaction(work)(),
    head: () => seqSchema.parse(head.get()) ?? 0,
    hashAt: (seq) => hashSchema.parse(hashAt.get(seq)) ?? null,
    firstHash: () => hashSchema.parse(firstHash.get()) ?? null,
    changes: (after, limit) => changes.all(after, limit).map((row) => changeSchema.parse(row)),
    find: (intentId) => readOne(find.get(intentId)),
    seqOf: (intentId) => seqSchema.parse(seqOf.get(intentId)) ?? null,
    at: (seq) => readOne(at.get(seq)),
    recorded: (...range) => recorded.all(...range).map(read),
    allSeqs: (upTo) => Uint32Array.from(seqsSchema.parse(allSeqs.all(upTo))).toSorted(),
    seqsAfter: (after) => Uint32Array.from(seqsSchema.parse(seqsAfter.all(after))),
    newestSeqs: (after, limit) => seqsSchema.parse(newestSeqs.all(after, limit)),
    unresolved: (profileId, limit) => ({
      count: seqSchema.parse(countUnresolved.get(profileId)) ?? 0,
      newest: unresolved.all(profileId, limit).map((row) => read(row).request),
    }),
    unresolvedLate: () => unresolvedLate.all().map(read),
    unresolvedWithin: (profileId, fromMs, toMs) =>
      new Map(
        unresolvedWithin
          .all(profileId, new Date(fromMs).toISOString(), new Date(toMs).toISOString())
          .map((row) => currencyCountSchema.parse(row))
          .map(({ currency, count }) => [currency, count]),
      ),
    openByProfile: () => openByProfile.all().map((row) => openSchema.parse(row)),
    ...createEventReads(db),
  };
}

function readOne(row: unknown): Recorded | null {
  return row === undefined ? null : read(row);
}

function read(row: unknown): Recorded {
  const { seq, document } = rowSchema.parse(row);
  return { seq, request: documentSchema.parse(JSON.parse(document)) };
}
