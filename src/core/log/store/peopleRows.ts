import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  DEFAULT_RULES,
  FAILURES_BEFORE_LOCK,
  type PeopleRules,
  personIdSchema,
  personNameSchema,
} from '#shared/domain/people.ts';
import { roleSchema } from '#shared/domain/permission.ts';
import { timestampSchema } from '#shared/domain/ids.ts';
import { assertNever } from '#shared/domain/result.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { EventOf, LogEvent } from './events.ts';
import { type CodeHash, pinHashSchema } from './peopleEvents.ts';
import type { Store } from './store.ts';

const storedPersonSchema = z.strictObject({
  personId: personIdSchema,
  name: personNameSchema,
  role: roleSchema,
  isArchived: z.boolean(),
  addedAt: timestampSchema,
  pin: pinHashSchema,
  hasGivenPin: z.boolean(),
  /** Attempts since the last one that was right. */
  failures: z.int().nonnegative(),
});
/** A person as their events give them. */
export type StoredPerson = Readonly<z.infer<typeof storedPersonSchema>>;

export type PeopleState = {
  /** In the order in which they were added. */
  readonly people: readonly StoredPerson[];
  readonly rules: PeopleRules;
  readonly code: CodeHash | null;
};

const PERSON_KINDS = [
  'approval_given',
  'paper_signed',
  'people_ended',
  'person_added',
  'person_changed',
  'person_unlocked',
  'pin_set',
  'pin_tried',
  'signed_in',
] as const;
export type PersonEvent = EventOf<(typeof PERSON_KINDS)[number]>;
type OnePersonEvent = Exclude<PersonEvent, EventOf<'people_ended'>>;

export function isPersonEvent(event: LogEvent): event is PersonEvent {
  return PERSON_KINDS.some((kind) => kind === event.kind);
}

export function isLocked({ failures }: StoredPerson): boolean {
  return failures >= FAILURES_BEFORE_LOCK;
}

/** The person after this event. Every event but the first needs the person before it. */
function applyPersonEvent(before: StoredPerson | null, event: OnePersonEvent): StoredPerson {
  if (event.kind === 'person_added') {
    const { operator, ...said } = event.body;
    const hasGivenPin = operator.personId !== undefined;
    return { ...said, isArchived: false, addedAt: event.at, hasGivenPin, failures: 0 };
  }
  if (before === null) throw new Error(`Event ${event.seq} is about a person who was not added.`);
  switch (event.kind) {
    case 'person_changed': {
      const { name = before.name, role = before.role } = event.body;
      const { isArchived = before.isArchived } = event.body;
      return { ...before, name, role, isArchived };
    }
    case 'pin_set': {
      const { pin, operator } = event.body;
      const hasGivenPin = operator.personId !== undefined && operator.personId !== before.personId;
      return { ...before, pin, hasGivenPin, failures: 0 };
    }
    case 'pin_tried':
      return { ...before, failures: before.failures + 1 };
    // A right PIN, whatever it was typed for.
    case 'approval_given':
    case 'paper_signed':
    case 'person_unlocked':
    case 'signed_in':
      return { ...before, failures: 0 };
    default:
      return assertNever(event);
  }
}

const SQL = {
  find: 'SELECT record FROM person WHERE person_id = ?',
  all: 'SELECT record FROM person ORDER BY first_seq',
  put: `
    INSERT INTO person (person_id, first_seq, seq, record) VALUES (:personId, :seq, :seq, :record)
    ON CONFLICT (person_id) DO UPDATE SET seq = excluded.seq, record = excluded.record`,
  clear: 'DELETE FROM person',
} as const;

/** One row per person. Sign-ins are many and people few, so the newest state of each is kept. */
export function createPeopleRows(db: Database) {
  const of = createStatements(db);
  const find = (personId: string): StoredPerson | null => {
    const record = of(SQL.find).pluck().get(personId);
    return record === undefined ? null : readRecord(record);
  };
  return {
    find,
    put(event: PersonEvent): void {
      if (event.kind === 'people_ended') {
        of(SQL.clear).run();
        return;
      }
      const { personId } = event.body;
      const record = JSON.stringify(applyPersonEvent(find(personId), event));
      of(SQL.put).run({ personId, seq: event.seq, record });
    },
    clear: () => void of(SQL.clear).run(),
    all: (): readonly StoredPerson[] => of(SQL.all).pluck().all().map(readRecord),
  };
}

function readRecord(record: unknown): StoredPerson {
  return storedPersonSchema.parse(JSON.parse(z.string().parse(record)));
}

export function peopleStateOf({
  events,
  projection,
}: Pick<Store, 'events' | 'projection'>): PeopleState {
  // People who are set up once more begin with the rules of a new desk.
  const endedSeq = events.newest('people_ended')?.seq ?? 0;
  const rules = events.newest('people_rules');
  const code = events.newest('supervisor_code');
  return {
    people: projection.people.all(),
    rules: rules !== null && rules.seq > endedSeq ? rules.body.rules : DEFAULT_RULES,
    code: code !== null && code.seq > endedSeq ? code.body.code : null,
  };
}
