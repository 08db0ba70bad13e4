import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type CallbackTaken, takenAs } from '#shared/domain/callback.ts';

import { type EntryWrites, type IndexRow, entryOf, indexRowOf } from './entry.ts';
import type { FillReader, LogPart } from './fillReader.ts';
import { type Happened, NOTE, callbackKind, repeatedKind } from './happened.ts';
import type { ActivityIndex } from './activity.ts';
import { type Fill, type Mark, createMarks } from './mark.ts';
import {
  UselessIndexError,
  beginToOverwrite,
  dropLate,
  emptyWal,
  makeLate,
  tune,
} from './schema.ts';
import type { Source } from './source.ts';
import { type Noted, isKept } from './story.ts';
import type { TextIndex } from './text.ts';
import type { Words } from './words.ts';

/** An empty index is filled request by request where the log has at least this many events. */
const FILL_FROM = 20_000;
const EVENTS_AT_ONCE = 256;
/** Each time FTS5 writes a segment: the fewer there are, the less is left to merge. */
const TRIGRAMS_AT_ONCE = 16_384;

/** The log is not the one that was indexed: restored, replaced or cut. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

export type Feed = {
  readonly mark: () => Mark;
  /** Takes in a bounded piece of what is missing. */
  readonly piece: () => Progress;
};
/** `current`: nothing is missing. `waiting`: the next part of a first filling is still being read. */
type Progress = 'current' | 'moved' | 'waiting';

type FeedParts = {
  readonly db: Database;
  readonly source: Source;
  readonly words: Words;
  readonly text: TextIndex;
  readonly entries: EntryWrites;
  readonly happened: Happened;
  readonly activity: ActivityIndex;
  readonly fillReader: FillReader;
  readonly fillFrom?: number;
};

/** Brings the index up to the log. A piece is in it whole or not at all, together with the mark that says so. */
export function createFeed(parts: FeedParts): Feed {
  const { db, source, words, fillReader, fillFrom = FILL_FROM } = parts;
  const marks = createMarks(db);
  let mark = marks.read();
  refuseOther(mark, source);
  refuseLost(mark, db);
  let isToBeEmptied = prepareOverwriting(parts);
  if (mark.fill !== null && !db.readonly) tune(db, true);

  function inOne(work: () => Mark): Progress {
    try {
      db.transaction(() => {
        mark = work();
        marks.write(mark);
      })();
      return 'moved';
    } catch (error) {
      // What memory has of a piece that was undone is read again from the tables.
      words.forget();
      mark = marks.read();
      throw error;
    }
  }
  function fillOn(fill: Fill): Progress {
    if (fill.phase !== 'requests') return inOne(() => finishFill(parts, mark, fill));
    if (mark.size - fill.trigrams >= TRIGRAMS_AT_ONCE) {
      return inOne(() => addTrigrams(parts, mark, fill));
    }
    const part = fillReader.next(fill);
    return part === null ? 'waiting' : inOne(() => takeIn(parts, mark, fill, part));
  }

  return {
    mark: () => mark,
    piece() {
      if (mark.fill !== null) return fillOn(mark.fill);
      const head = source.head();
      if (head === mark.seq) {
        if (isToBeEmptied && emptyWal(db)) isToBeEmptied = false;
        return 'current';
      }
      if (head < mark.seq) throw new OtherLogError('The log ends before what was indexed.');
      if (mark.seq === 0 && head >= fillFrom) return inOne(() => beginFill(parts, mark, head));
      // Of one moment: a request that is later than the last event read would be later than the mark.
      let isErased = false;
      const moved = inOne(() =>
        source.atOnce(() =>
          follow(parts, mark, (kind) => {
            isErased ||= kind === 'retention_set' || kind === 'requisites_erased';
          }),
        ),
      );
      if (isErased) isToBeEmptied = prepareOverwriting(parts);
      return moved;
    },
  };
}

/** True: -wal may have pages with what was erased. Throws where the index has to be made anew for it. */
function prepareOverwriting({ db, source }: FeedParts): boolean {
  if (db.readonly || !source.isRetaining()) return false;
  beginToOverwrite(db);
  return true;
}

