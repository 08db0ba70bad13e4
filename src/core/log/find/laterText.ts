import type { Database } from 'better-sqlite3';

import { type TextIndex, openTextIndex } from './text/textIndex.ts';

/** The log can be read, the index cannot: it must be removed. */
export class UselessIndexError extends Error {
  override readonly name = 'UselessIndexError';
}

/** Opened when it is first needed: the first page of a log is there before that. */
export function openTextLater(db: Database): TextIndex {
  let opened: TextIndex | null = null;
  function text(): TextIndex {
    try {
      opened ??= openTextIndex(db);
      return opened;
    } catch (error) {
      throw new UselessIndexError(String(error), { cause: error });
    }
  }
  return {
    size: () => text().size(),
    append: (fields) => text().append(fields),
    replace: (place, fields) => text().replace(place, fields),
    tidy: () => text().tidy(),
    find: (words) => text().find(words),
    forget: () => opened?.forget(),
  };
}
