import { createHash } from 'node:crypto';

import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { CallbackEvent, NewFirstCallback } from './events.ts';

type Repeats = { readonly count: number; readonly lastSeq: number | null };

export type CallbackRows = {
  readonly put: (event: CallbackEvent) => void;
  readonly clear: () => void;
  /** The seq of the first that said the same, or null. */
  readonly firstOf: (content: Uint8Array) => number | null;
  /** Newest first; what came again is not among them. */
  readonly page: (before: number | null, count: number) => readonly number[];
  readonly count: () => number;
  readonly repeatsOf: (seq: number) => Repeats;
};

const SQL = {
  put: 'INSERT INTO callback (seq, content, repeat_of) VALUES (?, ?, ?)',
  clear: 'DELETE FROM callback',
  clearRepeats: 'DELETE FROM callback WHERE repeat_of IS NOT NULL',
  firstOf: 'SELECT seq FROM callback WHERE content = ?',
  page: `
    SELECT seq FROM callback WHERE content IS NOT NULL AND seq < coalesce(?, 9007199254740991)
    ORDER BY seq DESC LIMIT ?`,
  count: 'SELECT count(*) FROM callback WHERE content IS NOT NULL',
  repeatsOf: 'SELECT count(*) AS count, max(seq) AS lastSeq FROM callback WHERE repeat_of = ?',
} as const;

/** Statements are made when first used: a log of before is looked at, and read, before it is brought up to date. */
export function createCallbackRows(db: Database): CallbackRows {
  const made = new Map<string, Statement>();
  function of(sql: string): Statement {
    const known = made.get(sql) ?? db.prepare(sql);
    made.set(sql, known);
    return known;
  }
  return {
    put(event) {
      const isRepeat = event.kind === 'callback_repeated';
      const content = isRepeat ? null : contentOf(event);
      of(SQL.put).run(event.seq, content, isRepeat ? event.body.ofSeq : null);
    },
    clear() {
      of(SQL.clearRepeats).run();
      of(SQL.clear).run();
    },
    firstOf: (content) => seqSchema.optional().parse(of(SQL.firstOf).get(content))?.seq ?? null,
    page: (before, count) =>
      of(SQL.page)
        .all(before, count)
        .map((row) => seqSchema.parse(row).seq),
    count: () => z.int().parse(of(SQL.count).pluck().get()),
    repeatsOf: (seq) => repeatsSchema.parse(of(SQL.repeatsOf).get(seq)),
  };
}

/** The same words, taken the same way. A true one is no repeat of a forged one, nor one that matches of one that did not. */
export function contentOf(event: NewFirstCallback): Uint8Array {
  const { profileId, verdict, raw } = event.body;
  const taken =
    event.kind === 'callback'
      ? [event.body.intentId, event.body.by, event.body.contradicts]
      : [event.body.why];
  const said = [raw.method, raw.query, raw.encoding, raw.body];
  const text = JSON.stringify([profileId, verdict, taken, said]);
  return createHash('sha256').update(text, 'utf8').digest();
}

const seqSchema = z.object({ seq: z.int() });
const repeatsSchema = z.object({ count: z.int(), lastSeq: z.int().nullable() });
