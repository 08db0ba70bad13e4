import path from 'node:path';

import { openFinder } from '#core/search/finder.ts';
import { openTestLog } from '#core/testing/log.ts';

import { setup, teardown } from '../../tests/support/bundledPrograms.ts';
import type { Area, Figure, Tell } from '../figures.ts';
import { measureBackup } from './backingUp.ts';
import { measureExport } from './exporting.ts';
import { measureGap } from './gap.ts';
import { type Ground, prepareGround } from './ground.ts';
import { measureInsert } from './inserting.ts';
import { measureJump } from './jumping.ts';
import { buildPeers } from './peers.ts';
import { measureExact, measureSearch } from './searching.ts';
import { measureSize } from './sizing.ts';
import { measureStart } from './starting.ts';
import { measureSuggest } from './suggesting.ts';
import { measureVerify } from './verifying.ts';

/** What a log of a million rows costs whoever searches, scrolls, exports, verifies, starts and issues. */
export const logArea: Area = {
  notes: [
    "Search: both sides in one thread, without messages: the finder until it answers (the newest 50 rows and a count up to 1,000), the trigram table the same, optimised beforehand. What the answer takes through the finder's own thread stands beside it. Of each of 40 terms the median of three, in turns; p95 over the terms of a class.",
    'The LIKE scan looks at every row, counts all matches and reads the newest 50; what it takes when it stops at the cap stands beside it. grep counts the lines of the exported CSV; of two words it looks for one.',
    'Exact order id: searched for like anything else, until the finder answers: every row that has it anywhere. No id is asked for twice.',
    'Jump: a new search in that order and 50 rows in its middle; the orders themselves are there, as they are a few seconds after a start. OFFSET has an index on the key.',
    'Export: with formula guard, local and UTC times, masked nothing, hashed; sqlite3 dumps the same columns of the same table without any of that. Both into a file, neither flushed to the disk.',
    'Verify: every link of the chain against better-sqlite3 reading the same columns of the same rows. That every row is what its events give is checked besides, and said beside it.',
    'Size: 20,000 requests of two years with their callbacks and limits.',
    'Insert: W1 with its event, its row and all their indexes, flushed to the disk, against one row of one column, flushed as well. The search index is never in that commit.',
    'Backup: of a log that has a full copy, after 1,000 more requests, until the segment is verified and in its place. Restore: of that segment, from the call until the log is open again: copy, every page and link, the rows, the restore on record. Both in the threads that the desk has.',
    'The event-loop gap is an absolute promise; on a machine that is busy with other things it says more about those.',
  ],
  async run(dir, tell, options) {
    const ground = await prepareGround(dir, options, tell);
    const isAsked = (part: string): boolean => options.only?.includes(part) ?? true;
    await setup();
    const workerUrl = new URL(process.env['DESK_LOG_WORKER'] ?? '');
    const figures: Figure[] = [];
    try {
      const csv = path.join(dir, 'rows.csv');
      if (isAsked('export') || isAsked('find')) {
        tell('export…');
        const exported = await measureExport(dir, csv, ground, tell);
        if (isAsked('export')) figures.push(...exported);
      }
      if (isAsked('find')) {
        figures.unshift(...(await measureFinding(dir, { ground, csv, workerUrl }, tell)));
      }
      if (isAsked('verify')) {
        tell('verify…');
        figures.push(...measureVerify(ground, tell));
      }
      if (isAsked('size')) figures.push(...measureSize(dir, tell));
      if (isAsked('start')) {
        tell('start…');
        figures.push(...(await measureStart(dir, ground, workerUrl)));
      }
      if (isAsked('gap')) {
        tell('event-loop gap…');
        figures.push(...(await measureGap(dir, ground, workerUrl, tell)));
      }
      if (isAsked('insert')) {
        tell('insert…');
        figures.push(...measureInsert(dir, ground, tell));
      }
      // Last: it replaces the log.
      if (isAsked('backup')) {
        tell('backup…');
        figures.push(...(await measureBackup(dir, ground, workerUrl, tell)));
      }
      return figures;
    } finally {
      teardown();
    }
  },
};

type Finding = { readonly ground: Ground; readonly csv: string; readonly workerUrl: URL };

async function measureFinding(
  dir: string,
  { ground, csv, workerUrl }: Finding,
  tell: Tell,
): Promise<readonly Figure[]> {
  const peers = buildPeers(dir, ground, tell);
  const finder = openFinder(ground.paths, { readonly: true });
  const log = await openTestLog(ground.paths.dataDir, { workerUrl });
  try {
    await log.indexed();
    const on = { finder, log, peers, ground, csv };
    tell('search…');
    const searched = await measureSearch(on, tell);
    const exact = measureExact(on);
    tell('suggest…');
    const suggested = await measureSuggest(finder, log, tell);
    tell('jump…');
    return [...searched, ...exact, ...suggested, ...measureJump(finder, peers, ground, tell)];
  } finally {
    await log.close();
    finder.close();
    peers.close();
  }
}
