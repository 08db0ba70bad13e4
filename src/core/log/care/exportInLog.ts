import { CHAIN_START, toHex } from '../store/chain.ts';
import { openForReading } from '../store/database.ts';
import type { EventOf } from '../store/events.ts';
import { createEventStore } from '../store/eventStore.ts';

export type ExportInLog = {
  /** Of the event that was the newest then, hexadecimal; null: this log has no such event. */
  readonly hash: string | null;
  /** What the log says of files of this digest, exported from it after that. */
  readonly recorded: readonly EventOf<'exported'>['body'][];
};

/** What a log says of an exported file. Reads beside a desk that has the log open. */
export function exportInLog(logFile: string, seq: number, sha256: string): ExportInLog {
  const db = openForReading(logFile);
  try {
    // Before the first event every log begins the same way.
    const events = createEventStore(db);
    const hash = seq === 0 ? toHex(CHAIN_START) : events.hashAt(seq);
    const exported = events.aboutLog(['exported'], seq).map((one) => events.bySeq(one));
    const recorded = exported.flatMap((event) =>
      event?.kind === 'exported' && event.body.sha256 === sha256 ? event.body : [],
    );
    return { hash, recorded };
  } finally {
    db.close();
  }
}
