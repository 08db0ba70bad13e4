import { createHash } from 'node:crypto';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CALLBACK_VALUES, type Contradiction } from '#shared/domain/callback.ts';

import type { CallbackEvent, FirstCallback, NewFirstCallback } from './events.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

const SQL = {
  put: 'INSERT INTO callback (seq, content, repeat_of, replay_of) VALUES (?, ?, ?, ?)',
  clear: 'DELETE FROM callback',
  clearDependent: 'DELETE FROM callback WHERE repeat_of IS NOT NULL OR replay_of IS NOT NULL',
  firstOf: 'SELECT seq FROM callback WHERE content = ?',
  firstReplayed:
    'SELECT replay_of FROM callback WHERE content > ? AND content < ? ORDER BY content LIMIT 1',
  lastReplay: 'SELECT max(seq) FROM callback WHERE replay_of = ?',
  page: `
    SELECT seq FROM callback WHERE content IS NOT NULL AND seq < coalesce(?, 9007199254740991)
    ORDER BY seq DESC LIMIT ?`,
  count: 'SELECT count(*) FROM callback WHERE content IS NOT NULL',
  wait: 'INSERT INTO callback_waiting (seq) VALUES (?)',
  waitNoMore: 'DELETE FROM callback_waiting WHERE seq = ?',
  clearWaiting: 'DELETE FROM callback_waiting',
  waiting: 'SELECT seq FROM callback_waiting WHERE seq > ? ORDER BY seq LIMIT ?',
  repeatsOf: 'SELECT count(*) AS count, max(seq) AS lastSeq FROM callback WHERE repeat_of = ?',
} as const;

/** Callbacks, by the seq of their events. */
export function createCallbackRows(db: Database) {
  const of = createStatements(db);
  return {
    put(event: CallbackEvent): void {
      if (event.kind === 'callback_repeated') {
        of(SQL.put).run(event.seq, null, event.body.ofSeq, null);
        return;
      }
      const { replayOf = null, verdict } = event.body;
      of(SQL.put).run(event.seq, rowContentOf(event), null, replayOf);
      if (replayOf !== null) of(SQL.waitNoMore).run(replayOf);
      else if (verdict === 'not_checked') of(SQL.wait).run(event.seq);
    },
    clear(): void {
      for (const sql of [SQL.clearWaiting, SQL.clearDependent, SQL.clear]) of(sql).run();
    },
    /** The first that said the same, as it was taken then or when it was read again; or null. */
    firstOf(content: Uint8Array): number | null {
      const first =
        of(SQL.firstOf).pluck().get(content) ??
        of(SQL.firstReplayed).pluck().get(content, withSeq(content, Number.MAX_SAFE_INTEGER));
      return z.int().optional().parse(first) ?? null;
    },
    /** What counts of the one that came then: itself, or as it was read last. */
    readingOf: (seq: number): number =>
      z.int().nullable().parse(of(SQL.lastReplay).pluck().get(seq)) ?? seq,
    /** Newest first; what came again is not among them. */
    page: (before: number | null, count: number) =>
      seqsSchema.parse(of(SQL.page).pluck().all(before, count)),
    count: () => z.int().parse(of(SQL.count).pluck().get()),
    repeatsOf: (seq: number) => repeatsSchema.parse(of(SQL.repeatsOf).get(seq)),
    /** Oldest first, after that event: those whose signature could not be checked, nor was since. */
    waiting: (after: number, most: number) =>
      seqsSchema.parse(of(SQL.waiting).pluck().all(after, most)),
  };
}

/**
 * The same words, taken the same way. A true one is no repeat of a forged one, nor one that matches of one that did not. Whether
 * it came too late is no difference: a retry of what was taken in time is a repeat.
 */
export function contentOf(event: NewFirstCallback): Uint8Array {
  const { profileId, verdict } = event.body;
  const taken =
    event.kind === 'callback'
      ? [event.body.intentId, event.body.by, ownContradiction(event.body.contradicts)]
      : [event.body.why];
  const text = JSON.stringify([profileId, verdict, taken, wordsOf(event)]);
  return createHash('sha256').update(text, 'utf8').digest();
}

/**
 * Of a verified one what its signature covers, and what was read: whatever else was changed makes no new message. The values too,
 * because a signed value can be moved to the key of another one that is absent, and the true message must not be its repeat.
 */
function wordsOf({ body: { raw, reading, signedText } }: NewFirstCallback): readonly unknown[] {
  if (signedText === undefined) return [raw.method, raw.query, raw.encoding, raw.body];
  const values = CALLBACK_VALUES.map((name) => reading[name] ?? null);
  return [signedText, reading.amountUnit ?? null, ...values];
}

function ownContradiction(contradicts: Contradiction | null): Contradiction | null {
  return contradicts === null || LATE.has(contradicts) ? null : contradicts;
}

/** What earlier callbacks make of a message, and not its own words. */
const LATE: ReadonlySet<Contradiction> = new Set(['final', 'older', 'replayed', 'other_request']);

/** What was read again has the digest that it would have had if it came now, and its place, for it may have come out so before. */
function rowContentOf(event: FirstCallback): Uint8Array {
  const content = contentOf(event);
  return event.body.replayOf === undefined ? content : withSeq(content, event.seq);
}

/** Blobs are compared byte by byte: of one digest they stand in the order of their places. */
function withSeq(content: Uint8Array, seq: number): Uint8Array {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(seq));
  return Buffer.concat([content, place]);
}

const seqsSchema = z.array(z.int());
const repeatsSchema = z.object({ count: z.int(), lastSeq: z.int().nullable() });
