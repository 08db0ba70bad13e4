import type { Database } from 'better-sqlite3';

import type { CustomerFigures } from '#shared/domain/customer.ts';
import type { IndexState, LogRow } from '#shared/domain/logSearch.ts';

import { openForReading } from '../log/store/database.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { createActivity, createActivityReads } from './activity.ts';
import { createCallbackReads } from './callbackReads.ts';
import { customerFiguresOf, type CustomerQuestion } from './customerFigures.ts';
import { createCustomerReads } from './customers.ts';
import { createDayCounts } from './dayCounts.ts';
import { createEntryWrites, entryOf } from './entry.ts';
import { createFeed } from './feed.ts';
import { type StartFiller, createFillReader } from './fillReader.ts';
import { createHappened } from './happened.ts';
import { listingOf } from './list.ts';
import { type Unindexed, createNewest, createUnindexed } from './newest.ts';
import { overviewOf, type Overview, type OverviewQuestion } from './overview/overview.ts';
import type { PlaceList } from './placeList.ts';
import type { Moment, ResolvedQuery } from './query.ts';
import { type EntryRows, createEntryRows, logRowOf } from './rows.ts';
import { UselessIndexError, openIndex, openIndexForReading } from './schema.ts';
import { handOverOf, type HandOver, type HandOverQuestion } from './handOver.ts';
import { type Recorded, type Source, createSource } from './source.ts';
import { createTextIndex } from './text.ts';
import { createWords } from './words.ts';

export type Search = {
  readonly list: PlaceList;
  /** Completes the list in steps. Nothing may be asked of the finder meanwhile that changes it. */
  readonly work: Generator<undefined, void>;
  readonly rows: (from: number, to: number) => readonly LogRow[];
};

export type Finder = ReturnType<typeof createFinder>;

type FinderOptions = {
  /** As of the moment it is opened, beside the one that writes. */
  readonly readonly: boolean;
  /** An empty index is filled request by request where the log has at least this many events. */
  readonly fillFrom?: number;
  /** Starts the thread that reads for a first filling. Left out: it is read here. */
  readonly startFiller?: StartFiller | undefined;
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

function openParts(log: Database, db: Database, options: FinderOptions) {
  const { fillFrom, narrowRows, startFiller } = options;
  const source = createSource(log);
  const words = createWords(db);
  const text = createTextIndex(db);
  const parts = {
    db,
    source,
    words,
    text,
    entries: createEntryWrites(db, words, text),
    happened: createHappened(db, words),
    activity: createActivity(db, words),
    fillReader: createFillReader(source, startFiller),
  };
  const feed = createFeed(fillFrom === undefined ? parts : { ...parts, fillFrom });
  const isFilled = (): boolean => feed.mark().fill === null;
  const dayCounts = createDayCounts(db, words, isFilled);
  const reads = { feed, isFilled, rows: createEntryRows(db), dayCounts };
  return { ...parts, ...reads, ...(narrowRows === undefined ? {} : { narrowRows }) };
}
type Parts = ReturnType<typeof openParts>;

function createFinder(log: Database, db: Database, options: FinderOptions) {
  const parts = openParts(log, db, options);
  const { source, dayCounts, feed, fillReader } = parts;
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
  const rowsOf = (intentIds: readonly string[], moment: Moment) =>
    rowsOfRequests(parts, intentIds, moment, isBehind());

  return {
    /** For exporting from. */
    index: db,
    isFrozen: options.isFrozen === true,
    /** Every event up to this one is in the index. */
    upToSeq: () => feed.mark().seq,
    logHead: source.head,
    size,
    isFilling: () => feed.mark().fill !== null,
    state,
    /** Works off what the log has and the index not, for about so long. True: it is still behind. */
    catchUp: (budgetMs: number) => options.isFrozen !== true && catchUp(parts, budgetMs),
    search,
    /** Pieces of the list of a query, in its order. Some are empty. */
    places,
    ...createCustomerReads({ ...parts, newest }),
    customerFigures: (question: CustomerQuestion): CustomerFigures => ({
      ...customerFiguresOf({ ...parts, newest, rowsOf }, question),
      index: state(),
    }),
    handOver: (question: HandOverQuestion): HandOver => ({
      ...handOverOf({ ...parts, places }, question),
      index: state(),
    }),
    /** Also of requests that are not in the index yet. One that is not in the log is left out. */
    rowsOf,
    facets: dayCounts.facets,
    daily: dayCounts.daily,
    /** In steps of a few milliseconds, between which nothing may be asked of the finder that changes it. */
    *overview(question: OverviewQuestion): Generator<undefined, Overview> {
      return { ...(yield* overviewIn(parts, question)), index: state() };
    },
    ...createCallbackReads(parts.happened),
    ...createActivityReads(parts.activity, state),
    close() {
      for (const work of open) work.return();
      fillReader.close();
      db.close();
      log.close();
    },
  };
}

function catchUp({ source, feed }: Parts, budgetMs: number): boolean {
  const until = performance.now() + budgetMs;
  // Events that arrive meanwhile wait for the next call: a request under way would be indexed with each of its three events.
  const head = source.head();
  const isOwed = (): boolean => feed.mark().fill !== null || feed.mark().seq < head;
  do {
    const progress = feed.piece();
    if (progress !== 'moved') return progress === 'waiting';
    if (performance.now() >= until) return isOwed();
  } while (isOwed());
  return false;
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

function rowsOfRequests(
  { source, rows, entries }: Parts,
  intentIds: readonly string[],
  moment: Moment,
  mayBeOld: boolean,
): readonly LogRow[] {
  return intentIds.flatMap((intentId) => {
    const place = mayBeOld ? null : entries.placeOf(source.seqOf(intentId) ?? 0);
    if (place !== null) return entryRow(rows, place, moment);
    return freshRow(source, source.find(intentId), moment);
  });
}

function* overviewIn(
  parts: Parts,
  question: OverviewQuestion,
): Generator<undefined, Omit<Overview, 'index'>> {
  const rowsAt = (places: readonly number[]): readonly LogRow[] =>
    places.flatMap((place) => entryRow(parts.rows, place, question));
  return yield* overviewOf({ ...parts, isFilled: parts.isFilled(), rowsAt }, question);
}

function entryRow(rows: EntryRows, place: number, moment: Moment): readonly LogRow[] {
  const entry = rows.at(place);
  return entry === null ? [] : [logRowOf(entry, moment)];
}

/** Straight from the log. */
function freshRow(source: Source, recorded: Recorded | null, moment: Moment): readonly LogRow[] {
  if (recorded === null) return [];
  const { seq, request } = recorded;
  const story = source.storyOf(source.eventsOf([request.intentId]).get(request.intentId));
  return [logRowOf(entryOf(seq, request, story), moment)];
}
