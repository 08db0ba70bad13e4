import type { Database } from 'better-sqlite3';

import { NOTHING_HEARD } from './attention.ts';
import { entryOf } from './entry.ts';
import type { Customers } from './customers.ts';
import type { EntryWrites } from './entryWrites.ts';
import { type FillTimes, createFillTimes } from './fillTimes.ts';
import type { Fill, Mark } from './mark.ts';
import { type NoteParts, note } from './notes.ts';
import { dropSortIndexes, makeSortIndex } from './schema.ts';
import type { Source } from './source.ts';
import { timesAtFirst } from './times.ts';

const REQUESTS_AT_ONCE = 1024;
const EVENTS_AT_ONCE = 4096;

type FillParts = NoteParts & {
  readonly db: Database;
  readonly source: Source;
  readonly entries: EntryWrites;
  readonly customers: Customers;
};

export type Filling = {
  readonly begin: (mark: Mark, upTo: number) => Mark;
  readonly piece: (mark: Mark, fill: Fill) => Mark;
  /** After a rollback. */
  readonly forget: () => void;
};

/**
 * The first filling, from a log that is long already: request by request instead of event by event, then once over the events
 * for what requests do not keep, and with the sorted indexes and customers made at the end. Requests are read as they are now, which may be
 * later than `upTo`: the events after it, read next, find nothing left to change.
 */
export function createFilling(parts: FillParts): Filling {
  const { db, source, entries, customers } = parts;
  const times = createFillTimes(source, entries);
  return {
    begin(mark, upTo) {
      dropSortIndexes(db);
      const upToHash = source.hashAt(upTo) ?? '';
      return {
        ...mark,
        firstHash: source.firstHash(),
        fill: { phase: 'requests', upTo, upToHash, after: 0 },
      };
    },
    piece(mark, fill) {
      switch (fill.phase) {
        case 'requests':
          return fillRequests(parts, mark, fill);
        case 'events':
          return fillEvents(parts, times, mark, fill);
        case 'indexes':
          if (makeSortIndex(db)) return mark;
          customers.make();
          return { ...mark, seq: fill.upTo, hash: fill.upToHash, fill: null };
      }
    },
    forget: times.forget,
  };
}

function fillRequests({ source, entries }: FillParts, mark: Mark, fill: Fill): Mark {
  const recorded = source.recorded(fill.after, fill.upTo, REQUESTS_AT_ONCE);
  const last = recorded.at(-1);
  if (last === undefined) return { ...mark, fill: { ...fill, phase: 'events', after: 0 } };
  for (const [at, { seq, request }] of recorded.entries()) {
    // Only callbacks say what an amount was before one came without: seldom, so that they are asked for one by one.
    const isAmountLeftOut = request.heard !== undefined && request.heard.amount === null;
    const facts = isAmountLeftOut ? source.factsOf(request.intentId) : NOTHING_HEARD;
    entries.append(mark.size + at, entryOf(seq, request, facts), timesAtFirst(request.outcome));
  }
  return { ...mark, size: mark.size + recorded.length, fill: { ...fill, after: last.seq } };
}

function fillEvents(parts: FillParts, times: FillTimes, mark: Mark, fill: Fill): Mark {
  const { source } = parts;
  const upTo = Math.min(fill.after + EVENTS_AT_ONCE, fill.upTo);
  for (const event of source.noted(fill.after, upTo)) {
    note(parts, event);
    times.note(event);
  }
  if (upTo === fill.upTo) return { ...mark, fill: { ...fill, phase: 'indexes' } };
  return { ...mark, fill: { ...fill, after: upTo } };
}
