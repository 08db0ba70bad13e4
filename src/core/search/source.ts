import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { CHAIN_START, toHex } from '../log/store/chain.ts';
import { requestEventAsWritten } from '../log/store/eventAsWritten.ts';
import type { RequestEvent } from '../log/store/events.ts';
import { type KeptBody, bodyIn } from '../log/store/eventStore.ts';
import { projectRow } from '../log/store/requestRows.ts';
import { type EventReads, createEventReads } from './story.ts';

/** One request as the log has it now. */
export type Recorded = {
  readonly seq: number;
  readonly request: DepositRequest;
  /** The newest event about it. */
  readonly lastSeq: number;
};

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
  /** Requisites are erased after some time, or were. */
  readonly isRetaining: () => boolean;
  /** Events after this one, in order. */
  readonly changes: (after: number, limit: number) => readonly Change[];
  readonly find: (intentId: string) => Recorded | null;
  readonly seqOf: (intentId: string) => number | null;
  readonly profileOf: (intentId: string) => string | null;
  readonly at: (seq: number) => Recorded | null;
  /** Requests recorded after one event and up to another, in order. */
  readonly recorded: (after: number, upTo: number, limit: number) => readonly Recorded[];
  /** The first events of all requests up to this one, in order, without reading the requests. */
  readonly allSeqs: (upTo: number) => Uint32Array;
  readonly seqsAfter: (after: number) => Uint32Array;
  /** The first events of the newest requests after this one, newest first. */
  readonly newestSeqs: (after: number, limit: number) => readonly number[];
  /** Unresolved unknowns, newest first. Null: of every profile. */
  readonly unresolved: (
    profileId: string | null,
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

type OpenCount = Omit<z.infer<typeof openRowSchema>, 'newest'> & { readonly name: string };

const openRowSchema = z.object({
  profileId: profileIdSchema,
  outcome: z.enum(['prepared', 'sending', 'unknown']),
  count: z.int(),
  newest: z.int(),
});
const currencyCountSchema = z.object({ currency: z.string(), count: z.int() });
const changeSchema = z.object({
  seq: z.int(),
  kind: z.string(),
  intentId: z.string().nullable(),
  previous: z.string(),
  hash: z.string(),
});
/** By statements of our own, and a million of them in a first filling: only looked at. */
const rowSchema = z.custom<{
  readonly seq: number;
  readonly intentId: string;
  readonly lastSeq: number;
  readonly events: number;
  readonly document: string | null;
}>((value) => typeof value === 'object');
/** By statements of our own too. */
const eventSchema = z.custom<
  KeptBody & { readonly seq: number; readonly at: string; readonly kind: string }
>((value) => typeof value === 'object');
const textSchema = z.string().optional();
const seqSchema = z.int().nullish();
const seqsSchema = z.custom<readonly number[]>(Array.isArray);
/** Written by the log's own projection and checked where a request is read to act on it; here only looked at. */
const documentSchema = z.custom<DepositRequest>((value) => typeof value === 'object');
const ROW = 'first_seq AS seq, intent_id AS intentId, last_seq AS lastSeq, events, document';
const SQL = {
  head: 'SELECT max(seq) FROM event',
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  firstHash: 'SELECT lower(hex(hash)) FROM event ORDER BY seq LIMIT 1',
  retaining: "SELECT 1 FROM event WHERE intent_id IS NULL AND kind = 'retention_set' LIMIT 1",
  changes: `
    SELECT seq, kind, intent_id AS intentId, lower(hex(hash)) AS hash,
      coalesce((SELECT lower(hex(hash)) FROM event AS p WHERE p.seq = e.seq - 1), '${toHex(CHAIN_START)}') AS previous
    FROM event AS e WHERE seq > ? ORDER BY seq LIMIT ?`,
  find: `SELECT ${ROW} FROM request WHERE intent_id = ?`,
  seqOf: 'SELECT first_seq FROM request WHERE intent_id = ?',
  profileOf: 'SELECT profile_id FROM request WHERE intent_id = ?',
  at: `SELECT ${ROW} FROM request WHERE first_seq = ?`,
  recorded: `
    SELECT ${ROW} FROM request WHERE first_seq > ? AND first_seq <= ?
    ORDER BY first_seq LIMIT ?`,
  // By an index that has nothing but the order ids beside them: the rows themselves would be hundreds of megabytes.
  allSeqs: 'SELECT first_seq FROM request INDEXED BY request_by_order WHERE first_seq <= ?',
  seqsAfter: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq',
  newestSeqs: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq DESC LIMIT ?',
  unresolvedLate: `
    SELECT ${ROW} FROM request
    WHERE is_open = 1 AND outcome = 'unknown' AND EXISTS (
      SELECT 1 FROM event WHERE event.intent_id = request.intent_id AND kind = 'late_answer')`,
  unresolved: `
    SELECT ${ROW} FROM request
    WHERE is_open = 1 AND profile_id = coalesce(?, profile_id) AND outcome = 'unknown'
    ORDER BY first_seq DESC LIMIT ?`,
  unresolvedWithin: `
    SELECT currency, count(*) AS count FROM request
    WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown' AND created_at >= ? AND created_at < ?
    GROUP BY 1`,
  openByProfile: `
    SELECT profile_id AS profileId, outcome, count(*) AS count, max(first_seq) AS newest FROM request WHERE is_open = 1 GROUP BY profile_id, outcome`,
  eventsOf: `
    SELECT seq, at, event.kind, body, salt, digest FROM json_each(?) CROSS JOIN event INDEXED BY event_by_intent
    WHERE intent_id = value AND intent_id IS NOT NULL ORDER BY seq`,
  countUnresolved: `
    SELECT count(*) FROM request
    WHERE is_open = 1 AND profile_id = coalesce(?, profile_id) AND outcome = 'unknown'`,
} as const;

export function createSource(db: Database): Source {
  const head = db.prepare(SQL.head).pluck();
  const hashAt = db.prepare(SQL.hashAt).pluck();
  const firstHash = db.prepare(SQL.firstHash).pluck();
  const changes = db.prepare(SQL.changes);
  const retaining = db.prepare(SQL.retaining);
  const find = db.prepare(SQL.find);
  const seqOf = db.prepare(SQL.seqOf).pluck();
  const profileOf = db.prepare(SQL.profileOf).pluck();
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
  const documents = createDocuments(db);
  // Rows and their events of one moment: the writer goes on meanwhile.
  const read = (rows: () => readonly unknown[]): readonly Recorded[] =>
    db.transaction(() => documents(rows()))();
  const readOne = (row: () => unknown): Recorded | null =>
    read(() => [row()].filter((one) => one !== undefined))[0] ?? null;
  return {
    atOnce: (work) => db.transaction(work)(),
    head: () => seqSchema.parse(head.get()) ?? 0,
    hashAt: (seq) => textSchema.parse(hashAt.get(seq)) ?? null,
    isRetaining: () => retaining.get() !== undefined,
    firstHash: () => textSchema.parse(firstHash.get()) ?? null,
    changes: (after, limit) => changes.all(after, limit).map((row) => changeSchema.parse(row)),
    find: (intentId) => readOne(() => find.get(intentId)),
    seqOf: (intentId) => seqSchema.parse(seqOf.get(intentId)) ?? null,
    profileOf: (intentId) => textSchema.parse(profileOf.get(intentId)) ?? null,
    at: (seq) => readOne(() => at.get(seq)),
    recorded: (...range) => read(() => recorded.all(...range)),
    allSeqs: (upTo) => Uint32Array.from(seqsSchema.parse(allSeqs.all(upTo))).toSorted(),
    seqsAfter: (after) => Uint32Array.from(seqsSchema.parse(seqsAfter.all(after))),
    newestSeqs: (after, limit) => seqsSchema.parse(newestSeqs.all(after, limit)),
    unresolved: (profileId, limit) => ({
      count: seqSchema.parse(countUnresolved.get(profileId)) ?? 0,
      newest: read(() => unresolved.all(profileId, limit)).map(({ request }) => request),
    }),
    unresolvedLate: () => read(() => unresolvedLate.all()),
    unresolvedWithin: (profileId, fromMs, toMs) =>
      new Map(
        unresolvedWithin
          .all(profileId, new Date(fromMs).toISOString(), new Date(toMs).toISOString())
          .map((row) => currencyCountSchema.parse(row))
          .map(({ currency, count }) => [currency, count]),
      ),
    openByProfile: () =>
      openByProfile.all().map((row) => {
        const { newest, ...open } = openRowSchema.parse(row);
        return { ...open, name: readOne(() => at.get(newest))?.request.profileName ?? '' };
      }),
    ...createEventReads(db),
  };
}

/** Of a row: what its events give, or its document where they are many. */
function createDocuments(db: Database): (rows: readonly unknown[]) => Recorded[] {
  const eventsOf = db.prepare(SQL.eventsOf);
  return (rows) => {
    const found = rows.map((row) => rowSchema.parse(row));
    const projected = found.flatMap(({ intentId, document }) =>
      document === null ? intentId : [],
    );
    const byIntent = new Map(projected.map((intentId): [string, RequestEvent[]] => [intentId, []]));
    for (const raw of eventsOf.iterate(JSON.stringify(projected))) {
      const { seq, at, kind, ...kept } = eventSchema.parse(raw);
      const body = bodyIn(seq, kept);
      if (body === null) continue;
      const event = requestEventAsWritten({ seq, at, kind }, body);
      byIntent.get(event.body.intentId)?.push(event);
    }
    return found.map(({ seq, intentId, lastSeq, events, document }) => ({
      seq,
      lastSeq,
      request:
        document === null
          ? projectRow(byIntent.get(intentId) ?? [], { lastSeq, events })
          : documentSchema.parse(JSON.parse(document)),
    }));
  };
}
