import { z } from 'zod';

import { intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import type { Profile } from './profile.ts';

/** One past it is answered 413 and not read any further. */
export const MAX_CALLBACK_BYTES = 64 * 1024;

/** Exactly what came in. The path is left out: it is all that a sender needs. */
export const rawCallbackSchema = z.strictObject({
  method: z.enum(['POST', 'GET']),
  /** Without the question mark. */
  query: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])).readonly(),
  body: z.string(),
  /** Bytes that are not UTF-8 are kept as base64. */
  encoding: z.enum(['utf8', 'base64']),
});
export type RawCallback = z.infer<typeof rawCallbackSchema>;

const said = z.string().nullable();

/** `unclear`: it may be read either way. */
export const PAID_UNITS = ['major', 'minor', 'unclear'] as const;

/** What a callback can say, by the names of `CallbackReading`. */
export const CALLBACK_VALUES = [
  'id',
  'orderId',
  'merchant',
  'state',
  'amount',
  'currency',
  'time',
] as const;
export type CallbackValue = (typeof CALLBACK_VALUES)[number];

/** What could be read off it: the provider's own words, verbatim. Null: it does not say. */
export const callbackReadingSchema = z.strictObject({
  /** Null: in none of the formats. `problem` then says why. */
  format: z.enum(['json', 'form', 'query']).nullable(),
  problem: z.string().nullable(),
  id: said,
  orderId: said,
  merchant: said,
  state: said,
  amount: said,
  currency: said,
  /** What `amount` counts. Not there where nothing was said. */
  amountUnit: z.enum(PAID_UNITS).optional(),
  /** When the provider made the message, verbatim. Absent unless the format names its key. */
  time: z.string().optional(),
  /** The path at which each value stands. Not there where nothing was said. */
  paths: z.partialRecord(z.enum(CALLBACK_VALUES), z.string()).optional(),
  /**
   * Keys beside a valid signature that it does not cover: any sender can have added them. Missing where everything is
   * covered or nothing is signed.
   */
  notSigned: z.array(z.enum(CALLBACK_VALUES)).readonly().optional(),
});
export type CallbackReading = z.infer<typeof callbackReadingSchema>;

/** Whether the signature, where there is a true one, covers this value. */
export function isCovered({ notSigned = [] }: CallbackReading, value: CallbackValue): boolean {
  return !notSigned.includes(value);
}

/** The names by which it may choose its request: of a signed one those that are signed. */
export function namesIn(reading: CallbackReading): Pick<CallbackReading, 'id' | 'orderId'> {
  return {
    id: isCovered(reading, 'id') ? reading.id : null,
    orderId: isCovered(reading, 'orderId') ? reading.orderId : null,
  };
}

export const CALLBACK_VERDICTS = [
  'verified',
  /** The format has no signature: any sender who knows the address can have sent it. */
  'unverified',
  /** The format has one, but the secret could not be read: it changes nothing until it was checked. */
  'not_checked',
  'bad_signature',
] as const;
export type CallbackVerdict = (typeof CALLBACK_VERDICTS)[number];

export const MATCHED_BY = ['remote_id', 'order_id'] as const;
export const CONTRADICTIONS = [
  'merchant',
  'currency',
  'id',
  'order',
  /** A final state was heard before, this is another one, and no time says which is newer. */
  'final',
  /** By its own time it is older than what was heard last. */
  'older',
  /** The same signed text came before, and other values stand beside it now. */
  'replayed',
  /** The same signature has changed another request: one signed message settles one request. */
  'other_request',
] as const;
export type Contradiction = (typeof CONTRADICTIONS)[number];

/** The value that a contradiction is about; null: it is about the message as a whole. */
export const CONTRADICTED: Readonly<Record<Contradiction, CallbackValue | null>> = {
  merchant: 'merchant',
  currency: 'currency',
  id: 'id',
  order: 'orderId',
  final: 'state',
  older: 'time',
  replayed: null,
  other_request: null,
};
export const WHY_APART = ['unreadable', 'names_nothing', 'not_found', 'ambiguous'] as const;

