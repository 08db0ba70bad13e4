import { z } from 'zod';

import { profileIdSchema, timestampSchema } from './ids.ts';
import { DEFAULT_ROLES, permissionSchema, roleSchema, roleTableSchema } from './permission.ts';

export const personIdSchema = z.uuid();
export const personNameSchema = z.string().trim().min(1).max(60);
/** A person as they were called when it was written, or as they are called now. */
export const namedPersonSchema = z.strictObject({
  personId: personIdSchema,
  name: personNameSchema,
});
export type NamedPerson = z.infer<typeof namedPersonSchema>;

export const MIN_PIN = 6;
const MAX_PIN = 128;
/** A PIN of digits or a passphrase, as it is chosen. */
export const newPinSchema = z.string().min(MIN_PIN).max(MAX_PIN);
/** As it is typed to sign in: what is too short is only wrong. */
export const typedPinSchema = z.string().min(1).max(MAX_PIN);
/** As it is typed back or used: with or without its dashes, in either case of letters. */
export const typedCodeSchema = z.string().max(100);

/** From this failure on, the next attempt waits. */
export const FAILURES_BEFORE_DELAY = 3;
export const PIN_DELAY_MS = 30_000;
/** With this failure the person is locked; a supervisor or the Supervisor code ends the lock, never time. */
export const FAILURES_BEFORE_LOCK = 5;

/**
 * Digits that a colleague tries first: one digit repeated, or a run up or down. A passphrase is taken as it is, since its length is
 * what protects it.
 */
export function isGuessable(pin: string): boolean {
  if (!/^\d+$/u.test(pin)) return new Set(pin).size < 3;
  const digits = Array.from(pin, Number);
  const steps = new Set(digits.slice(1).map((digit, at) => (10 + digit - (digits[at] ?? 0)) % 10));
  const [step = 0] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}

/** What a supervisor decides for the desk; an event of the log. */
export const peopleRulesSchema = z.strictObject({
  roles: roleTableSchema,
  /** A page without an operator's activity is signed out after this many minutes. Null: only by hand and with the screen. */
  idleMinutes: z.int().min(1).max(240).nullable(),
});
export type PeopleRules = z.infer<typeof peopleRulesSchema>;
export const DEFAULT_RULES: PeopleRules = { roles: DEFAULT_ROLES, idleMinutes: null };

/** A person as Settings → People shows them. */
export const personSchema = z.strictObject({
  personId: personIdSchema,
  name: personNameSchema,
  role: roleSchema,
  isArchived: z.boolean(),
  isLocked: z.boolean(),
  /** The PIN was chosen by another person and should be changed at the next sign-in. */
  hasGivenPin: z.boolean(),
  addedAt: timestampSchema,
});
export type Person = z.infer<typeof personSchema>;

/** Who is at the page that asks. */
export const sessionSchema = z.strictObject({
  /** False: the desk works as one without people, and asks for nothing. */
  hasPeople: z.boolean(),
  person: personSchema.nullable(),
  /** What this page may do; everything without people, nothing signed out. */
  permissions: z.array(permissionSchema).readonly(),
  /** Signed out: the person who was here last, whose draft the page covers. */
  lastPersonId: personIdSchema.nullable(),
  /** People who can sign in, by name. */
  choices: z
    .array(
      z.strictObject({ personId: personIdSchema, name: personNameSchema, isLocked: z.boolean() }),
    )
    .readonly(),
  idleMinutes: peopleRulesSchema.shape.idleMinutes,
  /** Of the profile that this person chose last, with which the page opens. Null: signed out. */
  profileId: profileIdSchema.nullable(),
});
export type Session = z.infer<typeof sessionSchema>;