/** The next events: every request that they are about is looked at once, as it is now. */
function follow(parts: FeedParts, mark: Mark, onKind: (kind: string) => void): Mark {
  const { source } = parts;
  const changes = source.changes(mark.seq, EVENTS_AT_ONCE);
  for (const { kind } of changes) onKind(kind);
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return mark;
  if (mark.hash !== null && first.previous !== mark.hash) {
    throw new OtherLogError('The log goes on from something else than what was indexed.');
  }
  for (const event of source.eventsBetween(mark.seq, last.seq))
    if (isKept(event)) keep(parts, event);
  const about = [...new Set(changes.flatMap(({ intentId }) => intentId ?? []))];
  const told = source.eventsOf(about);
  const rows = about
    .flatMap((intentId) => source.find(intentId) ?? [])
    .map(({ seq, request }) =>
      indexRowOf(entryOf(seq, request, source.storyOf(told.get(request.intentId)))),
    );
  const firstHash = mark.firstHash ?? source.firstHash();
  const size = mark.size + put(parts, mark.size, rows);
  return { ...mark, firstHash, seq: last.seq, hash: last.hash, size };
}

/** New requests get the places from `next` on. Gives how many there were. */
function put({ entries, text }: FeedParts, next: number, rows: readonly IndexRow[]): number {
  let place = next;
  for (const row of rows) {
    const known = entries.placeOf(row.seq);
    if (known !== null) entries.change(known, row);
    else {
      entries.append(place, row);
      place += 1;
    }
  }
  text.addGrams(next, place);
  return place - next;
}

/** What the index keeps of events besides the requests that they are about. */
function keep({ source, happened, activity }: FeedParts, event: Noted): void {
  const { seq, atMs, kind, intentId, callback } = event;
  if (event.activity !== null) activity.add(kind, seq, atMs, event.activity);
  const profileId = kind === 'noted' && intentId !== null ? source.profileOf(intentId) : null;
  if (profileId !== null) happened.add(NOTE, seq, atMs, profileId);
  if (callback === null) return;
  const first = callback.repeatOf === null ? null : happened.kindAt(callback.repeatOf);
  const own = first === null ? callbackKind(takenOf(kind, callback)) : repeatedKind(first);
  happened.add(own, seq, atMs, callback.profileId);
}

function takenOf(kind: string, callback: NonNullable<Noted['callback']>): CallbackTaken {
  return kind === 'callback_apart' ? 'apart' : takenAs(callback.verdict, callback.contradicts);
}

/**
 * The first filling, from a log that is long already: from its beginning to its end, with everything that is faster made in
 * one go at the end. Requests are read as they are now, which may be later than `upTo`: the events after it, read next, find
 * nothing left to change.
 */
function beginFill({ db, source, text }: FeedParts, mark: Mark, upTo: number): Mark {
  tune(db, true);
  dropLate(db);
  text.setBulk(true);
  const upToHash = source.hashAt(upTo) ?? '';
  const fill: Fill = { phase: 'requests', upTo, upToHash, after: 0, trigrams: 0 };
  return { ...mark, firstHash: source.firstHash(), fill };
}

/** A first filling meets every request once, in order. */
function takeIn(parts: FeedParts, mark: Mark, fill: Fill, { upTo, rows, kept }: LogPart): Mark {
  for (const [at, row] of rows.entries()) parts.entries.append(mark.size + at, row);
  for (const event of kept) keep(parts, event);
  const phase = upTo === fill.upTo ? 'trigrams' : 'requests';
  return { ...mark, size: mark.size + rows.length, fill: { ...fill, phase, after: upTo } };
}

function addTrigrams({ text }: FeedParts, mark: Mark, fill: Fill): Mark {
  const end = Math.min(fill.trigrams + TRIGRAMS_AT_ONCE, mark.size);
  text.addGrams(fill.trigrams, end);
  return { ...mark, fill: { ...fill, trigrams: end } };
}

function finishFill(parts: FeedParts, mark: Mark, fill: Fill): Mark {
  const { db, text } = parts;
  switch (fill.phase) {
    case 'requests':
    case 'trigrams':
      if (fill.trigrams < mark.size) return addTrigrams(parts, mark, fill);
      text.mergeGrams(true);
      return { ...mark, fill: { ...fill, phase: 'merging' } };
    case 'merging':
      if (text.mergeGrams(false)) return mark;
      text.setBulk(false);
      return { ...mark, fill: { ...fill, phase: 'indexes' } };
    case 'indexes':
      if (makeLate(db)) return mark;
      tune(db, false);
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