/** How it was found to belong to a request, or why not. One that contradicts, or is badly signed, changes nothing. */
const callbackMatchSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    intentId: intentIdSchema,
    by: z.enum(MATCHED_BY),
    contradicts: z.enum(CONTRADICTIONS).nullable(),
    /** With a contradiction: what is known here instead of what it says. */
    known: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('apart'),
    why: z.enum(WHY_APART),
    /** With `not_found`: the one request whose order id differs only in its Unicode normalisation. */
    suggests: intentIdSchema.optional(),
  }),
]);
export type CallbackMatch = z.infer<typeof callbackMatchSchema>;

/** One callback as the Inbox shows it. `seq` is its event in the log, and its name. */
export const callbackSchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  profileId: profileIdSchema,
  reading: callbackReadingSchema,
  verdict: z.enum(CALLBACK_VERDICTS),
  match: callbackMatchSchema,
  /** An older one that was read again, by a provider format that was put right since. */
  replayOf: z.int().positive().nullable(),
  /** The newest of the readings that were made of this one since. Not there: it was not read again. */
  replayedAs: z.int().positive().optional(),
  /** Its request was paid with another amount than asked, and no decision about it is recorded. */
  isPaidUnsettled: z.boolean(),
  /** How often the very same came again, and when last. */
  repeats: z.int().nonnegative(),
  lastRepeatAt: timestampSchema.nullable(),
});
export type Callback = z.infer<typeof callbackSchema>;

/** What became of a callback. Only `applied` changed what a request was last heard of. */
export const CALLBACKS_TAKEN = [
  'applied',
  'contradicting',
  'bad_signature',
  'apart',
  /** Its signature is checked as soon as the secret can be read. */
  'waiting',
] as const;
export type CallbackTaken = (typeof CALLBACKS_TAKEN)[number];

export function takenOf({ match, verdict }: Pick<Callback, 'match' | 'verdict'>): CallbackTaken {
  return match.kind === 'apart' ? 'apart' : takenAs(verdict, match.contradicts);
}

/** Of one that is matched to a request. */
export function takenAs(
  verdict: string | null,
  contradicts: string | null,
): Exclude<CallbackTaken, 'apart'> {
  if (verdict === 'bad_signature') return 'bad_signature';
  if (verdict === 'not_checked') return 'waiting';
  return contradicts === null ? 'applied' : 'contradicting';
}

/** First arrivals by what became of them; `repeated`: the very same again, counted in none of the others. */
export const callbackCountsSchema = z.strictObject({
  applied: z.int().nonnegative(),
  contradicting: z.int().nonnegative(),
  bad_signature: z.int().nonnegative(),
  apart: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
  repeated: z.int().nonnegative(),
});
export type CallbackCounts = z.infer<typeof callbackCountsSchema>;

/** Which callbacks of the Inbox. Null: whatever it is. `to` is not in it any more. */
export const callbackFilterSchema = z.strictObject({
  profileId: profileIdSchema.nullable(),
  taken: z.enum(CALLBACKS_TAKEN).nullable(),
  from: timestampSchema.nullable(),
  to: timestampSchema.nullable(),
});
export type CallbackFilter = z.infer<typeof callbackFilterSchema>;
export const EVERY_CALLBACK: CallbackFilter = {
  profileId: null,
  taken: null,
  from: null,
  to: null,
};

/** What a request was last heard of, by the provider's own call. It changes no outcome. */
export const heardSchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  state: said,
  remoteId: said,
  amount: said,
  by: z.enum(MATCHED_BY),
  /** Whether the state is signed. */
  isVerified: z.boolean(),
  /** The message is signed, though its state is not: what else it says can be. */
  isSigned: z.literal(true).optional(),
  /** When the provider made the message, verbatim; absent where it does not say. */
  time: z.string().optional(),
  /** Read again later than it came: the event it came with. What came after that one is newer. */
  arrivedSeq: z.int().positive().optional(),
  /**
   * The callback that first said that it is paid, after the requisites ended; null: it was paid in time. Missing where no state
   * meant paid yet, or the profile does not say how long requisites hold.
   */
  lateSeq: z.int().positive().nullable().optional(),
});
export type Heard = z.infer<typeof heardSchema>;

