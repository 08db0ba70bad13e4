import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { openForReading } from '../log/store/database.ts';
import { type LogPaths, logPathsOf } from '../log/store/paths.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { LOG_WORKER } from '../testing/log.ts';
import { entryOf, indexRowOf } from './entry.ts';
import { type LogPart, type StartFiller, createPartReader } from './fillReader.ts';
import { type Finder, openFinder } from './finder.ts';
import { createSource } from './source.ts';
import { isKept } from './story.ts';
import { diceOf, openRandomLog } from './testing/randomLog.ts';
import { startThread, workersFrom } from '../threads/rpc.ts';

afterAll(removeTemporaryDirs);

const TABLES = ['entry', 'doc', 'word', 'happened', 'day_count'];

async function filled(paths: LogPaths, startFiller?: StartFiller): Promise<readonly unknown[]> {
  const index = join(temporaryDir(), 'index');
  const finder = openFinder({ ...paths, index }, { readonly: false, fillFrom: 1, startFiller });
  await followed(finder);
  const { index: db } = finder;
  const found = TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
  finder.close();
  return found;
}

async function followed(finder: Finder): Promise<void> {
  while (finder.catchUp(5)) await setTimeout(1);
}

describe('reading for a first filling', () => {
  it('gives every request and every event that is kept once, with its whole story', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(20),
        fc.nat(40),
        fc.nat(60),
        (seed, requests, events, ahead) => {
          const paths = logPathsOf(temporaryDir());
          const log = openRandomLog(paths, diceOf(seed));
          log.grow(150);
          const db = openForReading(paths.file);
          const source = createSource(db);
          const read = createPartReader(source, {
            requests: requests + 1,
            events: events + 1,
            ahead,
          });
          const upTo = source.head();
          const parts: LogPart[] = [];
          for (let after = 0; after < upTo; after = parts.at(-1)?.upTo ?? upTo) {
            parts.push(read({ after, upTo }));
          }
          const expected = source.recorded(0, upTo, 1e6).map(({ seq, request }) => {
            const own = source.eventsOf([request.intentId]).get(request.intentId);
            return indexRowOf(entryOf(seq, request, source.storyOf(own)));
          });
          expect(parts.flatMap(({ rows }) => rows)).toEqual(expected);
          expect(parts.flatMap(({ kept }) => kept)).toEqual(
            source.eventsBetween(0, upTo).filter(isKept),
          );
          db.close();
          log.close();
        },
      ),
      { numRuns: 6 },
    );
  });

  it('gives the same index in a thread of its own, and where that thread ends early', async () => {
    const paths = logPathsOf(temporaryDir());
    const log = openRandomLog(paths, diceOf(21));
    log.grow(2500);
    const expected = await filled(paths);
    const inThread: StartFiller = (range) =>
      startThread(
        workersFrom(LOG_WORKER),
        { role: 'filler', dataDir: paths.dataDir, ...range },
        {},
      );
    expect(await filled(paths, inThread)).toEqual(expected);
    let started = 0;
    const ends = (): Worker => new Worker('process.exit(1)', { eval: true });
    const ending: StartFiller = (range) => {
      started += 1;
      return startThread(ends, { role: 'filler', dataDir: paths.dataDir, ...range }, {});
    };
    expect(await filled(paths, ending)).toEqual(expected);
    expect(started).toBe(1);
    log.close();
  });
});
