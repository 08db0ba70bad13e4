import { z } from 'zod';

import { activityFactSchema } from '#shared/domain/activity.ts';
import { peopleRulesSchema, personIdSchema, personNameSchema } from '#shared/domain/people.ts';
import { roleSchema } from '#shared/domain/permission.ts';
import { operatorSchema } from '#shared/domain/request.ts';

import { event } from './retentionEvents.ts';

/** Bytes are written in hexadecimal. The cost stands beside the hash, so that a later one can be higher. */
export const pinHashSchema = z.strictObject({
  salt: z.string(),
  hash: z.string(),
  cost: z.strictObject({ N: z.int(), r: z.int(), p: z.int() }),
  /** Names the pepper without giving it away. */
  pepper: z.string(),
});
export type PinHash = Readonly<z.infer<typeof pinHashSchema>>;

/** 128 random bits need neither a slow hash nor a pepper, and must work on a machine whose keychain is lost. */
const codeHashSchema = z.strictObject({ salt: z.string(), hash: z.string() });
export type CodeHash = Readonly<z.infer<typeof codeHashSchema>>;

const ofPerson = { personId: personIdSchema };
const by = { operator: operatorSchema };
/** The Supervisor code stood in for a supervisor; `operator` has no person then. */
const byCode = z.literal(true).optional();

/** What events about people say. */
const PEOPLE_BODIES = {
  added: { ...ofPerson, ...by, name: personNameSchema, role: roleSchema, pin: pinHashSchema },
  /** What is left out stays as it was. */
  changed: {
    ...ofPerson,
    ...by,
    name: personNameSchema.optional(),
    role: roleSchema.optional(),
    isArchived: z.boolean().optional(),
  },
  /** `afterOwn`: the person typed the PIN before it, so that the attempt before this event was right. */
  pinSet: {
    ...ofPerson,
    ...by,
    pin: pinHashSchema,
    byCode,
    afterOwn: z.literal(true).optional(),
  },
  /** Written before the PIN is compared: without a `signed_in` or `pin_set` after it, it counts as a failure. */
  pinTried: ofPerson,
  unlocked: { ...ofPerson, ...by, byCode },
  signedIn: { ...ofPerson, ...by },
  signedOut: {
    ...ofPerson,
    ...by,
    because: z.enum(['asked', 'switched', 'idle', 'screen', 'archived']),
  },
  rules: { ...by, rules: peopleRulesSchema },
  code: { ...by, code: codeHashSchema },
  /** Written before the Supervisor code is compared. */
  codeTried: ofPerson,
  /** A supervisor ended the desk's people, with the Supervisor code. */
  ended: by,
  /** The person signed something for another desk of the team, or another person's key, after their PIN. */
  paperSigned: { ...ofPerson, ...by, purpose: z.string(), desk: z.string(), subject: z.string() },
  settingChanged: {
    ...by,
    what: z.string(),
    of: z.string().nullable(),
    changes: z.array(activityFactSchema).readonly(),
  },
};

export const PEOPLE_EVENTS = [
  event('person_added', PEOPLE_BODIES.added),
  event('person_changed', PEOPLE_BODIES.changed),
  event('person_unlocked', PEOPLE_BODIES.unlocked),
  event('pin_set', PEOPLE_BODIES.pinSet),
  event('pin_tried', PEOPLE_BODIES.pinTried),
  event('signed_in', PEOPLE_BODIES.signedIn),
  event('signed_out', PEOPLE_BODIES.signedOut),
  event('people_rules', PEOPLE_BODIES.rules),
  event('supervisor_code', PEOPLE_BODIES.code),
  event('code_tried', PEOPLE_BODIES.codeTried),
  event('people_ended', PEOPLE_BODIES.ended),
  event('paper_signed', PEOPLE_BODIES.paperSigned),
  /** A setting of the desk or of a merchant was changed. `what`: the operation. Neither secrets nor texts are in it. */
  event('setting_changed', PEOPLE_BODIES.settingChanged),
] as const;
