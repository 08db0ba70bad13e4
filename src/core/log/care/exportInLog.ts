import { z } from 'zod';

import { CHAIN_START, toHex } from '../store/chain.ts';
import { openForReading } from '../store/database.ts';
import { createEventStore } from '../store/eventStore.ts';

export type ExportInLog = {
  /** Of the event that was the newest then, hexadecimal; null: this log has no such event. */
  readonly hash: string | null;
  /** What the log says of files of this digest, exported from it after that. */
  readonly recorded: readonly RecordedExport[];
};
type RecordedExport = z.infer<typeof recordedSchema>;

const recordedSchema = z.object({
  sha256: z.string(),
  file: z.string(),
  rows: z.int(),
  requisites: z.string(),
  operator: z.object({ name: z.string() }),
});

/** What a log says of an exported file. Reads beside a desk that has the log open. */
export function exportInLog(logFile: string, seq: number, sha256: string): ExportInLog {
  const db = openForReading(logFile);
  try {
    // Before the first event every log begins the same way.
    const hash = seq === 0 ? toHex(CHAIN_START) : createEventStore(db).hashAt(seq);
    const bodies = db
      .prepare(`SELECT body FROM event WHERE intent_id IS NULL AND kind = 'exported' AND seq > ?`)
      .pluck()
      .all(seq);
    return {
      hash,
      recorded: bodies.map(read).filter((one) => one.sha256 === sha256),
    };
  } finally {
    db.close();
  }
}

function read(body: unknown): RecordedExport {
  return recordedSchema.parse(JSON.parse(z.string().parse(body)));
}
