import type { Database } from 'better-sqlite3';

import { CONTRADICTED_BIT, NOTHING_HEARD } from './attention.ts';
import { entryOf } from './entry.ts';
import type { EntryWrites } from './entryWrites.ts';
import type { Fill, Mark } from './mark.ts';
import { dropSortIndexes, makeSortIndex } from './schema.ts';
import type { Source } from './source.ts';

const REQUESTS_AT_ONCE = 1024;
const CALLBACKS_AT_ONCE = 4096;

type FillParts = {
  readonly db: Database;
  readonly source: Source;
  readonly entries: EntryWrites;
};

/**
 * The first filling, from a log that is long already: request by request instead of event by event, and with the sorted
 * indexes made at the end. Requests are read as they are now, which may be later than `upTo`: the events after it, read next,
 * find nothing left to change.
 */
export function beginFill({ db, source }: FillParts, mark: Mark, upTo: number): Mark {
  dropSortIndexes(db);
  const upToHash = source.hashAt(upTo) ?? '';
  return {
    ...mark,
    firstHash: source.firstHash(),
    fill: { phase: 'requests', upTo, upToHash, after: 0 },
  };
}

export function fillPiece(parts: FillParts, mark: Mark, fill: Fill): Mark {
  switch (fill.phase) {
    case 'requests':
      return fillRequests(parts, mark, fill);
    case 'contradictions':
      return fillContradictions(parts, mark, fill);
    case 'indexes':
      if (makeSortIndex(parts.db)) return mark;
      return { ...mark, seq: fill.upTo, hash: fill.upToHash, fill: null };
  }
}

function fillRequests({ source, entries }: FillParts, mark: Mark, fill: Fill): Mark {
  const recorded = source.recorded(fill.after, fill.upTo, REQUESTS_AT_ONCE);
  const last = recorded.at(-1);
  if (last === undefined) return { ...mark, fill: { ...fill, phase: 'contradictions', after: 0 } };
  for (const [at, { seq, request }] of recorded.entries()) {
    // Only callbacks say what an amount was before one came without: seldom, so that they are asked for one by one.
    const isAmountLeftOut = request.heard !== undefined && request.heard.amount === null;
    const facts = isAmountLeftOut ? source.factsOf(request.intentId) : NOTHING_HEARD;
    entries.append(mark.size + at, entryOf(seq, request, facts));
  }
  return { ...mark, size: mark.size + recorded.length, fill: { ...fill, after: last.seq } };
}

function fillContradictions({ source, entries }: FillParts, mark: Mark, fill: Fill): Mark {
  const { seqs, upTo } = source.contradicted(fill.after, fill.upTo, CALLBACKS_AT_ONCE);
  for (const seq of seqs) {
    const place = entries.placeOf(seq);
    if (place !== null) entries.addAttention(place, CONTRADICTED_BIT);
  }
  if (upTo === null) return { ...mark, fill: { ...fill, phase: 'indexes' } };
  return { ...mark, fill: { ...fill, after: upTo } };
}
