import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CALLBACKS_TAKEN, type CallbackTaken } from '#shared/domain/callback.ts';

import type { Words } from './words.ts';

/** The kinds of `happened`. What a callback was taken for is added to the last two; a repeated one is what its first was. */
export const NOTE = 0;
const CALLBACK = 1;
const REPEATED_CALLBACK = CALLBACK + CALLBACKS_TAKEN.length;

export function callbackKind(taken: CallbackTaken): number {
  return CALLBACK + CALLBACKS_TAKEN.indexOf(taken);
}

export function repeatedKind(callback: number): number {
  return callback - CALLBACK + REPEATED_CALLBACK;
}

/** The beginning is in it, the end is not. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** When something happened at a profile besides its requests; what it was is in the log. `profileId`: null for every profile. */
export type Happened = {
  /** Inside a transaction. */
  readonly add: (kind: number, seq: number, atMs: number, profileId: string) => void;
  readonly kindAt: (seq: number) => number | null;
  readonly count: (kinds: readonly number[], profileId: string | null, span: Span) => number;
  /** Newest first. `before`: only those that come after this event in that order. */
  readonly newest: (
    kinds: readonly number[],
    profileId: string | null,
    span: Span,
    most: number,
    before?: number | null,
  ) => readonly Moment[];
};

const numberSchema = z.int().optional();
const numbersSchema = z.array(z.int());
const momentSchema = z.object({ seq: z.int(), atMs: z.int() });
type Moment = z.infer<typeof momentSchema>;

export function createHappened(db: Database, words: Words): Happened {
  const add = db.prepare('INSERT INTO happened (seq, kind, profile, at_ms) VALUES (?, ?, ?, ?)');
  const kindAt = db.prepare('SELECT kind FROM happened WHERE seq = ?').pluck();
  const msAt = db.prepare('SELECT at_ms FROM happened WHERE seq = ?').pluck();
  const profiles = db.prepare('SELECT DISTINCT profile FROM happened').pluck();
  const count = db
    .prepare(
      'SELECT count(*) FROM happened WHERE profile = ? AND kind = ? AND at_ms >= ? AND at_ms < ?',
    )
    .pluck();
  // Of one profile and kind the index gives the newest first by itself.
  const newest = db.prepare(`
    SELECT seq, at_ms AS atMs FROM happened
    WHERE profile = ? AND kind = ? AND at_ms >= ? AND (at_ms, seq) < (?, ?)
    ORDER BY at_ms DESC, seq DESC LIMIT ?`);

  const profilesOf = (profileId: string | null): readonly number[] =>
    profileId === null ? numbersSchema.parse(profiles.all()) : [words.find(profileId) ?? 0];
  const keysOf = (kinds: readonly number[], profileId: string | null) =>
    profilesOf(profileId).flatMap((profile) => kinds.map((kind) => [profile, kind] as const));

  return {
    add: (kind, seq, atMs, profileId) => void add.run(seq, kind, words.code(profileId), atMs),
    kindAt: (seq) => numberSchema.parse(kindAt.get(seq)) ?? null,
    count: (kinds, profileId, { fromMs, toMs }) =>
      keysOf(kinds, profileId).reduce(
        (sum, key) => sum + (numberSchema.parse(count.get(...key, fromMs, toMs)) ?? 0),
        0,
      ),
    newest(kinds, profileId, { fromMs, toMs }, most, before = null) {
      const beforeMs = numberSchema.parse(msAt.get(before)) ?? toMs;
      const end = beforeMs < toMs ? [beforeMs, before] : [toMs, 0];
      return keysOf(kinds, profileId)
        .flatMap((key) => newest.all(...key, fromMs, ...end, most))
        .map((row) => momentSchema.parse(row))
        .toSorted((a, b) => (b.atMs === a.atMs ? b.seq - a.seq : b.atMs - a.atMs))
        .slice(0, most);
    },
  };
}
