import { checkChain } from '../src/core/log/store/chain.ts';
import { lookAtLog } from '../src/core/log/care/damage.ts';
import { openDatabase } from '../src/core/log/store/database.ts';
import { removeIndex } from '../src/core/search/schema.ts';
import { logPathsOf } from '../src/core/log/store/paths.ts';
import { rebuildProjection } from '../src/core/log/store/projection.ts';
import { createStore } from '../src/core/log/store/store.ts';
import { EXIT, runLogCommand } from './log/command.ts';

process.exitCode = await runLogCommand(
  { name: 'rebuild-log', usage: '', options: {}, run: rebuild },
  process.argv.slice(2),
);

/** Makes every request row anew from the events, all or nothing. */
async function rebuild(dataDir: string): Promise<number> {
  const paths = logPathsOf(dataDir);
  const look = lookAtLog(paths);
  if (!look.ok || look.value === 'to_be_made') {
    const why = look.ok ? 'there is none' : `${look.error.damage}: ${look.error.detail}`;
    console.error(`The log in ${dataDir} cannot be rebuilt: ${why}`);
    return EXIT.notOk;
  }
  const db = openDatabase(paths.file);
  try {
    const broken = checkChain(createStore(db).events.links());
    if (broken !== null) {
      console.error(`Nothing was rebuilt: the chain does not hold at event ${broken.seq}.`);
      return EXIT.notOk;
    }
    const events = db.transaction(() => rebuildProjection(db)).immediate();
    // Derived from the rows, which it cannot tell from those before: the next start makes it anew.
    removeIndex(paths.index);
    const requests = db.prepare('SELECT count(*) FROM request').pluck().get();
    console.log(`rebuilt ${String(requests)} requests from ${events} events`);
    return EXIT.ok;
  } finally {
    db.close();
  }
}
