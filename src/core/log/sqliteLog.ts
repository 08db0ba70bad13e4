import type { Chance, Clock } from '../ports.ts';
import { openDatabase } from './database.ts';
import { createEventStore } from './eventStore.ts';
import { createLimitsRows } from './limitsRows.ts';
import { createOrderCounter } from './orderCounter.ts';
import type { LogPort } from './port.ts';
import { createLogReader } from './reader.ts';
import { createRequestRows } from './requestRows.ts';
import { createLogWriter } from './writer.ts';

/** The log on SQLite. */
export function openSqliteLog(file: string, clock: Clock, chance: Chance): LogPort {
  const db = openDatabase(file);
  const events = createEventStore(db, clock, chance);
  const rows = createRequestRows(db);
  const limits = createLimitsRows(db);
  return {
    ...createLogReader(events, rows, limits),
    ...createLogWriter({ db, events, rows, limits, counter: createOrderCounter(db) }),
    async close() {
      db.close();
    },
  };
}
