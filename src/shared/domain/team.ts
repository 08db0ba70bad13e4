import { z } from 'zod';

import { intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';

/**
 * What a profile does while the team's server cannot be asked. `own_numbers`: it sends orders whose id this desk made itself, with its
 * code in it, and which therefore no other desk has.
 */
export const OFFLINE_POLICIES = ['block', 'own_numbers', 'warn'] as const;
export type OfflinePolicy = (typeof OFFLINE_POLICIES)[number];

/** With which right an order was sent, in the event of W2. Not there: the desk has no team. */
export const sentClaimSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('claimed') }),
  z.strictObject({
    kind: z.literal('without'),
    policy: z.enum(['own_numbers', 'warn']),
    why: z.string(),
  }),
]);
export type SentClaim = z.infer<typeof sentClaimSchema>;

/** In the place of a desk's name and code, as holder of an order: an earlier request of the same desk has it. */
export const OWN_DESK = 'this desk';

/** That other desks of the team sent the order of a request, too. */
export const sentElsewhereSchema = z.strictObject({
  at: timestampSchema,
  /** As the administrator named them, in the order in which they were heard of. */
  desks: z.array(z.string()).readonly(),
  isDealtWith: z.literal(true).optional(),
});

/**
 * What the team gets of a profile's requests. `whole`: everything. `masked`: who, how much and what became of it, without requisites.
 * `proof`: order, outcome and the chain. Bodies and salts travel only with `whole`: a salt and a digest would reveal a masked card
 * number by guessing.
 */
export const SHARINGS = ['whole', 'masked', 'proof'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Why the team's server cannot be asked, or what it refused. */
export const TEAM_FAULTS = [
  'name_not_resolved',
  'unreachable',
  'timed_out',
  /** It offers no TLS. No password was sent. */
  'plain_text',
  'wrong_host_name',
  'certificate_expired',
  'certificate_not_trusted',
  'tls_failed',
  /** It asked for the password itself, or for nothing, where only SCRAM bound to this TLS connection is answered. */
  'not_scram',
  'login_refused',
  'login_closed',
  'no_database',
  'too_many_connections',
  'starting',
  /** Another desk keeps a lock for too long. */
  'busy',
  'lost',
  'refused',
  /** The login is that of no desk, or its invitation was used or withdrawn. */
  'not_invited',
] as const;

const teamFaultSchema = z.strictObject({
  code: z.enum(TEAM_FAULTS),
  /** The technical words, for the administrator. They hold no password. */
  detail: z.string(),
});
export type TeamFault = Readonly<z.infer<typeof teamFaultSchema>>;

const count = z.int().nonnegative();

/** Why events that only the server has are not in the log. */
const TAIL_KEPT = ['offline', 'not_whole', 'broken', 'in_use'] as const;

/**
 * What became of events that the team's server has and the log lacks. `not_whole`: not all of them are shared whole. `broken`: they do
 * not follow the log. `in_use`: another process works as this desk.
 */
export type TeamTail =
  | { readonly kind: 'none' | (typeof TAIL_KEPT)[number] }
  | { readonly kind: 'fetched'; readonly fromSeq: number; readonly toSeq: number };

/** How the desk's log stands with the team's server. */
const teamStandingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('starting') }),
  z.strictObject({ kind: z.literal('in_step') }),
  z.strictObject({ kind: z.literal('behind'), events: count }),
  z.strictObject({
    kind: z.literal('offline'),
    since: z.iso.datetime(),
    fault: teamFaultSchema,
  }),
  /** The server has events that this log lacks: it was restored from an older backup. */
  z.strictObject({
    kind: z.literal('server_ahead'),
    serverSeq: count,
    logSeq: count,
    /** Why the desk did not fetch them when it started. Left out: it was in step then. */
    kept: z.enum(TAIL_KEPT).optional(),
  }),
  /** The server takes nothing: `forked`, `frozen`, `revoked`, `refused`, … */
  z.strictObject({
    kind: z.literal('stopped'),
    why: z.string(),
    detail: z.string().nullable(),
  }),
]);
export type TeamStanding = z.infer<typeof teamStandingSchema>;

