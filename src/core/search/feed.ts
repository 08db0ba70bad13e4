import { CONTRADICTED_BIT, type CallbackFacts, NOTHING_HEARD } from './attention.ts';
import type { Customers } from './customers.ts';
import { entryOf } from './entry.ts';
import { type EntryWrites, type IndexParts, createEntryWrites } from './entryWrites.ts';
import { createFilling } from './fill.ts';
import { type Mark, createMarks } from './mark.ts';
import { type NoteParts, note } from './notes.ts';
import type { Recorded, Source } from './source.ts';
import { type Times, timesOf } from './times.ts';
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

type FeedParts = IndexParts &
  NoteParts & {
    readonly source: Source;
    readonly words: Words;
    readonly customers: Customers;
    readonly fillFrom?: number;
  };

/** Brings the index up to the log. A piece is in it whole or not at all, together with the mark that says so. */
export function createFeed(parts: FeedParts): Feed {
  const { db, source, fillFrom = FILL_FROM } = parts;
  const { columns, words, rollups, sorts, text, callbacks, limits, customers } = parts;
  const marks = createMarks(db);
  const entries = createEntryWrites(parts);
  const filling = createFilling({ ...parts, entries });
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
        callbacks.write();
        marks.write(mark);
      })();
    } catch (error) {
      // What memory has of a piece that was undone is read again from the tables.
      const inMemory = [
        columns,
        words,
        rollups,
        sorts,
        text,
        callbacks,
        limits,
        customers,
        filling,
      ];
      for (const part of inMemory) part.forget();
      mark = marks.read();
      throw error;
    }
  }

  return {
    mark: () => mark,
    piece() {
      const { fill } = mark;
      if (fill !== null) {
        inOne(() => filling.piece(mark, fill));
        return true;
      }
      const head = source.head();
      if (head === mark.seq) return false;
      if (head < mark.seq) throw new OtherLogError('The log ends before what was indexed.');
      if (mark.seq === 0 && head >= fillFrom) inOne(() => filling.begin(mark, head));
      // Of one moment: a request that is later than the last event read would be later than the mark.
      else inOne(() => source.atOnce(() => follow({ ...parts, entries }, mark)));
      return true;
    },
  };
}

type Following = Pick<FeedParts, 'source' | 'columns' | 'customers'> &
  NoteParts & { readonly entries: EntryWrites };

/** The next events: every request that they are about is looked at once, as it is now. */
function follow(parts: Following, mark: Mark): Mark {
  const { source } = parts;
  const changes = source.changes(mark.seq, EVENTS_AT_ONCE);
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return mark;
  if (mark.hash !== null && first.previous !== mark.hash) {
    throw new OtherLogError('The log goes on from something else than what was indexed.');
  }
  for (const event of source.noted(mark.seq, last.seq)) note(parts, event);
  const about = new Map<string, Set<string>>();
  for (const { intentId, kind } of changes) {
    if (intentId !== null) about.set(intentId, (about.get(intentId) ?? new Set()).add(kind));
  }
  let { size } = mark;
  for (const [intentId, kinds] of about) {
    const recorded = source.find(intentId);
    if (recorded !== null && put(parts, size, recorded, kinds)) size += 1;
  }
  const firstHash = mark.firstHash ?? source.firstHash();
  return { ...mark, firstHash, seq: last.seq, hash: last.hash, size };
}

/** True: it is new. */
function put(
  { source, entries, columns, customers }: Following,
  next: number,
  { seq, request }: Recorded,
  kinds: ReadonlySet<string>,
): boolean {
  const place = entries.placeOf(seq);
  const before = place === null ? null : entries.before(place);
  const isAmountLeftOut = request.heard !== undefined && request.heard.amount === null;
  const known: CallbackFacts = {
    ...NOTHING_HEARD,
    isContradicted: ((before?.attention ?? 0) & CONTRADICTED_BIT) !== 0,
  };
  const isCalledBack = kinds.has('callback');
  const facts = isCalledBack || isAmountLeftOut ? source.factsOf(request.intentId) : known;
  const entry = entryOf(seq, request, facts);
  const readTimes = (): Times => {
    const { outcome, intentId } = request;
    return timesOf({ outcome, createdMs: entry.created_ms }, source.momentsOf(intentId));
  };
  if (place === null || before === null) {
    entries.append(next, entry, readTimes());
    customers.add(entry);
    return true;
  }
  const isTimedOtherwise = isCalledBack || kinds.has('settled');
  entries.change(place, before, entry, isTimedOtherwise ? readTimes() : columns.timesAt(place));
  return false;
}

function refuseOther({ firstHash, seq, hash, fill }: Mark, source: Source): void {
  const isSame =
    (firstHash === null || source.firstHash() === firstHash) &&
    (hash === null || source.hashAt(seq) === hash) &&
    (fill === null || source.hashAt(fill.upTo) === fill.upToHash);
  if (!isSame) throw new OtherLogError('The index is of another log.');
}
