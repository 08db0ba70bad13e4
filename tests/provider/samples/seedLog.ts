import { SALT_BYTES } from '#core/log/store/chain.ts';
import { createDatabase, putInPlace } from '#core/log/store/database.ts';
import { createEventStore } from '#core/log/store/eventStore.ts';
import { createProjection } from '#core/log/store/projection.ts';
import { createDice } from '#core/log/sample/dice.ts';
import { openSqlite } from '#core/sqlite/openSqlite.ts';

import { sampleEvents } from './sampleEvents.ts';
import { createSampleWriter } from './sampleWriter.ts';
import { seededMerchants } from './seededMerchants.ts';

type Seeding = {
  readonly rows: number;
  readonly seed: number;
  readonly untilMs: number;
};

const TWO_YEARS_MS = 730 * 86_400_000;
const EVENTS_PER_COMMIT = 200_000;
const CACHE_KIB = 1024 * 1024;

/**
 * A new log of `rows` requests. Made aside, without flushing, and put in place when it is whole: a seeding that was
 * interrupted leaves no log.
 */
export function seedLog(
  file: string,
  { rows, seed, untilMs }: Seeding,
  onProgress: (rows: number) => void,
): { readonly events: number } {
  const aside = `${file}.seeding`;
  createDatabase(aside);
  const db = openSqlite(aside, { fileMustExist: true });
  let count = 0;
  try {
    // No other process reads it meanwhile, and a crash costs nothing but the time.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    const fromMs = untilMs - TWO_YEARS_MS;
    const merchants = seededMerchants();
    const plan = { seed, rows, fromMs, toMs: untilMs, merchants, firstSeq: 1 };
    const events = createEventStore(db, createSeededSalts(seed), () => undefined);
    const writer = createSampleWriter({ events, projection: createProjection(db, events) });
    let requests = 0;
    db.exec('BEGIN');
    for (const sample of sampleEvents(plan)) {
      writer.write(sample);
      count += 1;
      if (sample.event.kind === 'prepared') requests += 1;
      if (count % EVENTS_PER_COMMIT !== 0) continue;
      writer.flush();
      db.exec('COMMIT');
      db.exec('BEGIN');
      onProgress(requests);
    }
    writer.flush();
    db.exec('COMMIT');
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
  putInPlace(aside, file);
  return { events: count };
}

/** The same seed gives the same file. The data is made up, so the salts need not be secret. */
function createSeededSalts(seed: number): () => Uint8Array {
  const dice = createDice(seed ^ 0x27d4_eb2f);
  return () => {
    const salt = new Uint8Array(SALT_BYTES);
    dice.fillBytes(salt);
    return salt;
  };
}