const teamProfileSchema = z.strictObject({
  profileId: profileIdSchema,
  sharing: z.enum(SHARINGS),
  offline: z.enum(OFFLINE_POLICIES),
});
export type TeamProfile = z.infer<typeof teamProfileSchema>;

export const teamStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('joined'),
    /** As the administrator named it. */
    desk: z.string(),
    /** In the order ids that this desk makes. Null: a reader, which issues nothing. */
    code: z.string().nullable(),
    host: z.string(),
    port: z.int(),
    database: z.string(),
    standing: teamStandingSchema,
    /** The server's clock minus this machine's. Null: not asked yet. */
    clockOffsetMs: z.int().nullable(),
    /** Orders that two desks have sent, as `team.conflicts` lists them. */
    conflicts: count,
    /** `unknown`: neither server nor keychain tells which order numbers this desk has used. Live waits for the server or a supervisor. */
    numbers: z.enum(['held', 'unknown']),
    /** Of every profile that is in use; those that were never set have the defaults. */
    profiles: z.array(teamProfileSchema).readonly(),
  }),
]);
export type TeamState = z.infer<typeof teamStateSchema>;

/** `invitation`: whether the text is one. `address`: name and TCP. `tls`, `login`, `desk`: as they say. */
export const TEAM_CHECK_STEPS = ['invitation', 'address', 'tls', 'login', 'desk'] as const;

export const teamCheckSchema = z.strictObject({
  /** What the invitation says, so that the operator can compare it; null: it cannot be read. */
  invitation: z
    .strictObject({
      desk: z.string(),
      code: z.string().nullable(),
      host: z.string(),
      port: z.int(),
      database: z.string(),
      until: z.iso.datetime(),
    })
    .nullable(),
  steps: z
    .array(
      z.strictObject({
        step: z.enum(TEAM_CHECK_STEPS),
        status: z.enum(['ok', 'failed', 'skipped']),
        /** Of a step that failed; `not_one`, `cut_off` and `expired` are of the invitation. */
        code: z.enum([...TEAM_FAULTS, 'not_one', 'cut_off', 'expired']).nullable(),
        detail: z.string().nullable(),
      }),
    )
    .readonly(),
});
export type TeamCheck = z.infer<typeof teamCheckSchema>;

/** A request of any desk, as its sharing lets the team see it. */
export const teamRequestSchema = z.strictObject({
  createdAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  desk: z.string(),
  deskCode: z.string().nullable(),
  isOwn: z.boolean(),
  intentId: intentIdSchema,
  merchant: z.string(),
  orderId: z.string(),
  customer: z.string().nullable(),
  cents: z.int().nullable(),
  currency: z.string().nullable(),
  outcome: z.string(),
  /** The provider's last word. */
  state: z.string().nullable(),
  /** Of an unknown that its desk has closed. `by` and `at` of null: not shared. */
  resolution: z
    .strictObject({
      /** `found`, `absent`, `reissued`, or a word of a newer version. */
      kind: z.string(),
      by: z.string().nullable(),
      at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Null: the row does not say; it is of another version, or not shared whole. */
  flow: z.enum(['create', 'build']).nullable(),
});
export type TeamRequest = z.infer<typeof teamRequestSchema>;

/** The last row of the page before. */
export const teamPlaceSchema = z.strictObject({
  createdAt: z.iso.datetime(),
  intentId: intentIdSchema,
});

export const teamDeskSchema = z.strictObject({
  deskId: z.uuid(),
  desk: z.string(),
  code: z.string().nullable(),
  state: z.string(),
  isOwn: z.boolean(),
  lastSeen: z.iso.datetime().nullable(),
});
export type TeamDesk = z.infer<typeof teamDeskSchema>;

export const teamConflictSchema = z.strictObject({
  merchant: z.string(),
  orderId: z.string(),
  heldBy: z.string(),
  sentBy: z.string(),
  /** This desk's request; null: it is of two other desks. */
  ownIntent: intentIdSchema.nullable(),
  recordedAt: z.iso.datetime(),
});
export type TeamConflict = z.infer<typeof teamConflictSchema>;
