import { z } from 'zod';

import { CHAIN_START } from './chain.ts';
import { openForReading } from './database.ts';
import { createEventStore } from './eventStore.ts';

export type ExportInLog = {
  /** Of the event that was the newest then, hexadecimal; null: this log has no such event. */
  readonly hash: string | null;
  /** A file of this digest was exported from this log after that. */
  readonly isRecorded: boolean;
};

/** What a log says of an exported file. Reads beside a desk that has the log open. */
export function exportInLog(logFile: string, seq: number, sha256: string): ExportInLog {
  const db = openForReading(logFile);
  try {
    // Before the first event every log begins the same way.
    const hash = seq === 0 ? CHAIN_START : createEventStore(db).hashAt(seq);
    const bodies = db
      .prepare(`SELECT body FROM event WHERE intent_id IS NULL AND kind = 'exported' AND seq > ?`)
      .pluck()
      .all(seq);
    return {
      hash: hash === null ? null : Buffer.from(hash).toString('hex'),
      isRecorded: bodies.some((body) => digestIn(body) === sha256),
    };
  } finally {
    db.close();
  }
}

function digestIn(body: unknown): string {
  const parsed: unknown = JSON.parse(z.string().parse(body));
  return z.object({ sha256: z.string() }).parse(parsed).sha256;
}
