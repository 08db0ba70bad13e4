import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type CallbackTaken, takenAs } from '#shared/domain/callback.ts';

import type { CallbackIndex } from './callbackIndex.ts';
import { entryOf } from './entry.ts';
import type { EntryWrites } from './entryWrites.ts';
import type { LimitsIndex } from './limitsIndex.ts';
import { type Fill, type Mark, createMarks } from './mark.ts';
import type { NoteIndex } from './noteIndex.ts';
import { UselessIndexError, dropLate, makeLate } from './schema.ts';
import type { Recorded, Source } from './source.ts';
import type { Noted } from './story.ts';
import type { TextIndex } from './text.ts';
import { timesOf } from './times.ts';
import type { Words } from './words.ts';

/** An empty index is filled request by request where the log has at least this many events. */
const FILL_FROM = 20_000;
const EVENTS_AT_ONCE = 256;
const FILLED_REQUESTS_AT_ONCE = 1024;
const FILLED_EVENTS_AT_ONCE = 16_384;

/** The log is not the one that was indexed: restored, replaced or cut. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

export type Feed = {
  readonly mark: () => Mark;
  /** A bounded piece of what is missing; false: nothing is. */
  readonly piece: () => boolean;
};

type FeedParts = {
  readonly db: Database;
  readonly source: Source;
  readonly words: Words;
  readonly text: TextIndex;
  readonly entries: EntryWrites;
  readonly callbacks: CallbackIndex;
  readonly limits: LimitsIndex;
  readonly writtenNotes: NoteIndex;
  readonly fillFrom?: number;
};

/** Brings the index up to the log. A piece is in it whole or not at all, together with the mark that says so. */
export function createFeed(parts: FeedParts): Feed {
  const { db, source, words, limits, fillFrom = FILL_FROM } = parts;
  const marks = createMarks(db);
  let mark = marks.read();
  refuseOther(mark, source);
  refuseLost(mark, db);

  function inOne(work: () => Mark): void {
    try {
      db.transaction(() => {
        mark = work();
        marks.write(mark);
      })();
    } catch (error) {
      // What memory has of a piece that was undone is read again from the tables.
      for (const part of [words, limits]) part.forget();
      mark = marks.read();
      throw error;
    }
  }

  return {
    mark: () => mark,
    piece() {
      const { fill } = mark;
      if (fill !== null) {
        inOne(() => fillPiece(parts, mark, fill));
        return true;
      }
      const head = source.head();
      if (head === mark.seq) return false;
      if (head < mark.seq) throw new OtherLogError('The log ends before what was indexed.');
      if (mark.seq === 0 && head >= fillFrom) inOne(() => beginFill(parts, mark, head));
      // Of one moment: a request that is later than the last event read would be later than the mark.
      else inOne(() => source.atOnce(() => follow(parts, mark)));
      return true;
    },
  };
}

/** The next events: every request that they are about is looked at once, as it is now. */
function follow(parts: FeedParts, mark: Mark): Mark {
  const { source } = parts;
  const changes = source.changes(mark.seq, EVENTS_AT_ONCE);
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return mark;
  if (mark.hash !== null && first.previous !== mark.hash) {
    throw new OtherLogError('The log goes on from something else than what was indexed.');
  }
  for (const event of source.noted(mark.seq, last.seq)) note(parts, event);
  const about = [...new Set(changes.flatMap(({ intentId }) => intentId ?? []))];
  const added = put(
    parts,
    mark.size,
    about.flatMap((intentId) => source.find(intentId) ?? []),
  );
  const firstHash = mark.firstHash ?? source.firstHash();
  return { ...mark, firstHash, seq: last.seq, hash: last.hash, size: mark.size + added };
}

