import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { profileIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { CHAIN_START, toHex } from '../log/store/chain.ts';
import { requestEventAsWritten } from '../log/store/eventAsWritten.ts';
import { applyEvent } from '../log/store/project.ts';
import { sinceErasing } from '../log/store/retentionEvents.ts';
import { type SealedEvents, bodyOf, createSealedEvents } from '../log/store/sealed.ts';
import type { StoredEvent } from '../log/store/sealedBlock.ts';
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
/** By statements of our own, and a million of them in a first filling: only looked at. */
const rowSchema = z.custom<{
  readonly seq: number;
  readonly intentId: string;
  readonly lastSeq: number;
  readonly document: string;
}>((value) => typeof value === 'object');
const textSchema = z.string().optional();
const seqSchema = z.int().nullish();
const seqsSchema = z.custom<readonly number[]>(Array.isArray);
/** Written by the log's own projection and checked where a request is read to act on it; here only looked at. */
const documentSchema = z.custom<DepositRequest>((value) => typeof value === 'object');
const ROW = 'first_seq AS seq, intent_id AS intentId, last_seq AS lastSeq, document';
const SQL = {
  head: 'SELECT max(seq) FROM event',
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  firstHash: 'SELECT lower(hex(hash)) FROM event ORDER BY seq LIMIT 1',
  retaining: "SELECT 1 FROM event WHERE intent_id IS NULL AND kind = 'retention_set' LIMIT 1",
  changes: `
    SELECT seq, kind, intent_id AS intentId, lower(hex(previous)) AS previous, lower(hex(hash)) AS hash
    FROM event WHERE seq > ? ORDER BY seq LIMIT ?`,
  find: `SELECT ${ROW} FROM request WHERE intent_id = ?`,
  seqOf: 'SELECT first_seq FROM request WHERE intent_id = ?',
  profileOf: 'SELECT profile_id FROM request WHERE intent_id = ?',
  at: `SELECT ${ROW} FROM request WHERE first_seq = ?`,
  recorded: `
    SELECT ${ROW} FROM request WHERE first_seq > ? AND first_seq <= ?
    ORDER BY first_seq LIMIT ?`,
  // By an index that has nothing but the order ids beside them: the documents would be gigabytes.
  allSeqs: 'SELECT first_seq FROM request INDEXED BY request_by_order WHERE first_seq <= ?',
  seqsAfter: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq',
  newestSeqs: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq DESC LIMIT ?',
  unresolved: `
    SELECT ${ROW} FROM request
    WHERE is_open = 1 AND profile_id = coalesce(?, profile_id) AND outcome = 'unknown'
    ORDER BY first_seq DESC LIMIT ?`,
  unresolvedLate: `
    SELECT ${ROW} FROM request
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
  const sealed = createSealedEvents(db);
  const read = createDocuments(sealed);
  const readOne = (row: unknown): Recorded | null =>
    row === undefined ? null : (read([row])[0] ?? null);
  return {
    atOnce: (work) => db.transaction(work)(),
    head: () => seqSchema.parse(head.get()) ?? 0,
    hashAt: (seq) => textSchema.parse(hashAt.get(seq)) ?? sealed.hashAt(seq),
    isRetaining: () =>
      retaining.get() !== undefined ||
      sealed.newest('retention_set', Number.MAX_SAFE_INTEGER) !== null,
    firstHash: () => sealed.hashAt(1) ?? textSchema.parse(firstHash.get()) ?? null,
    changes(after, limit) {
      const rows = changes.all(after, limit).map((row) => changeSchema.parse(row));
      return rows[0]?.seq === after + 1 ? rows : sealedChanges(sealed, after, limit);
    },
    find: (intentId) => readOne(find.get(intentId)),
    seqOf: (intentId) => seqSchema.parse(seqOf.get(intentId)) ?? null,
    profileOf: (intentId) => textSchema.parse(profileOf.get(intentId)) ?? null,
    at: (seq) => readOne(at.get(seq)),
    recorded: (...range) => read(recorded.all(...range)),
    allSeqs: (upTo) => Uint32Array.from(seqsSchema.parse(allSeqs.all(upTo))).toSorted(),
    seqsAfter: (after) => Uint32Array.from(seqsSchema.parse(seqsAfter.all(after))),
    newestSeqs: (after, limit) => seqsSchema.parse(newestSeqs.all(after, limit)),
    unresolved: (profileId, limit) => ({
      count: seqSchema.parse(countUnresolved.get(profileId)) ?? 0,
      newest: read(unresolved.all(profileId, limit)).map(({ request }) => request),
    }),
    unresolvedLate: () => read(unresolvedLate.all()),
    unresolvedWithin: (profileId, fromMs, toMs) =>
      new Map(
        unresolvedWithin
          .all(profileId, new Date(fromMs).toISOString(), new Date(toMs).toISOString())
          .map((row) => currencyCountSchema.parse(row))
          .map(({ currency, count }) => [currency, count]),
      ),
    openByProfile: () => openByProfile.all().map((row) => openSchema.parse(row)),
    ...createEventReads(db, sealed),
  };
}

function sealedChanges(sealed: SealedEvents, after: number, limit: number): readonly Change[] {
  return Array.from(sealed.between(after, after + limit), ({ seq, kind, intentId }) => ({
    seq,
    kind,
    intentId,
    previous: sealed.hashAt(seq - 1) ?? toHex(CHAIN_START),
    hash: sealed.hashAt(seq) ?? '',
  }));
}

/** A request whose document is empty is what its sealed events give. */
function createDocuments(sealed: SealedEvents): (rows: readonly unknown[]) => Recorded[] {
  return (rows) => {
    const found = rows.map((row) => rowSchema.parse(row));
    const older = sealed.ofRequests(
      found.flatMap(({ seq, intentId, document }) =>
        document === '' ? { intentId, firstSeq: seq } : [],
      ),
    );
    return found.map(({ seq, intentId, lastSeq, document }) => ({
      seq,
      lastSeq,
      request: requestIn(older.get(intentId)) ?? documentSchema.parse(JSON.parse(document)),
    }));
  };
}

function requestIn(events: readonly StoredEvent[] = []): DepositRequest | null {
  const told = events.flatMap((event) => {
    const body = bodyOf(event);
    return body === null ? [] : requestEventAsWritten(event, body);
  });
  return sinceErasing(told).reduce<DepositRequest | null>(applyEvent, null);
}
