import type Database from 'better-sqlite3';

import type { WholeLink } from '../store/chain.ts';
import { createErasingRows } from '../store/erasingRows.ts';
import { createEventStore } from '../store/eventStore.ts';
import { type BackupFile, type BackupLine, isCopy, readCopy } from './backupLine.ts';

/**
 * What erasing means for the backups. `stale`: files that have bodies which the log has erased; they are renewed once nothing
 * is left to erase. `hasRows`: rows of plans or statements since the last backup are erased, and a segment could not carry them.
 */
export function erasedSince(source: Database.Database, line: BackupLine, since: BackupFile | null) {
  const erasing = createErasingRows(source, createEventStore(source));
  const upTo = erasing.lastSeq();
  const isPending = erasing.hasPending();
  const stale =
    upTo === 0
      ? []
      : line.files.filter(
          (file) => file.last.seq < upTo || !isInLog(source, file) || hasPending(file),
        );
  const isRenewed = stale.length > 0 && !isPending;
  const hasRows = upTo > 0 && since !== null && erasing.hasRowsSince(since.last.seq);
  return { stale, isPending, isRenewed, hasRows };
}

/** The first copy of all may be taken while bodies are being erased. */
function hasPending(file: BackupFile): boolean {
  if (!isCopy(file)) return false;
  return readCopy(file.path, (db) => createErasingRows(db, createEventStore(db)).hasPending());
}

/** False after a restore of an older backup: the log has gone on from another event. */
export function isInLog(source: Database.Database, { last }: BackupFile): boolean {
  return last.seq === 0 || createEventStore(source).hashAt(last.seq) === last.hash;
}

/** What an event has named is not written any more, although the log still has it. */
export function* withoutPending(
  source: Database.Database,
  links: Iterable<WholeLink>,
): Generator<WholeLink> {
  const pending = createErasingRows(source, createEventStore(source)).pending();
  for (const link of links) yield pending.has(link.seq) ? { ...link, salted: null } : link;
}
