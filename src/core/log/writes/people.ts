import { type Failure, failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { NewPeopleEvent, NewEvent } from '../store/events.ts';
import {
  type PeopleState,
  type StoredPerson,
  isLocked,
  peopleStateOf,
} from '../store/peopleRows.ts';
import { projectEvent } from '../store/projection.ts';
import { write } from '../call.ts';

/** A setting that was changed, by whom, and how. */
export type SettingChange = Extract<NewEvent, { kind: 'setting_changed' }>['body'];

/** People, their PINs, and the rules of the desk. */
export const peopleWrites = {
  /** On a full disk the reserve is used: the change itself is made already. */
  recordChange: write(
    ({ events }, at, change: SettingChange) => {
      events.append({ kind: 'setting_changed', body: change }, at);
      return ok(undefined);
    },
    {
      mayUseReserve: true,
    },
  ),
  /**
   * All of the events or none. Every rule that must hold for two pages at once is checked inside the transaction: names, the last
   * supervisor, and `pin_locked` for an attempt too many. On a full disk the reserve is used: the person who frees the disk must sign in first.
   */
  recordPeople: write(
    (store, at, events: readonly NewPeopleEvent[]) => {
      const before = peopleStateOf(store);
      const refused = refusalOf(before, events);
      if (refused !== null) return err(refused);
      for (const event of events) projectEvent(store.projection, store.events.append(event, at));
      return ok(peopleStateOf(store));
    },
    {
      mayUseReserve: true,
    },
  ),
};

/** Why these events may not be recorded after this state; null: they may. */
function refusalOf(state: PeopleState, events: readonly NewPeopleEvent[]): Failure | null {
  const isBeginning = events.some(({ kind }) => kind === 'supervisor_code');
  const adds = events.some(({ kind }) => kind === 'person_added');
  // The first person comes with the Supervisor code; later either of them comes alone.
  if (state.people.length === 0 ? !(isBeginning && adds) : isBeginning && adds) {
    return failure('people_not_possible');
  }
  for (const event of events) {
    const refused = refusedEvent(state, event);
    if (refused !== null) return refused;
  }
  return null;
}

function refusedEvent(state: PeopleState, event: NewPeopleEvent): Failure | null {
  switch (event.kind) {
    case 'person_added':
      if (state.people.length === 0 && event.body.role !== 'supervisor') {
        return failure('last_supervisor');
      }
      return refusedName(state, event.body.personId, event.body.name);
    case 'person_changed':
      return refusedChange(state, event.body);
    case 'people_rules':
      return event.body.rules.roles.supervisor.includes('people')
        ? null
        : failure('last_supervisor', 'supervisors keep the permission for people');
    case 'supervisor_code':
    case 'people_ended':
    case 'hand_over_text':
      return null;
    case 'handed_over': {
      const [from, to] = [event.body.operator.personId, event.body.to.personId];
      if (from === to) return failure('hand_over_same_person');
      const isInUse = (id: string | undefined): boolean =>
        state.people.some(({ personId, isArchived }) => personId === id && !isArchived);
      return isInUse(from) && isInUse(to) ? null : NOT_FOUND;
    }
    default: {
      const person = state.people.find(({ personId }) => personId === event.body.personId);
      // A person who was archived a moment ago is still signed out.
      if (event.kind === 'signed_out') return person === undefined ? NOT_FOUND : null;
      if (person === undefined || person.isArchived) return NOT_FOUND;
      return event.kind === 'pin_tried' && isLocked(person) ? failure('pin_locked') : null;
    }
  }
}

const NOT_FOUND = failure('person_not_found');

type Change = Extract<NewPeopleEvent, { kind: 'person_changed' }>['body'];

function refusedChange({ people }: PeopleState, change: Change): Failure | null {
  const before = people.find(({ personId }) => personId === change.personId);
  if (before === undefined) return NOT_FOUND;
  const { name = before.name, role = before.role, isArchived = before.isArchived } = change;
  const after: StoredPerson = { ...before, name, role, isArchived };
  const others = people.filter((person) => person !== before);
  if (![after, ...others].some((one) => !one.isArchived && one.role === 'supervisor')) {
    return failure('last_supervisor');
  }
  return after.isArchived ? null : refusedName({ people }, change.personId, after.name);
}

/** Two people with one name could not be told apart when they sign in. */
function refusedName(
  { people }: Pick<PeopleState, 'people'>,
  own: string,
  name: string,
): Failure | null {
  const isTaken = people.some(
    (one) => one.personId !== own && !one.isArchived && sameName(one.name) === sameName(name),
  );
  return isTaken ? failure('person_name_taken') : null;
}

function sameName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');
}
