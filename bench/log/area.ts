import { openFinder } from '#core/log/find/finder.ts';
import { openTestLog } from '#core/testing/log.ts';

import { setup, teardown } from '../../tests/support/bundledLogWorker.ts';
import type { Area, Figure, Tell } from '../figures.ts';
import { measureExport } from './exporting.ts';
import { measureGap } from './gap.ts';
import { prepareGround } from './ground.ts';
import { measureInsert } from './inserting.ts';
import { measureJump } from './jumping.ts';
import { buildPeers } from './peers.ts';
import { type Searching, measureExact, measureSearch } from './searching.ts';
import { measureStart } from './starting.ts';
import { measureVerify } from './verifying.ts';

/** What a log of a million rows costs whoever searches, scrolls, exports, verifies, starts and issues. */
export const logArea: Area = {
  notes: [
    "Search: both sides in one thread, without messages: the finder until it answers (the newest 50 rows and a count up to 1,000), the trigram table the same, optimised beforehand. What the answer takes through the finder's own thread stands beside it. Of each term the median of three, in turns; p95 over the terms of a class.",
    'The LIKE scan looks at every row, counts all matches and reads the newest 50; what it takes when it stops at the cap stands beside it. grep counts the lines of the exported CSV; of two words it looks for one.',
    'Exact order id: looked up by the finder, without the message to its thread.',
    'Jump: a new search in that order and 50 rows in its middle; the orders themselves are there, as they are a few seconds after a start. OFFSET has an index on the key.',
    'Export: with formula guard, local and UTC times, masked nothing, hashed; sqlite3 dumps the same columns of the same table without any of that. Both into a file, neither flushed to the disk.',
    'Verify: every link of the chain against better-sqlite3 reading the same columns of the same rows. That every row is what its events give is checked besides, and said beside it.',
    'Insert: W1 with its event, its row and all their indexes, flushed to the disk, against one row of one column, flushed as well. The search index is never in that commit.',
    'The event-loop gap is an absolute promise; on a machine that is busy with other things it says more about those.',
  ],
  async run(dir, tell, options) {
    const ground = prepareGround(dir, options, tell);
    await setup();
    const workerUrl = new URL(process.env['DESK_LOG_WORKER'] ?? '');
    try {
      tell('verify…');
      const verify = measureVerify(ground, tell);
      tell('export…');
      const { figures: exported, csv } = await measureExport(dir, ground, tell);
      tell('start…');
      const start = await measureStart(dir, ground, workerUrl);
      const peers = buildPeers(dir, ground, tell);
      const figures: Figure[] = [];
      const log = await openTestLog(ground.paths.dataDir, { workerUrl });
      try {
        await log.indexed();
        figures.push(...(await measureFinding({ log, peers, ground, csv }, tell)));
        figures.push(...exported, ...verify, ...start);
        tell('event-loop gap…');
        figures.push(...(await measureGap(dir, ground, { log, workerUrl }, tell)));
      } finally {
        peers.close();
        await log.close();
      }
      tell('insert…');
      return [...figures, ...measureInsert(dir, ground, tell)];
    } finally {
      teardown();
    }
  },
};

async function measureFinding(
  on: Omit<Searching, 'finder'>,
  tell: Tell,
): Promise<readonly Figure[]> {
  const finder = openFinder(on.ground.paths, { readonly: true });
  try {
    for (const _ of finder.prepare());
    tell('search…');
    const searched = await measureSearch({ ...on, finder }, tell);
    const exact = measureExact({ ...on, finder });
    tell('jump…');
    return [...searched, ...exact, ...measureJump(finder, on.peers, on.ground, tell)];
  } finally {
    finder.close();
  }
}
