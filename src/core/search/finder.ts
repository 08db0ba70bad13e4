import type { Database } from 'better-sqlite3';

import type { CallbackFilter } from '#shared/domain/callback.ts';
import type { CustomerFigures } from '#shared/domain/customer.ts';
import type { DailyTotal, IndexState, LogFacets, LogRow } from '#shared/domain/logSearch.ts';

import { openForReading } from '../log/store/database.ts';
import type { LogPaths } from '../log/store/paths.ts';
import type {
  CallbackCounts,
  CustomerQuestion,
  Overview,
  OverviewQuestion,
  Shift,
  ShiftQuestion,
} from '../log/port.ts';
import { type CallbackIndex, createCallbackIndex } from './callbackIndex.ts';
import { customerFiguresOf } from './customerFigures.ts';
import { type CustomerReads, createCustomerReads } from './customers.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import { createDayCounts } from './dayCounts.ts';
import { entryOf } from './entry.ts';
import { createEntryWrites } from './entryWrites.ts';
import { createFeed } from './feed.ts';
import { createLimitsIndex } from './limitsIndex.ts';
import { type PlaceList, listingOf } from './list.ts';
import { type Unindexed, createNewest, createUnindexed } from './newest.ts';
import { createNoteIndex } from './noteIndex.ts';
import { overviewOf } from './overview/overview.ts';
import type { Moment, ResolvedQuery } from './query.ts';
import { type EntryRows, createEntryRows, logRowOf, shownOf } from './rows.ts';
import { UselessIndexError, openIndex, openIndexForReading } from './schema.ts';
import { shiftOf } from './shift.ts';
import { type Recorded, type Source, createSource } from './source.ts';
import { createTextIndex } from './text.ts';
import { createWords } from './words.ts';

export type Search = {
  readonly list: PlaceList;
  /** Completes the list in steps. Nothing may be asked of the finder meanwhile that changes it. */
  readonly work: Generator<undefined, void>;
  readonly rows: (from: number, to: number) => readonly LogRow[];
};

export type Finder = CustomerReads & {
  /** The index itself, for exporting from. */
  readonly index: Database;
  /** Every event up to this one is in the index. */
  readonly upToSeq: () => number;
  /** The newest event that there is. */
  readonly logHead: () => number;
  readonly size: () => number;
  readonly state: () => IndexState;
  /** There is no room for an index: it stays empty. */
  readonly isFrozen: boolean;
  /** It is being made from a log that was long already. */
  readonly isFilling: () => boolean;
  /** Works off what the log has and the index not, for about so long. True: it is still behind. */
  readonly catchUp: (budgetMs: number) => boolean;
  readonly search: (query: ResolvedQuery) => Search;
  /** Pieces of the list of a query, in its order. Some are empty. */
  readonly places: (query: ResolvedQuery) => Generator<Uint32Array, void>;
  /** Also of requests that are not in the index yet. One that is not in the log is left out. */
  readonly rowsOf: (intentIds: readonly string[], moment: Moment) => readonly LogRow[];
  readonly facets: () => LogFacets;
  readonly daily: (profileId: string, days: readonly DaySpan[]) => readonly DailyTotal[];
  /** In steps of a few milliseconds, between which nothing may be asked of the finder that changes it. */
  readonly overview: (question: OverviewQuestion) => Generator<undefined, Overview>;
  readonly customerFigures: (question: CustomerQuestion) => CustomerFigures;
  readonly shift: (question: ShiftQuestion) => Shift;
  readonly callbackSeqs: CallbackIndex['seqs'];
  readonly callbackCounts: (filter: CallbackFilter) => CallbackCounts;
  readonly close: () => void;
};

type FinderOptions = {
  /** As of the moment it is opened, beside the one that writes. */
  readonly readonly: boolean;
  /** An empty index is filled request by request where the log has at least this many events. */
  readonly fillFrom?: number;
  /** There is no room for an index: it stays empty. */
  readonly isFrozen?: boolean;
  /** At most this many rows are read by the index of a filter, instead of the index of the order. */
  readonly narrowRows?: number;
};

const LOG_CACHE_KIB = 2 * 1024;

/** The log as something to find things in. */
export function openFinder(paths: LogPaths, options: FinderOptions): Finder {
  const log = openForReading(paths.file);
  log.pragma(`cache_size = -${LOG_CACHE_KIB}`);
  let index: Database | null = null;
  try {
    index = options.readonly ? openIndexForReading(paths.index) : openIndex(paths.index);
    // One moment for as long as it is open, however the index grows.
    if (options.readonly) index.exec('BEGIN');
    return createFinder(log, index, options);
  } catch (error) {
    index?.close();
    log.close();
    throw new UselessIndexError(String(error), { cause: error });
  }
}

function openParts(log: Database, db: Database, { fillFrom, narrowRows }: FinderOptions) {
  const source = createSource(log);
  const words = createWords(db);
  const text = createTextIndex(db);
  const parts = {
    db,
    source,
    words,
    text,
    entries: createEntryWrites(db, words, text),
    callbacks: createCallbackIndex(db, words),
    limits: createLimitsIndex(db, source.limitsAt),
    writtenNotes: createNoteIndex(
      db,
      words,
      (intentId) => source.find(intentId)?.request.profileId ?? null,
    ),
  };
  const feed = createFeed(fillFrom === undefined ? parts : { ...parts, fillFrom });
  const isFilled = (): boolean => feed.mark().fill === null;
  const dayCounts = createDayCounts(db, words, isFilled);
  const reads = { feed, isFilled, rows: createEntryRows(db), dayCounts };
  return { ...parts, ...reads, ...(narrowRows === undefined ? {} : { narrowRows }) };
}
type Parts = ReturnType<typeof openParts>;

