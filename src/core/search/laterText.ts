import type { Database } from 'better-sqlite3';

import { createMarks } from './mark.ts';
import { type TextIndex, openTextIndex } from './text/textIndex.ts';

/** The log can be read, the index cannot: it must be removed. */
export class UselessIndexError extends Error {
  override readonly name = 'UselessIndexError';
}

/** Opened when it is first needed: the first page of a log is there before that. */
export function openTextLater(db: Database): TextIndex {
  let opened: TextIndex | null = null;
  function open(): TextIndex {
    const index = openTextIndex(db);
    const { size } = createMarks(db).read();
    if (index.size() !== size) throw new Error(`The text index has ${index.size()} of ${size}.`);
    return index;
  }
  function text(): TextIndex {
    opened ??= inIndex(open);
    return opened;
  }
  function* find(words: readonly string[]): Generator<Uint32Array> {
    const places = text().find(words)[Symbol.iterator]();
    for (;;) {
      const next = inIndex(() => places.next());
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    size: () => text().size(),
    append: (fields) => text().append(fields),
    replace: (place, fields) => text().replace(place, fields),
    tidy: () => inIndex(() => text().tidy()),
    find,
    forget: () => opened?.forget(),
  };
}

/** Nothing but the index is read here: what SQLite itself has no complaint about is a fault of what is in it. */
function inIndex<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isDisk =
      error instanceof Error && 'code' in error && /^SQLITE_(?!ERROR)/u.test(String(error.code));
    throw isDisk ? error : new UselessIndexError(String(error), { cause: error });
  }
}
