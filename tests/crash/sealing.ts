import { setTimeout as wait } from 'node:timers/promises';

import { checkChain } from '../../src/core/log/store/chain.ts';
import { openForReading } from '../../src/core/log/store/database.ts';
import { logPathsOf } from '../../src/core/log/store/paths.ts';
import { createStore } from '../../src/core/log/store/store.ts';
import { seedLog } from '../provider/samples/seedLog.ts';
import type { WholeDeskOptions } from '../support/wholeDesk.ts';
import type { Problem } from './account.ts';
import type { PointRun } from './points.ts';
import type { StartVictim } from './victimProcess.ts';

const ROWS = 1500;
const KILLS = 8;
/** An idle desk seals a block every 200 ms. */
const LONGEST_REST_MS = 1000;
const TWO_DAYS_MS = 2 * 86_400_000;

/** A log of before sealing, whose desk is killed while it moves the events into blocks: none is lost, and it goes on. */
export async function runSealing(
  desk: WholeDeskOptions,
  startVictim: StartVictim,
  chance: () => number,
): Promise<PointRun> {
  const { file } = logPathsOf(desk.dataDir);
  const untilMs = Date.now() - TWO_DAYS_MS;
  const { events } = seedLog(file, { rows: ROWS, seed: 3, untilMs }, () => undefined);
  const problems: Problem[] = [];
  const task = { desk, known: ROWS };
  let sealed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = startVictim({ ...task, kind: 'rest' }, () => undefined);
    await victim.said('ready');
    await wait(chance() * LONGEST_REST_MS);
    victim.kill();
    await victim.ended;
    const now = standingOf(file);
    if (now.broken !== null || now.head < events || now.sealed < sealed) {
      problems.push({
        kind: 'lost',
        text: `while sealing: ${JSON.stringify(now)} after ${sealed}`,
      });
    }
    sealed = now.sealed;
  }
  if (sealed === 0) problems.push({ kind: 'lost', text: 'nothing was sealed' });
  const last = startVictim({ ...task, kind: 'look' }, () => undefined);
  const { verdict, detail } = await last.said('found');
  await last.ended;
  if (verdict !== 'holds') problems.push({ kind: 'lost', text: `sealed: ${verdict}, ${detail}` });
  console.log(`crash: while sealing, ${sealed} of ${events} events are in blocks`);
  return { kills: KILLS, problems };
}

function standingOf(file: string) {
  const db = openForReading(file);
  try {
    const { events } = createStore(db);
    const { seq: head } = events.head();
    return { broken: checkChain(events.links()), head, sealed: events.sealed.lastSeq() };
  } finally {
    db.close();
  }
}
