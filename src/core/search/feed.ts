import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type CallbackTaken, takenAs } from '#shared/domain/callback.ts';

import type { CallbackIndex } from './callbackIndex.ts';
import { entryOf } from './entry.ts';
import type { EntryWrites } from './entryWrites.ts';
import type { LimitsIndex } from './limitsIndex.ts';
import { type Fill, startFill } from './fill.ts';
import { type Mark, createMarks } from './mark.ts';
import type { NoteIndex } from './noteIndex.ts';
import { UselessIndexError } from './schema.ts';
import type { Recorded, Source } from './source.ts';
import type { Noted, Story } from './story.ts';
import type { TextIndex } from './text.ts';
import { timesOf } from './times.ts';
import type { Words } from './words.ts';

/** An empty index is filled request by request where the log has at least this many events. */
const FILL_FROM = 20_000;
const EVENTS_AT_ONCE = 256;

/** The log is not the one that was indexed: restored, replaced or cut. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

/** A first filling failed for another reason than the index itself: no room on the disk, a request that cannot be read. */
export class FillingFailedError extends Error {
  override readonly name = 'FillingFailedError';
}

export type Feed = {
  readonly mark: () => Mark;
  /** The event up to which a first filling goes; null: none is under way. */
  readonly fillingTo: () => number | null;
  /** A bounded piece of what is missing; false: nothing is. */
  readonly piece: () => boolean;
  /** A first filling that is under way is given up. */
  readonly close: () => void;
};

export type FeedParts = {
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
  let fill: Fill | null = null;
  refuseOther(mark, source);
  refuseLost(mark, db);

  /** What memory has of a piece that was undone is read again from the tables. */
  function undone(): void {
    for (const part of [words, limits]) part.forget();
    mark = marks.read();
  }
  function follow(): void {
    try {
      db.transaction(() => {
        // Of one moment: a request that is later than the last event read would be later than the mark.
        mark = source.atOnce(() => followed(parts, mark));
        marks.write(mark);
      })();
    } catch (error) {
      undone();
      throw error;
    }
  }
  function fillOn(current: Fill): void {
    try {
      if (current.piece()) return;
      const hash = source.hashAt(current.upTo);
      const firstHash = source.firstHash();
      mark = { firstHash, seq: current.upTo, hash, size: current.size() };
      current.end(() => marks.write(mark));
      fill = null;
    } catch (error) {
      fill = null;
      current.giveUp();
      undone();
      throw new FillingFailedError(String(error), { cause: error });
    }
  }

  return {
    mark: () => (fill === null ? mark : { ...mark, size: fill.size() }),
    fillingTo: () => fill?.upTo ?? null,
    close: () => fill?.giveUp(),
    piece() {
      if (fill !== null) {
        fillOn(fill);
        return true;
      }
      const head = source.head();
      if (head === mark.seq) return false;
      if (head < mark.seq) throw new OtherLogError('The log ends before what was indexed.');
      if (mark.seq === 0 && head >= fillFrom) fill = startFill(parts, head);
      else follow();
      return true;
    },
  };
}

/** The next events: every request that they are about is looked at once, as it is now. */
function followed(parts: FeedParts, mark: Mark): Mark {
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
  const recorded = about.flatMap((intentId) => source.find(intentId) ?? []);
  const stories = source.storiesOf(recorded.map(({ request }) => request.intentId));
  const added = put(parts, mark.size, recorded, stories);
  parts.entries.count(mark.size);
  const firstHash = mark.firstHash ?? source.firstHash();
  return { ...mark, firstHash, seq: last.seq, hash: last.hash, size: mark.size + added };
}

/** New requests get the places from `next` on; `areNew` says that all of them are. Returns how many were new; they are counted later. */
export function put(
  { entries }: FeedParts,
  next: number,
  recorded: readonly Recorded[],
  stories: readonly Story[],
  areNew = false,
): number {
  let place = next;
  for (const [at, { seq, request }] of recorded.entries()) {
    const story = stories[at];
    if (story === undefined) continue;
    const entry = entryOf(seq, request, story.facts);
    const times = timesOf({ outcome: request.outcome, createdMs: entry.created_ms }, story.moments);
    const known = areNew ? null : entries.placeOf(seq);
    if (known === null) {
      entries.append(place, entry, times);
      place += 1;
    } else entries.change(known, entry, times);
  }
  entries.makeFindable(next);
  return place - next;
}

/** What the index keeps of events besides the requests that they are about. */
export function note({ callbacks, limits, writtenNotes }: FeedParts, event: Noted): void {
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

const placeSchema = z.int().nullable();

/** As many requests and texts are there as the mark says. */
function refuseLost({ size }: Mark, db: Database): void {
  for (const table of ['listed', 'shown', 'doc']) {
    const last = placeSchema.parse(db.prepare(`SELECT max(place) FROM ${table}`).pluck().get());
    if ((last ?? -1) + 1 !== size) throw new UselessIndexError(`Not all of ${table} is there.`);
  }
}

function refuseOther({ firstHash, seq, hash }: Mark, source: Source): void {
  const isSame =
    (firstHash === null || source.firstHash() === firstHash) &&
    (hash === null || source.hashAt(seq) === hash);
  if (!isSame) throw new OtherLogError('The index is of another log.');
}
