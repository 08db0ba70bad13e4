import { afterAll, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { openForReading } from '../log/store/database.ts';
import { logPathsOf } from '../log/store/paths.ts';
import { createActivity } from './activity.ts';
import { createEntryWrites } from './entry.ts';
import { createFeed } from './feed.ts';
import { createFillReader } from './fillReader.ts';
import { createHappened } from './happened.ts';
import { IN_MEMORY, openIndex } from './schema.ts';
import { createSource } from './source.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';
import { createTextIndex } from './text.ts';
import { createWords } from './words.ts';

afterAll(removeTemporaryDirs);

/** An export proves its rows by the mark. */
it('takes nothing into the index that is later than its mark', () => {
  const paths = logPathsOf(temporaryDir());
  const log = openRandomLog(paths, diceOf(4));
  log.grow(60);
  const reading = openForReading(paths.file);
  const source = createSource(reading);
  const db = openIndex(IN_MEMORY);
  const words = createWords(db);
  const text = createTextIndex(db);
  const feed = createFeed({
    db,
    words,
    text,
    entries: createEntryWrites(db, words, text),
    happened: createHappened(db, words),
    activity: createActivity(db, words),
    fillReader: createFillReader(source, undefined),
    source: {
      ...source,
      changes(after, limit) {
        const found = source.changes(after, limit);
        // Issuing goes on meanwhile.
        if (after === 0) log.grow(60);
        return found;
      },
    },
  });
  const outcomes = log.db.prepare('SELECT outcome FROM request ORDER BY first_seq').pluck();
  const before = outcomes.all();
  feed.piece();
  expect(feed.mark().seq).toBe(60);
  const indexed = db.prepare('SELECT outcome FROM entry ORDER BY place').pluck();
  expect(indexed.all()).toEqual(before);
  while (feed.piece() === 'moved');
  expect(feed.mark().seq).toBe(120);
  expect(indexed.all()).toEqual(outcomes.all());
  db.close();
  reading.close();
  log.close();
});
