import type Database from 'better-sqlite3';

import type { WholeLink } from '../store/chain.ts';
import { switchedOnBy } from '../store/erasing.ts';
import { createErasingRows } from '../store/erasingRows.ts';
import { createEventStore } from '../store/eventStore.ts';
import { type BackupFile, type BackupLine, isCopy, readCopy } from './backupLine.ts';

/**
 * What erasing means for the backups. `stale`: files that have bodies which the log has erased; they are renewed once the log
 * itself is clean. `hasRows`: rows of plans or statements since the last backup are erased, and a segment could not carry them.
 */
export function erasedSince(source: Database.Database, line: BackupLine, since: BackupFile | null) {
  const erasing = createErasingRows(source, createEventStore(source));
  const upTo = erasing.lastSeq();
  const isPending = upTo > 0 && !isClean(source);
  const stale =
    upTo === 0
      ? []
      : line.files.filter(
          (file) =>
            file.last.seq < upTo ||
            !isInLog(source, file) ||
            (isCopy(file) && !readCopy(file.path, isClean)),
        );
  const isRenewed = stale.length > 0 && !isPending;
  const hasRows = upTo > 0 && since !== null && erasing.hasRowsSince(since.last.seq);
  return { stale, isPending, isRenewed, hasRows };
}

/** Nothing is left to erase, and the file was rewritten since retention was set: what was deleted before is in no page. */
function isClean(db: Database.Database): boolean {
  const events = createEventStore(db);
  const erasing = createErasingRows(db, events);
  return !erasing.hasPending() && erasing.cleanedFor() >= switchedOnBy({ events });
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
