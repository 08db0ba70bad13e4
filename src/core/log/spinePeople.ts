import type { Activity, ActivityFilter } from '#shared/domain/activity.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { NamedPerson } from '#shared/domain/people.ts';
import type { Result } from '#shared/domain/result.ts';

import type { ActivityPlace, ActivityPlaces, NotRecorded, SettingChange } from './port.ts';
import { read, write } from './spineRows.ts';
import type { NewPeopleEvent } from './store/events.ts';
import type { PeopleState } from './store/peopleRows.ts';

/** The rows of spine.ts about people. */
export const PEOPLE_ROWS = {
  /** On a full disk the reserve is used: the change itself is made already. */
  recordChange: write<(change: SettingChange) => Result<void, NotRecorded>>({
    mayUseReserve: true,
  }),
  /** From the search index, newest first. */
  activityPlaces: read.onFinder<
    (filter: ActivityFilter, before: number | null, count: number) => ActivityPlaces
  >({ places: [], next: null, total: 0, index: { indexed: 0, total: 0 } }),
  /** In the order of `places`. An event whose body was erased has its kind and time alone. */
  activityAt: read.onReader<(places: readonly ActivityPlace[]) => readonly Activity[]>([]),
  /** Everyone who is or was a person of this desk, by the newest name, in the order in which they were added. */
  everyone: read.onReader<() => readonly NamedPerson[]>([]),
  /**
   * All of the events or none. Every rule that must hold for two pages at once is checked inside the transaction: names, the last
   * supervisor, and `pin_locked` for an attempt too many. On a full disk the reserve is used: the person who frees the disk must sign in first.
   */
  recordPeople: write<(events: readonly NewPeopleEvent[]) => Result<PeopleState, Failure>>({
    mayUseReserve: true,
  }),
  /** Null: the log cannot be read, so that it is not known whether there are people. */
  people: read.onWriter<() => PeopleState | null>(null),
};
