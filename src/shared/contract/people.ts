import { z } from 'zod';

import {
  namedPersonSchema,
  newPinSchema,
  peopleRulesSchema,
  personIdSchema,
  personNameSchema,
  personSchema,
  sessionSchema,
  typedCodeSchema,
  typedPinSchema,
} from '../domain/people.ts';
import { roleSchema } from '../domain/permission.ts';
import { nothing } from './inputs.ts';

const ofPerson = z.strictObject({ personId: personIdSchema });
const people = z.array(personSchema).readonly();
/** The Supervisor code, this one time. It is in force once `people.confirmCode` has had it typed back. */
const shownCode = z.strictObject({ confirmId: z.uuid(), code: z.string() });

/** Who is at the desk, and who may do what. A desk without people lets every page do everything. */
export const PEOPLE_OPERATIONS = {
  /** Who is at this page. Asked again at every `people.changed`. */
  'people.session': { permission: 'anyone', input: nothing, output: sessionSchema },
  /**
   * `pin_wrong`: `detail` is the number of attempts left. `pin_wait`: not compared, `detail` is the number of seconds to wait.
   * `pin_locked`: a supervisor or the Supervisor code unlocks. `pin_unusable`: the keychain has lost what the PIN was hashed with.
   */
  'people.signIn': {
    permission: 'anyone',
    input: ofPerson.extend({ pin: typedPinSchema }),
    output: sessionSchema,
  },
  /** Also how a page is locked by hand: it knows its last person, and drafts stay. */
  'people.signOut': { permission: 'anyone', input: nothing, output: sessionSchema },
  /** The operator typed or moved the pointer: the idle time of this page begins anew. A few times a minute are enough. */
  'people.stillHere': { permission: 'signed_in', input: nothing, output: nothing },
  /** The first person, a supervisor. Nothing is recorded before `people.confirmCode`. */
  'people.begin': {
    permission: 'anyone',
    input: z.strictObject({ name: personNameSchema, pin: newPinSchema }),
    output: shownCode,
  },
  /** A new Supervisor code; the old one works until this one was typed back. */
  'people.newCode': { permission: 'people', input: nothing, output: shownCode },
  /** Only by the page that was shown it. The first person is then signed in at this page. */
  'people.confirmCode': {
    permission: 'anyone',
    input: z.strictObject({ confirmId: z.uuid(), code: typedCodeSchema }),
    output: sessionSchema,
  },
  /** Ends a lock with the Supervisor code, and gives the person a new PIN where one is named. Signs no person in. */
  'people.useCode': {
    permission: 'anyone',
    input: ofPerson.extend({ code: typedCodeSchema, pin: newPinSchema.nullable() }),
    output: sessionSchema,
  },
  /**
   * Ends the desk's people: from here on it works as one without them. The log keeps every name and every event. Refused like
   * `people.useCode` where the Supervisor code is wrong.
   */
  'people.end': {
    permission: 'people',
    input: z.strictObject({ code: typedCodeSchema }),
    output: sessionSchema,
  },
  'people.changeOwnPin': {
    permission: 'signed_in',
    input: z.strictObject({ pin: typedPinSchema, newPin: newPinSchema }),
    output: sessionSchema,
  },
  /** For filters: everyone who is or was a person of this desk, without anything else about them. */
  'people.names': {
    permission: 'signed_in',
    input: nothing,
    output: z.array(namedPersonSchema).readonly(),
  },
  /** In the order in which they were added, archived ones too. */
  'people.list': { permission: 'people', input: nothing, output: people },
  'people.add': {
    permission: 'people',
    input: z.strictObject({ name: personNameSchema, role: roleSchema, pin: newPinSchema }),
    output: people,
  },
  /** What is left out stays. An archived person is signed out everywhere, and their running batches pause. */
  'people.change': {
    permission: 'people',
    input: ofPerson.extend({
      name: personNameSchema.optional(),
      role: roleSchema.optional(),
      isArchived: z.boolean().optional(),
    }),
    output: people,
  },
  /** Also ends a lock. */
  'people.resetPin': {
    permission: 'people',
    input: ofPerson.extend({ pin: newPinSchema }),
    output: people,
  },
  /** The PIN stays as it is. */
  'people.unlock': { permission: 'people', input: ofPerson, output: people },
  'people.rules': { permission: 'signed_in', input: nothing, output: peopleRulesSchema },
  /** The supervisor keeps `people`, or no one could give it back. */
  'people.changeRules': {
    permission: 'people',
    input: peopleRulesSchema,
    output: peopleRulesSchema,
  },
} as const;
