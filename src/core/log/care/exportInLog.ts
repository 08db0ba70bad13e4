import { CHAIN_START, toHex } from '../store/chain.ts';
import { openForReading } from '../store/database.ts';
import type { EventOf } from '../store/events.ts';
import { createEventStore, readEvent } from '../store/eventStore.ts';

export type ExportInLog = {
  /** Of the event that was the newest then, hexadecimal; null: this log has no such event. */
  readonly hash: string | null;
  /** What the log says of files of this digest, exported from it after that. */
  readonly recorded: readonly EventOf<'exported'>['body'][];
};

const EXPORTED = `
  SELECT seq, at, kind, body FROM event WHERE intent_id IS NULL AND kind = 'exported' AND seq > ?`;

/** What a log says of an exported file. Reads beside a desk that has the log open. */
export function exportInLog(logFile: string, seq: number, sha256: string): ExportInLog {
  const db = openForReading(logFile);
  try {
    // Before the first event every log begins the same way.
    const hash = seq === 0 ? toHex(CHAIN_START) : createEventStore(db).hashAt(seq);
    const exported = db.prepare(EXPORTED).all(seq).map(readEvent);
    const recorded = exported.flatMap((event) =>
      event.kind === 'exported' && event.body.sha256 === sha256 ? event.body : [],
    );
    return { hash, recorded };
  } finally {
    db.close();
  }
}