function createFinder(log: Database, db: Database, options: FinderOptions): Finder {
  const parts = openParts(log, db, options);
  const { source, dayCounts, feed } = parts;
  const size = (): number => feed.mark().size;
  const isBehind = (): boolean => feed.mark().fill !== null || source.head() !== feed.mark().seq;
  const unindexed = createUnindexed(source, feed.mark, isBehind);
  const state = (): IndexState => ({ indexed: size(), total: size() + unindexed().seqs.length });
  const open = new Set<Search['work']>();
  const search = (query: ResolvedQuery): Search => {
    const { work, ...started } = startSearch(parts, unindexed(), query);
    return { ...started, work: noted(work, open) };
  };
  const places = (query: ResolvedQuery) => piecesOf(search(query));
  const newest = createNewest(source, feed.mark, isBehind);
  const reads = rowReads(parts, isBehind);

  return {
    index: db,
    isFrozen: options.isFrozen === true,
    upToSeq: () => feed.mark().seq,
    logHead: source.head,
    size,
    isFilling: () => feed.mark().fill !== null,
    state,
    catchUp(budgetMs) {
      if (options.isFrozen === true) return false;
      const until = performance.now() + budgetMs;
      // Events that arrive meanwhile wait for the next call: a request under way would be indexed with each of its three events.
      const head = source.head();
      const isOwed = (): boolean => feed.mark().fill !== null || feed.mark().seq < head;
      do {
        if (!feed.piece()) return false;
        if (performance.now() >= until) return isOwed();
      } while (isOwed());
      return false;
    },
    search,
    places,
    ...createCustomerReads({ ...parts, newest }),
    customerFigures: (question) => ({
      ...customerFiguresOf({ ...parts, newest, rowsOf: reads.rowsOf }, question),
      index: state(),
    }),
    shift: (question) => ({ ...shiftOf({ ...parts, places }, question), index: state() }),
    ...reads,
    facets: dayCounts.facets,
    daily: dayCounts.daily,
    ...overviewReads(parts, state),
    close() {
      for (const work of open) work.return();
      db.close();
      log.close();
    },
  };
}

/** A database is not closed while a statement is open in it: works that were begun and left are known. */
function* noted(work: Search['work'], open: Set<Search['work']>): Search['work'] {
  open.add(work);
  try {
    yield* work;
  } finally {
    open.delete(work);
  }
}

function startSearch(parts: Parts, missing: Unindexed, query: ResolvedQuery): Search {
  const { source, rows, feed } = parts;
  const { size, fill } = feed.mark();
  const total = size + missing.seqs.length;
  const { list, work } = listingOf({ ...parts, size, total, isFilled: fill === null }, query);
  // By now the index may have what it had not when the search began.
  const rowAt = (place: number): readonly LogRow[] =>
    place < feed.mark().size
      ? entryRow(rows, place, query)
      : freshRow(source, source.at(missing.seqs[place - missing.from] ?? 0), query);
  return { list, work, rows: (from, to) => Array.from(list.slice(from, to), rowAt).flat() };
}

function* piecesOf({ list, work }: Search): Generator<Uint32Array, void> {
  let given = 0;
  const more = (): Uint32Array => {
    const places = list.slice(given, list.length());
    given += places.length;
    return places;
  };
  while (work.next().done !== true) yield more();
  yield more();
}

function rowReads(
  { source, rows, entries }: Parts,
  isBehind: () => boolean,
): Pick<Finder, 'rowsOf'> {
  return {
    rowsOf(intentIds, moment) {
      const mayBeOld = isBehind();
      return intentIds.flatMap((intentId) => {
        const place = mayBeOld ? null : entries.placeOf(source.seqOf(intentId) ?? 0);
        if (place !== null) return entryRow(rows, place, moment);
        return freshRow(source, source.find(intentId), moment);
      });
    },
  };
}

function overviewReads(
  parts: Parts,
  state: () => IndexState,
): Pick<Finder, 'overview' | 'callbackSeqs' | 'callbackCounts'> {
  const { callbacks, rows } = parts;
  return {
    *overview(question) {
      const rowsAt = (places: readonly number[]): readonly LogRow[] =>
        places.flatMap((place) => entryRow(rows, place, question));
      const counted = yield* overviewOf({ ...parts, isFilled: parts.isFilled(), rowsAt }, question);
      return { ...counted, index: state() };
    },
    callbackSeqs: callbacks.seqs,
    callbackCounts: callbacks.counts,
  };
}

function entryRow(rows: EntryRows, place: number, moment: Moment): readonly LogRow[] {
  const shown = rows.at(place);
  return shown === null ? [] : [logRowOf(shown, moment)];
}

/** Straight from the log. */
function freshRow(source: Source, recorded: Recorded | null, moment: Moment): readonly LogRow[] {
  if (recorded === null) return [];
  const { seq, request } = recorded;
  const [story] = source.storiesOf([request.intentId]);
  if (story === undefined) return [];
  return [logRowOf(shownOf(entryOf(seq, request, story.facts)), moment)];
}
