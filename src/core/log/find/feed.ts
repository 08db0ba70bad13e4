import { CONTRADICTED_BIT, type CallbackFacts, NOTHING_HEARD } from './attention.ts';
import { entryOf } from './entry.ts';
import { type EntryWrites, type IndexParts, createEntryWrites } from './entryWrites.ts';
import { beginFill, fillPiece } from './fill.ts';
import { type Mark, createMarks } from './mark.ts';
import type { Recorded, Source } from './source.ts';
import type { Words } from './words.ts';

/** From so many events on an index that is empty is filled request by request. */
const FILL_FROM = 20_000;
const EVENTS_AT_ONCE = 256;

/** The log is not the one that was indexed: restored, replaced or cut. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

export type Feed = {
  readonly mark: () => Mark;
  /** A bounded piece of what is missing; false: nothing is. */
  readonly piece: () => boolean;
};

type FeedParts = IndexParts & {
  readonly source: Source;
  readonly words: Words;
  readonly fillFrom?: number;
};

/** Brings the index up to the log. A piece is in it whole or not at all, together with the mark that says so. */
export function createFeed(parts: FeedParts): Feed {
  const { db, source, fillFrom = FILL_FROM } = parts;
  const { columns, words, rollups, sorts, text } = parts;
  const marks = createMarks(db);
  const entries = createEntryWrites(parts);
  const filling = { db, source, entries };
  let mark = marks.read();
  refuseOther(mark, source);

  function inOne(work: () => Mark): void {
    // Its tables are made when it is opened: not in a transaction that may be undone.
    text.size();
    try {
      db.transaction(() => {
        mark = work();
        columns.write();
        rollups.write();
        marks.write(mark);
      })();
    } catch (error) {
      // What memory has of a piece that was undone is read again from the tables.
      for (const part of [columns, words, rollups, sorts, text]) part.forget();
      mark = marks.read();
      throw error;
    }
  }

  return {
    mark: () => mark,
    piece() {
      const { fill } = mark;
      if (fill !== null) {
        inOne(() => fillPiece(filling, mark, fill));
        return true;
      }
      const head = source.head();
      if (head === mark.seq) return false;
      if (head < mark.seq) throw new OtherLogError('The log ends before what was indexed.');
      if (mark.seq === 0 && head >= fillFrom) inOne(() => beginFill(filling, mark, head));
      // Of one moment: a request that is later than the last event read would be later than the mark.
      else inOne(() => source.atOnce(() => follow(source, entries, mark)));
      return true;
    },
  };
}

/** The next events: every request that they are about is looked at once, as it is now. */
function follow(source: Source, entries: EntryWrites, mark: Mark): Mark {
  const changes = source.changes(mark.seq, EVENTS_AT_ONCE);
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return mark;
  if (mark.hash !== null && first.previous !== mark.hash) {
    throw new OtherLogError('The log goes on from something else than what was indexed.');
  }
  const about = new Map<string, boolean>();
  for (const { intentId, kind } of changes) {
    if (intentId !== null) about.set(intentId, kind === 'callback' || about.get(intentId) === true);
  }
  let { size } = mark;
  for (const [intentId, isCalledBack] of about) {
    const recorded = source.find(intentId);
    if (recorded !== null && put(source, entries, size, recorded, isCalledBack)) size += 1;
  }
  const firstHash = mark.firstHash ?? source.firstHash();
  return { ...mark, firstHash, seq: last.seq, hash: last.hash, size };
}

/** True: it is new. */
function put(
  source: Source,
  entries: EntryWrites,
  next: number,
  { seq, request }: Recorded,
  isCalledBack: boolean,
): boolean {
  const place = entries.placeOf(seq);
  const before = place === null ? null : entries.before(place);
  const isAmountLeftOut = request.heard !== undefined && request.heard.amount === null;
  const known: CallbackFacts = {
    ...NOTHING_HEARD,
    isContradicted: ((before?.attention ?? 0) & CONTRADICTED_BIT) !== 0,
  };
  const facts = isCalledBack || isAmountLeftOut ? source.factsOf(request.intentId) : known;
  const entry = entryOf(seq, request, facts);
  if (place === null || before === null) entries.append(next, entry);
  else entries.change(place, before, entry);
  return place === null;
}

function refuseOther({ firstHash, seq, hash, fill }: Mark, source: Source): void {
  const isSame =
    (firstHash === null || source.firstHash() === firstHash) &&
    (hash === null || source.hashAt(seq) === hash) &&
    (fill === null || source.hashAt(fill.upTo) === fill.upToHash);
  if (!isSame) throw new OtherLogError('The index is of another log.');
}
