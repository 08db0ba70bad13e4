import { CHAIN_START } from './chain.ts';
import { openForReading } from './database.ts';
import { createEventStore } from './eventStore.ts';

/** Hexadecimal; null: this log has no such event. Reads beside a desk that has the log open. */
export function hashInLog(file: string, seq: number): string | null {
  const db = openForReading(file);
  try {
    // Before the first event every log begins the same way.
    const hash = seq === 0 ? CHAIN_START : createEventStore(db).hashAt(seq);
    return hash === null ? null : Buffer.from(hash).toString('hex');
  } finally {
    db.close();
  }
}