/** The amount that the provider last called back with, verbatim. A later callback without one takes nothing back. */
export const paidSchema = z.strictObject({
  seq: z.int().positive(),
  at: timestampSchema,
  amount: z.string(),
  unit: z.enum(PAID_UNITS),
  isVerified: z.boolean(),
  /** As in `heard`. */
  arrivedSeq: z.int().positive().optional(),
});
export type Paid = z.infer<typeof paidSchema>;

/** https only: what a provider sends must not travel in the open. */
const publicUrlSchema = z
  .url({ protocol: /^https$/u })
  .max(2048)
  .refine((address) => !/[?#@]/u.test(address));

const listenHostSchema = z.union([z.ipv4(), z.ipv6()]);
/** Below 1024 a system wants an administrator. */
const portSchema = z.int().min(1024).max(65_535);

/** Where callbacks of one profile are received. Off by default, except for the embedded sandbox. */
export const listenerSettingsSchema = z.strictObject({
  enabled: z.boolean(),
  host: listenHostSchema,
  /** Null: one is chosen when it is first switched on, and kept. */
  port: portSchema.nullable(),
  /** What a provider reaches, where something leads from there to this machine. */
  publicUrl: publicUrlSchema.nullable(),
  /**
   * Live only: requests name the public address as their callback_url, which replaces the one in the merchant's account.
   * Means nothing without `publicUrl`. In Sandbox the address is always filled in.
   */
  fillsLiveForm: z.boolean(),
});
export type ListenerSettings = z.infer<typeof listenerSettingsSchema>;

export const DEFAULT_LISTENER: ListenerSettings = {
  enabled: false,
  host: '127.0.0.1',
  port: null,
  publicUrl: null,
  fillsLiveForm: false,
};

const LISTENER_PROBLEMS = [
  'port_taken',
  'address_not_here',
  'not_allowed',
  'cannot_listen',
] as const;

export const listenerStateSchema = z.strictObject({
  settings: listenerSettingsSchema,
  state: z.enum(['off', 'listening', 'failed']),
  problem: z.strictObject({ code: z.enum(LISTENER_PROBLEMS), detail: z.string() }).nullable(),
  /** With its random path. Null when it was never switched on. */
  address: z.string().nullable(),
  publicAddress: z.string().nullable(),
  /** The port it had before this start, where another program had taken it. */
  movedFrom: portSchema.nullable(),
});
export type ListenerState = z.infer<typeof listenerStateSchema>;

/** The callback address that the form and each row of a batch begin with: the profile's, else the desk's own. Null: neither. */
export function callbackUrlFor(
  { mode, defaultUrls }: Pick<Profile, 'mode' | 'defaultUrls'>,
  listener: ListenerState | undefined,
): string | null {
  return defaultUrls.callback ?? ownCallbackUrl(mode, listener);
}

/** What the addresses of a request begin with. */
export type FilledIn = Readonly<Record<'callback_url' | 'success_url' | 'reject_url', string>>;

/** `callback`: of `callbackUrlFor`. */
export function filledInBy(
  { defaultUrls }: Pick<Profile, 'defaultUrls'>,
  callback: string | null,
): FilledIn {
  return {
    callback_url: callback ?? '',
    success_url: defaultUrls.success ?? '',
    reject_url: defaultUrls.reject ?? '',
  };
}

/**
 * The address at which this desk receives callbacks, or null. In Live it replaces the address in the merchant's account, so that the profile has to
 * ask for it, and the provider has to reach it.
 */
export function ownCallbackUrl(
  mode: 'sandbox' | 'live',
  listener: ListenerState | undefined,
): string | null {
  if (listener?.state !== 'listening') return null;
  if (mode === 'sandbox') return listener.address;
  return listener.settings.fillsLiveForm ? listener.publicAddress : null;
}

/** Only this machine can reach it. */
export function isLoopbackHost(host: string): boolean {
  return host.startsWith('127.') || host === '::1';
}
