import { type Failure, failure } from '#shared/domain/failure.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { NewPeopleEvent } from '../store/events.ts';
import type { PeopleState } from '../store/peopleRows.ts';

export type NewShiftEvent = Extract<NewPeopleEvent, { kind: `shift_${string}` }>;

const NOT_POSSIBLE = failure('shift_not_possible');

/** Why this event may not be recorded after this state; null: it may. Two pages cannot both pass it. */
export function refusedShift(
  { people, shifts }: PeopleState,
  event: NewShiftEvent,
): Failure | null {
  const { shiftId, operator } = event.body;
  const person = people.find(({ personId }) => personId === operator.personId);
  if (person === undefined || person.isArchived) return failure('person_not_found');
  const ownOpen = shifts.open.find((one) => one.person.personId === person.personId);
  switch (event.kind) {
    case 'shift_opened':
      return ownOpen === undefined ? null : NOT_POSSIBLE;
    case 'shift_closed':
      return shifts.open.some((one) => one.shiftId === shiftId) ? null : NOT_POSSIBLE;
    case 'shift_accepted': {
      const waiting = shifts.waiting.find((one) => one.shiftId === shiftId);
      if (waiting === undefined) return NOT_POSSIBLE;
      if (waiting.person.personId === person.personId) return failure('shift_same_person');
      const { intoShiftId } = event.body;
      return (ownOpen?.shiftId ?? intoShiftId) === intoShiftId ? null : NOT_POSSIBLE;
    }
    default:
      return assertNever(event);
  }
}
