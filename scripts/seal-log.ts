import { statSync } from 'node:fs';

import { lookAtLog } from '../src/core/log/care/damage.ts';
import { openDatabase } from '../src/core/log/store/database.ts';
import { logPathsOf } from '../src/core/log/store/paths.ts';
import { createSealing } from '../src/core/log/store/sealing.ts';
import { createStore } from '../src/core/log/store/store.ts';
import { EXIT, runLogCommand } from './log/command.ts';

process.exitCode = await runLogCommand(
  { name: 'seal-log', usage: '', options: {}, run: seal },
  process.argv.slice(2),
);

/**
 * Seals at once what the desk would seal while it is idle, and gives the room back to the disk. The desk itself only fills
 * that room again: making the file smaller writes all of it anew, and no request can be recorded meanwhile.
 */
async function seal(dataDir: string): Promise<number> {
  const paths = logPathsOf(dataDir);
  const look = lookAtLog(paths);
  if (!look.ok || look.value === 'to_be_made') {
    const why = look.ok ? 'there is none' : `${look.error.damage}: ${look.error.detail}`;
    console.error(`The log in ${dataDir} cannot be sealed: ${why}`);
    return EXIT.notOk;
  }
  const before = statSync(paths.file).size;
  const store = createStore(openDatabase(paths.file));
  try {
    const sealing = createSealing(store);
    const now = new Date().toISOString();
    let blocks = 0;
    while (sealing.piece(now)) blocks += 1;
    store.db.exec('VACUUM');
    console.log(`sealed ${blocks} blocks, up to event ${store.events.sealed.lastSeq()}`);
  } finally {
    store.db.close();
  }
  console.log(`${before} bytes before, ${statSync(paths.file).size} after`);
  return EXIT.ok;
}
