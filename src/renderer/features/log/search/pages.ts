import type { OperationOutput } from '#shared/contract/operations.ts';
import type { LogRow } from '#shared/domain/logSearch.ts';

import type { Span } from '../table/position.ts';

export const PAGE_ROWS = 100;
/** Some 2000 rows: enough to turn round in, little enough to forget. */
const MOST_PAGES = 20;
/** A dragged scrollbar asks for more pages than are ever shown. */
const MOST_ON_THE_WAY = 4;
const AHEAD = 3;
const BEHIND = 1;

export type Matches = OperationOutput<'log.count'>;
export type Direction = 'down' | 'up' | 'still';

type Options = {
  readonly first: readonly LogRow[];
  readonly matches: Matches;
  /** Null when they could not be fetched; the fetching code has reported why. */
  readonly fetch: (from: number, count: number) => Promise<readonly LogRow[] | null>;
};

/** Rows of one search at their places, as far as they were fetched. A newer search closes it: its places mean nothing then. */
export class Pages {
  readonly #fetch: Options['fetch'];
  /** The one that was wanted last stands last. */
  readonly #pages = new Map<number, readonly LogRow[]>();
  readonly #places = new Map<string, number>();
  readonly #onTheWay = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #waiting: readonly number[] = [];
  #wanted: ReadonlySet<number> = new Set();
  #matches: Matches;
  #version = 0;
  #isClosed = false;

  constructor({ first, matches, fetch }: Options) {
    this.#fetch = fetch;
    this.#matches = matches;
    this.#keep(0, first);
  }

  /** For React, which asks without saying whom. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another number whenever something here has changed. */
  readonly version = (): number => this.#version;

  matches(): Matches {
    return this.#matches;
  }

  rowAt(at: number): LogRow | null {
    return this.#pages.get(pageOf(at))?.[at % PAGE_ROWS] ?? null;
  }

  placeOf(intentId: string): number | null {
    return this.#places.get(intentId) ?? null;
  }

  hasAll({ first, last }: Span): boolean {
    if (last < first) return true;
    for (let page = pageOf(first); page <= pageOf(last); page += 1) {
      const end = Math.min((page + 1) * PAGE_ROWS - 1, last);
      if ((this.#pages.get(page)?.length ?? 0) <= end % PAGE_ROWS) return false;
    }
    return true;
  }

  /** What is seen now is fetched first, then what follows in that direction. Everything else that waits is dropped. */
  want(span: Span, direction: Direction): void {
    if (this.#isClosed) return;
    const list = pagesFor(span, direction, this.#matches.count);
    this.#wanted = new Set(list);
    for (const page of list) {
      const rows = this.#pages.get(page);
      if (rows === undefined) continue;
      this.#pages.delete(page);
      this.#pages.set(page, rows);
    }
    this.#waiting = list.filter((page) => !this.#onTheWay.has(page) && !this.#isWhole(page));
    this.#loadNext();
  }

  /** Newer versions of rows that are here; places stay. */
  patch(rows: readonly LogRow[]): void {
    for (const row of rows) {
      const at = this.placeOf(row.intentId);
      const page = pageOf(at ?? 0);
      const old = this.#pages.get(page);
      if (at === null || old === undefined) continue;
      this.#pages.set(page, old.with(at % PAGE_ROWS, row));
    }
    this.#changed();
  }

  /** A search may find more than it knew at first. */
  learn(found: Matches): void {
    const { count, isExact } = this.#matches;
    if (this.#isClosed || isExact || (!found.isExact && found.count <= count)) return;
    this.#matches = found;
    this.#changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  #keep(page: number, rows: readonly LogRow[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    for (const [at, row] of rows.entries()) this.#places.set(row.intentId, page * PAGE_ROWS + at);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      if (this.#wanted.has(old)) continue;
      for (const { intentId } of this.#pages.get(old) ?? []) this.#places.delete(intentId);
      this.#pages.delete(old);
    }
  }

  #loadNext(): void {
    while (this.#onTheWay.size < MOST_ON_THE_WAY) {
      const [page, ...others] = this.#waiting;
      if (page === undefined) return;
      this.#waiting = others;
      void this.#load(page);
    }
  }

  async #load(page: number): Promise<void> {
    this.#onTheWay.add(page);
    const rows = await this.#fetch(page * PAGE_ROWS, this.#lengthOf(page));
    this.#onTheWay.delete(page);
    if (this.#isClosed) return;
    // A page that could not be had is asked for again when it is wanted again, not over and over.
    if (rows !== null) {
      this.#keep(page, rows);
      this.#changed();
    }
    this.#loadNext();
  }

  /** The last page of a list that grew holds fewer rows than there are by now. */
  #isWhole(page: number): boolean {
    const rows = this.#pages.get(page);
    return rows !== undefined && rows.length >= this.#lengthOf(page);
  }

  #lengthOf(page: number): number {
    return Math.min(PAGE_ROWS, this.#matches.count - page * PAGE_ROWS);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function pageOf(at: number): number {
  return Math.floor(at / PAGE_ROWS);
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
