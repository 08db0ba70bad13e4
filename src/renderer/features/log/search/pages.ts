import type { LogRow } from '#shared/domain/logSearch.ts';

import type { Span } from '../table/position.ts';

export const PAGE_ROWS = 100;
/** Some 2000 rows: enough to turn round in, little enough to forget. */
const MOST_PAGES = 20;
/** A scrollbar that is being dragged asks for more than anybody will see. */
const MOST_ON_THE_WAY = 4;
const AHEAD = 3;
const BEHIND = 1;

export type Direction = 'down' | 'up' | 'still';

/** Rows of one search at their places, as far as they were fetched. A newer search closes it: its places mean nothing then. */
export type Pages = {
  readonly rowAt: (at: number) => LogRow | null;
  readonly hasAll: (span: Span) => boolean;
  /** What is seen now: fetched first. What follows in that direction: next. Everything else that waits is dropped. */
  readonly want: (span: Span, direction: Direction) => void;
  readonly placeOf: (intentId: string) => number | null;
  /** Newer versions of rows that are here; places stay. */
  readonly patch: (rows: readonly LogRow[]) => void;
  /** More was found than was known at first. */
  readonly grow: (count: number) => void;
  readonly count: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  /** Another number whenever something here has changed. */
  readonly version: () => number;
  readonly close: () => void;
};

type Options = {
  readonly first: readonly LogRow[];
  readonly count: number;
  /** Null: they could not be had, and whoever fetches has said why. */
  readonly fetch: (from: number, count: number) => Promise<readonly LogRow[] | null>;
};

export function createPages({ first, count: known, fetch }: Options): Pages {
  const pages = new Map<number, readonly LogRow[]>([[0, first]]);
  const places = new Map<string, number>();
  const onTheWay = new Set<number>();
  const listeners = new Set<() => void>();
  let waiting: readonly number[] = [];
  let wanted: ReadonlySet<number> = new Set();
  let count = known;
  let version = 0;
  let isClosed = false;

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const keep = (page: number, rows: readonly LogRow[]): void => {
    pages.delete(page);
    pages.set(page, rows);
    for (const [at, row] of rows.entries()) places.set(row.intentId, page * PAGE_ROWS + at);
    for (const old of pages.keys()) {
      if (pages.size <= MOST_PAGES) break;
      if (wanted.has(old)) continue;
      for (const row of pages.get(old) ?? []) places.delete(row.intentId);
      pages.delete(old);
    }
  };
  const load = async (page: number): Promise<void> => {
    onTheWay.add(page);
    const from = page * PAGE_ROWS;
    const rows = await fetch(from, Math.min(PAGE_ROWS, count - from));
    onTheWay.delete(page);
    if (isClosed) return;
    // A page that could not be had is asked for again when it is wanted again, not over and over.
    if (rows !== null) {
      keep(page, rows);
      changed();
    }
    loadNext();
  };
  const loadNext = (): void => {
    while (onTheWay.size < MOST_ON_THE_WAY) {
      const [page, ...others] = waiting;
      if (page === undefined) return;
      waiting = others;
      void load(page);
    }
  };
  keep(0, first);

  return {
    rowAt: (at) => pages.get(Math.floor(at / PAGE_ROWS))?.[at % PAGE_ROWS] ?? null,
    hasAll({ first: from, last }) {
      if (last < from) return true;
      for (let page = pageOf(from); page <= pageOf(last); page += 1) {
        const end = Math.min((page + 1) * PAGE_ROWS - 1, last);
        if ((pages.get(page)?.length ?? 0) <= end % PAGE_ROWS) return false;
      }
      return true;
    },
    want(span, direction) {
      if (isClosed) return;
      const list = pagesFor(span, direction, count);
      wanted = new Set(list);
      for (const page of list) {
        const rows = pages.get(page);
        if (rows === undefined) continue;
        // The last to be forgotten.
        pages.delete(page);
        pages.set(page, rows);
      }
      waiting = list.filter(
        (page) => !onTheWay.has(page) && !isWhole(pages.get(page), page, count),
      );
      loadNext();
    },
    placeOf: (intentId) => places.get(intentId) ?? null,
    patch(rows) {
      for (const row of rows) {
        const at = places.get(row.intentId);
        const page = pageOf(at ?? 0);
        const old = pages.get(page);
        if (at === undefined || old === undefined) continue;
        pages.set(page, old.with(at % PAGE_ROWS, row));
      }
      changed();
    },
    grow(more) {
      if (more <= count) return;
      count = more;
      changed();
    },
    count: () => count,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    close() {
      isClosed = true;
      waiting = [];
    },
  };
}

const pageOf = (at: number): number => Math.floor(at / PAGE_ROWS);

/** The last page of a list that grew holds fewer rows than there are by now. */
function isWhole(rows: readonly LogRow[] | undefined, page: number, count: number): boolean {
  return rows !== undefined && rows.length >= Math.min(PAGE_ROWS, count - page * PAGE_ROWS);
}

/** Those that are seen, then further and further ahead, then behind. */
function pagesFor(span: Span, direction: Direction, count: number): readonly number[] {
  const first = pageOf(span.first);
  const last = pageOf(Math.max(span.first, span.last));
  const seen = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const after = (far: number): readonly number[] =>
    Array.from({ length: far }, (_, at) => last + 1 + at);
  const before = (far: number): readonly number[] =>
    Array.from({ length: far }, (_, at) => first - 1 - at);
  const around =
    direction === 'up'
      ? [...before(AHEAD), ...after(BEHIND)]
      : [...after(direction === 'down' ? AHEAD : BEHIND), ...before(BEHIND)];
  return [...seen, ...around].filter((page) => page >= 0 && page * PAGE_ROWS < count);
}
