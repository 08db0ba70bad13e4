import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { createStatements } from '../../sqlite/openSqlite.ts';
import { CHAIN_START, type ChainLink, SALT_BYTES, checkChain, toHex } from './chain.ts';
import type { SealedEvents } from './sealed.ts';
import {
  type SealedBlock,
  type SealedRow,
  type StoredEvent,
  linksOf,
  pack,
} from './sealedBlock.ts';
import type { Store } from './store.ts';

const EVENTS_PER_BLOCK = 256;
/** A block ends sooner where its events are large, so that one is soon packed and soon read. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const SETTLED_FOR_MS = 24 * 3_600_000;

const SQL = {
  // Whatever was written before it is older, also where the clock was wrong for a while.
  lastBefore: 'SELECT seq FROM event WHERE at <= ? ORDER BY seq DESC LIMIT 1',
  unsettled: `
    SELECT 1 FROM event e JOIN request r ON r.intent_id = e.intent_id
    WHERE e.seq BETWEEN :firstSeq AND :lastSeq AND e.kind = 'prepared' AND (
      r.outcome IN ('prepared', 'sending') OR EXISTS (
        SELECT 1 FROM event s
        WHERE s.intent_id = e.intent_id AND s.kind = 'settled' AND s.seq > :lastSeq AND s.at > :before))
    LIMIT 1`,
  insert: `
    INSERT INTO sealed (first_seq, last_seq, newest_at, previous, hash, salts, packed)
    VALUES (:firstSeq, :lastSeq, :newestAt, :previous, :hash, :salts, :packed)`,
  aboutLog: 'INSERT INTO sealed_about_log (kind, seq) VALUES (?, ?)',
  later: `
    INSERT INTO sealed_later (first_seq, block)
    SELECT first_seq, :firstSeq FROM request WHERE intent_id = :intentId AND first_seq < :firstSeq`,
  removeRows: 'DELETE FROM event WHERE seq BETWEEN ? AND ?',
  toBeEmptied: `
    SELECT * FROM request
    WHERE intent_id = ? AND is_open = 0 AND outcome <> 'unknown' AND last_seq <= ? AND document <> ''`,
  removeRequest: 'DELETE FROM request WHERE first_seq = :first_seq',
  insertRequest: `
    INSERT INTO request
      (first_seq, intent_id, created_at, profile_id, merchant, mode, order_id, outcome, remote_id, reissue_of, same_key,
       is_open, may_exist, is_interrupted, last_seq, document)
    VALUES
      (:first_seq, :intent_id, :created_at, :profile_id, :merchant, :mode, :order_id, :outcome, :remote_id, :reissue_of, :same_key,
       :is_open, :may_exist, :is_interrupted, :last_seq, '')`,
  clearAboutLog: 'DELETE FROM sealed_about_log',
  clearLater: 'DELETE FROM sealed_later',
} as const;
const seqSchema = z.int().optional();

export type Sealing = ReturnType<typeof createSealing>;

/** Moves the oldest events into blocks, one block at a time. */
export function createSealing({ db, events }: Pick<Store, 'db' | 'events'>) {
  const of = createStatements(db);
  let dueUpTo = 0;

  function isDue(lastSeq: number, before: string): boolean {
    if (lastSeq > dueUpTo) {
      dueUpTo = seqSchema.parse(of(SQL.lastBefore).pluck().get(before)) ?? 0;
    }
    return lastSeq <= dueUpTo;
  }

  function replaceRows(rows: readonly ChainLink[], row: SealedRow): void {
    const { firstSeq, lastSeq } = row;
    const previous = toHex(events.sealed.head()?.bytes ?? CHAIN_START);
    const newestAt = rows.reduce((newest, { at }) => (at > newest ? at : newest), '');
    of(SQL.insert).run({ ...row, newestAt });
    refuseOther(rows, events.sealed.readBack(firstSeq), previous);
    of(SQL.removeRows).run(firstSeq, lastSeq);
    index(of, row, rows);
  }

  return {
    /**
     * Seals the next block where all of its requests have been settled for a day; false: there is none. The newest event
     * stays a row. Throws where a row is not as it was written: Verify has to find it as it is.
     */
    piece(now: string): boolean {
      const before = new Date(Date.parse(now) - SETTLED_FOR_MS).toISOString();
      const found = events.rowLinks(events.sealed.lastSeq(), EVENTS_PER_BLOCK + 1);
      const rows = blockIn(found);
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined || !isDue(last.seq, before)) return false;
      const range = { firstSeq: first.seq, lastSeq: last.seq };
      if (of(SQL.unsettled).get({ ...range, before }) !== undefined) return false;
      const row = {
        ...range,
        previous: Buffer.from(first.previous ?? '', 'hex'),
        hash: Buffer.from(last.hash ?? '', 'hex'),
        ...pack(rows.map(storedOf)),
      };
      db.transaction(() => replaceRows(rows, row)).immediate();
      return true;
    },
  };
}

