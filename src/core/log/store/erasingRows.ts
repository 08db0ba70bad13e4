import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { ErasingEvent, LogEvent } from './events.ts';
import type { EventStore } from './eventStore.ts';

const SQL = {
  put: 'INSERT INTO erasure (seq) VALUES (?)',
  last: 'SELECT max(seq) FROM erasure',
  count: 'SELECT count(*) FROM erasure WHERE seq <= ?',
  toErase: 'INSERT OR IGNORE INTO to_erase (seq) VALUES (?)',
  isPending: 'SELECT 1 FROM to_erase WHERE seq = ?',
  pending: 'SELECT seq FROM to_erase ORDER BY seq',
  rows: 'INSERT INTO erased_rows (kind, id, seq) VALUES (?, ?, ?)',
  rowsSince: `
    SELECT EXISTS (SELECT 1 FROM erased_rows e JOIN batch_row b ON e.kind = 'batch' AND b.batch_id = e.id WHERE b.seq > :after)
      OR EXISTS (SELECT 1 FROM erased_rows e JOIN statement_row s ON e.kind = 'statement' AND s.statement_id = e.id WHERE s.seq > :after)`,
  rowsOf: 'SELECT seq FROM erased_rows WHERE kind = ? AND id = ?',
  anyPending: `
    SELECT EXISTS (SELECT 1 FROM to_erase) OR EXISTS (SELECT 1 FROM erased_rows WHERE is_pending = 1)`,
  // What these tables hold are digests without a salt.
  dropCallback: 'DELETE FROM callback WHERE seq = ?',
  dropWaiting: 'DELETE FROM callback_waiting WHERE seq = ?',
  dropSigned: 'DELETE FROM signed_text WHERE seq = ?',
  // It has the customer's name.
  dropNote: 'DELETE FROM customer_event WHERE seq = ?',
  putPicture: 'INSERT OR IGNORE INTO erased_picture (sha256) VALUES (?)',
  keepPicture: 'DELETE FROM erased_picture WHERE sha256 = ?',
  pictures: 'SELECT sha256 FROM erased_picture',
  clear: 'DELETE FROM erasure',
  clearPictures: 'DELETE FROM erased_picture',
  cleanedFor: "SELECT value FROM erasing_state WHERE key = 'cleaned_for'",
  cleaned: "INSERT OR REPLACE INTO erasing_state (key, value) VALUES ('cleaned_for', ?)",
  clearState: 'DELETE FROM erasing_state',
  clearPending: 'DELETE FROM to_erase',
  clearRows: 'DELETE FROM erased_rows',
} as const;
const seqSchema = z.int().nullish();

export type ErasedRowsKind = 'batch' | 'statement';

/** What was erased, and what is still to be. The tables of `erasing`. */
export function createErasingRows(db: Database, events: Pick<EventStore, 'isErased'>) {
  const of = createStatements(db);
  return {
    put(event: ErasingEvent): void {
      of(SQL.put).run(event.seq);
      if (event.kind === 'rows_erased') {
        of(SQL.rows).run(event.body.of, event.body.id, event.seq);
        return;
      }
      const pictures = event.kind === 'requisites_erased' ? event.body.pictures : [];
      for (const sha256 of pictures) of(SQL.putPicture).run(sha256);
      for (const seq of event.body.events) {
        for (const sql of [SQL.dropCallback, SQL.dropWaiting, SQL.dropSigned, SQL.dropNote]) {
          of(sql).run(seq);
        }
        if (!events.isErased(seq)) of(SQL.toErase).run(seq);
      }
    },
    /** The same picture came again. */
    keepPicture: (sha256: string) => void of(SQL.keepPicture).run(sha256),
    /** Their files are not to be there. */
    pictures: (): readonly string[] => z.array(z.string()).parse(of(SQL.pictures).pluck().all()),
    /** The newest event that erases; 0 where there is none. */
    lastSeq: (): number => seqSchema.parse(of(SQL.last).pluck().get()) ?? 0,
    /** Events that erase, up to this one. */
    count: (upToSeq: number): number => Number(of(SQL.count).pluck().get(upToSeq)),
    /** Its body is named by an event that erases, and still there. */
    isPending: (seq: number): boolean => of(SQL.isPending).get(seq) !== undefined,
    pending: (): ReadonlySet<number> =>
      new Set(z.array(z.int()).parse(of(SQL.pending).pluck().all())),
    /** Rows of plans and statements that came after this event are erased, or are about to be. */
    hasRowsSince: (after: number): boolean => of(SQL.rowsSince).pluck().get({ after }) === 1,
    hasPending: (): boolean => of(SQL.anyPending).pluck().get() === 1,
    /** The event that erases the rows of this plan or statement; null where there is none. */
    rowsErasedBy: (kind: ErasedRowsKind, id: string): number | null =>
      seqSchema.parse(of(SQL.rowsOf).pluck().get(kind, id)) ?? null,
    /** The setting of retention since which the file has no trace of what was deleted; 0: of none. */
    cleanedFor: (): number => seqSchema.parse(of(SQL.cleanedFor).pluck().get()) ?? 0,
    noteCleaned: (setBy: number) => void of(SQL.cleaned).run(setBy),
    /** Rows were rewritten by a connection that does not overwrite what it deletes: the file is to be cleaned again. */
    forgetCleaning: () => void of(SQL.clearState).run(),
    clear(): void {
      of(SQL.clearState).run();
      for (const sql of [SQL.clear, SQL.clearPending, SQL.clearRows, SQL.clearPictures]) {
        of(sql).run();
      }
    },
  };
}

export function isErasingEvent(event: LogEvent): event is ErasingEvent {
  return isErasingKind(event.kind);
}

export function isErasingKind(kind: string): boolean {
  return ['requisites_erased', 'callbacks_erased', 'texts_erased', 'rows_erased'].includes(kind);
}