/** New requests get the places from `next` on. Gives how many there were. */
function put(
  { source, entries, text }: FeedParts,
  next: number,
  recorded: readonly Recorded[],
  isFirst = false,
): number {
  const stories = source.storiesOf(recorded.map(({ request }) => request.intentId));
  let place = next;
  for (const [at, { seq, request }] of recorded.entries()) {
    const story = stories[at];
    if (story === undefined) continue;
    const entry = entryOf(seq, request, story.facts);
    const times = timesOf({ outcome: request.outcome, createdMs: entry.created_ms }, story.moments);
    // A first filling meets every request once, in order.
    const known = isFirst ? null : entries.placeOf(seq);
    if (known === null) {
      entries.append(place, entry, times);
      place += 1;
    } else entries.change(known, entry, times);
  }
  text.addGrams(next);
  return place - next;
}

/** What the index keeps of events besides the requests that they are about. */
function note({ callbacks, limits, writtenNotes }: FeedParts, event: Noted): void {
  const { seq, atMs, kind, intentId, callback } = event;
  if (kind === 'limits') limits.add(seq, atMs);
  if (kind === 'noted' && intentId !== null) writtenNotes.add(seq, atMs, intentId);
  if (callback === null) return;
  const { profileId, repeatOf } = callback;
  if (repeatOf === null) callbacks.add({ seq, atMs, profileId, taken: takenOf(kind, callback) });
  else callbacks.add({ seq, atMs, profileId, repeatOf });
}

function takenOf(kind: string, callback: NonNullable<Noted['callback']>): CallbackTaken {
  return kind === 'callback_apart' ? 'apart' : takenAs(callback.verdict, callback.contradicts);
}

/**
 * The first filling, from a log that is long already: request by request instead of event by event, then once over the events
 * for what requests do not keep, with everything that is faster made in one go at the end. Requests are read as they are now,
 * which may be later than `upTo`: the events after it, read next, find nothing left to change.
 */
function beginFill({ db, source }: FeedParts, mark: Mark, upTo: number): Mark {
  dropLate(db);
  const upToHash = source.hashAt(upTo) ?? '';
  const fill: Fill = { phase: 'requests', upTo, upToHash, after: 0 };
  return { ...mark, firstHash: source.firstHash(), fill };
}

function fillPiece(parts: FeedParts, mark: Mark, fill: Fill): Mark {
  const { db, source } = parts;
  switch (fill.phase) {
    case 'requests': {
      const recorded = source.recorded(fill.after, fill.upTo, FILLED_REQUESTS_AT_ONCE);
      const last = recorded.at(-1);
      if (last === undefined) return { ...mark, fill: { ...fill, phase: 'events', after: 0 } };
      put(parts, mark.size, recorded, true);
      return { ...mark, size: mark.size + recorded.length, fill: { ...fill, after: last.seq } };
    }
    case 'events': {
      const upTo = Math.min(fill.after + FILLED_EVENTS_AT_ONCE, fill.upTo);
      for (const event of source.noted(fill.after, upTo)) note(parts, event);
      const isDone = upTo === fill.upTo;
      return { ...mark, fill: { ...fill, after: upTo, phase: isDone ? 'indexes' : 'events' } };
    }
    case 'indexes':
      if (makeLate(db)) return mark;
      return { ...mark, seq: fill.upTo, hash: fill.upToHash, fill: null };
  }
}

const placeSchema = z.int().nullable();

/** As many requests and texts are there as the mark says. */
function refuseLost({ size }: Mark, db: Database): void {
  for (const table of ['entry', 'doc']) {
    const last = placeSchema.parse(db.prepare(`SELECT max(place) FROM ${table}`).pluck().get());
    if ((last ?? -1) + 1 !== size) throw new UselessIndexError(`Not all of ${table} is there.`);
  }
}

function refuseOther({ firstHash, seq, hash, fill }: Mark, source: Source): void {
  const isSame =
    (firstHash === null || source.firstHash() === firstHash) &&
    (hash === null || source.hashAt(seq) === hash) &&
    (fill === null || source.hashAt(fill.upTo) === fill.upToHash);
  if (!isSame) throw new OtherLogError('The index is of another log.');
}
