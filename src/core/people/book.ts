import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Failure } from '#shared/domain/failure.ts';
import type { Result } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import { writeJsonFile } from '../files/jsonFile.ts';
import type { NewPeopleEvent } from '../log/store/events.ts';
import type { PeopleState, StoredPerson } from '../log/store/peopleRows.ts';
import type { CorePorts } from '../ports.ts';
import type { LogPort } from '../log/openLog.ts';

export type BookDeps = Pick<CorePorts, 'dataDir'> & {
  readonly log: Pick<LogPort, 'people' | 'recordPeople'>;
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly onBug: (error: unknown) => void;
};

export type Book = {
  /** As the log has them; null: the log has not been readable since the start. */
  readonly state: () => PeopleState | null;
  /** Where the log cannot be read, the mark says whether it has people: breaking the log must not open the desk. */
  readonly hasPeople: () => boolean;
  /** People in use. */
  readonly find: (personId: string | null) => StoredPerson | null;
  readonly load: () => Promise<void>;
  /** Once the newest `load` is done. */
  readonly loaded: () => Promise<void>;
  readonly record: (events: readonly NewPeopleEvent[]) => Promise<Result<PeopleState, Failure>>;
};

/** The state as last read or written. This process holds the data directory, so that no other one changes it. */
export function createBook({ dataDir, log, events, onBug }: BookDeps): Book {
  const marker = join(dataDir, 'people.json');
  let state: PeopleState | null = null;
  let loading: Promise<void> = Promise.resolve();

  function take(known: PeopleState): void {
    const before = state;
    state = known;
    const isFirst = before === null && known.people.length === 0;
    if (isFirst || isDeepStrictEqual(before, known)) return;
    events.emit({ name: 'people.changed' });
  }
  /** Best effort: the log is what counts, the mark only stands in for it. */
  function keepMark(): void {
    try {
      mark(marker, (state?.people.length ?? 0) > 0);
    } catch (error) {
      onBug(error);
    }
  }
  async function read(): Promise<void> {
    try {
      const known = await log.people();
      // A log that breaks while the desk runs leaves its people in force.
      if (known === null) return;
      take(known);
      keepMark();
    } catch (error) {
      onBug(error);
    }
  }
  return {
    state: () => state,
    hasPeople: () => (state === null ? existsSync(marker) : state.people.length > 0),
    find: (personId) =>
      state?.people.find((one) => one.personId === personId && !one.isArchived) ?? null,
    load() {
      loading = loading.then(read);
      return loading;
    },
    loaded: () => loading,
    async record(written) {
      const recorded = await log.recordPeople(written);
      if (recorded.ok) {
        take(recorded.value);
        keepMark();
      }
      return recorded;
    },
  };
}

function mark(marker: string, hasPeople: boolean): void {
  if (existsSync(marker) === hasPeople) return;
  if (hasPeople) writeJsonFile(marker, { version: 1, note: 'The log of this desk has people.' });
  else rmSync(marker, { force: true });
}