/** Finds the events of a block, and empties the documents that say nothing else than sealed events do. */
function index(
  of: ReturnType<typeof createStatements>,
  { firstSeq, lastSeq }: Pick<SealedRow, 'firstSeq' | 'lastSeq'>,
  events: readonly Pick<StoredEvent, 'seq' | 'kind' | 'intentId'>[],
): void {
  const intentIds = new Set<string>();
  for (const { seq, kind, intentId } of events) {
    if (intentId === null) of(SQL.aboutLog).run(kind, seq);
    else intentIds.add(intentId);
  }
  for (const intentId of intentIds) {
    of(SQL.later).run({ firstSeq, intentId });
    const request = of(SQL.toBeEmptied).get(intentId, lastSeq);
    if (request === undefined) continue;
    // Not by UPDATE: SQLite joins pages that are hardly filled only where a row was deleted.
    of(SQL.removeRequest).run(request);
    of(SQL.insertRequest).run(request);
  }
}

/** The same of every block, for rows that were made anew. To be called inside their transaction. */
export function indexSealed(db: Database, sealed: SealedEvents): void {
  const of = createStatements(db);
  const upTo = sealed.lastSeq();
  if (upTo === 0) return;
  for (const sql of [SQL.clearAboutLog, SQL.clearLater]) of(sql).run();
  for (let next = 1; next <= upTo;) {
    const block = sealed.blockAt(next);
    if (block === null) throw new Error(`Event ${next} is not there.`);
    index(of, block, block.events);
    next = block.lastSeq + 1;
  }
}

/** The rows of the next block; none where there are not enough yet. The last one found is not among them. */
function blockIn(found: readonly ChainLink[]): readonly ChainLink[] {
  let bytes = 0;
  for (const [place, { salted }] of found.slice(0, -1).entries()) {
    bytes += salted?.length ?? 0;
    if (place + 1 === EVENTS_PER_BLOCK || bytes >= MAX_BLOCK_BYTES)
      return found.slice(0, place + 1);
  }
  return [];
}

function storedOf({ seq, at, kind, intentId, salted, digest }: ChainLink): StoredEvent {
  const content =
    salted === null
      ? { digest: digest ?? '' }
      : { salt: salted.subarray(0, SALT_BYTES), body: salted.subarray(SALT_BYTES) };
  return { seq, at, kind, intentId, content };
}

/** What was read back must follow on what is sealed, and give every digest and every hash that the rows have. */
function refuseOther(rows: readonly ChainLink[], block: SealedBlock, previous: string): void {
  const links = linksOf(block).map((link, place): ChainLink => {
    const row = rows[place];
    if (row === undefined || (row.salted !== null && row.saltBytes !== SALT_BYTES)) {
      return { ...link, digest: '' };
    }
    return { ...link, digest: row.digest, previous: row.previous, hash: row.hash };
  });
  const broken = checkChain(links, { seq: block.firstSeq - 1, hash: previous });
  if (broken === null && links.length === rows.length) return;
  throw new Error(`Not sealed: event ${broken?.seq ?? block.firstSeq} is not as it was written.`);
}
