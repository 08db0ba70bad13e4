import { z } from 'zod';

import { APPEND, type ToAppend, appendValues } from './appendCall.ts';
import { type Many, asking } from './asking.ts';
import type { TeamConnection } from './connect.ts';
import { signedCalls } from './signedCalls.ts';

const count = z.coerce.number().int();
const bytes = z.instanceof(Buffer);

const appendedSchema = z.object({
  /** `appended`, or why nothing was: `gap`, `forked`, `frozen`, `refused`, `other_stream`, `revoked`, `invited`, `not_of_team`. */
  outcome: z.string(),
  head_seq: count.nullable(),
  head_hash: bytes.nullable(),
  detail: z.string().nullable(),
});

const claimedSchema = z.object({
  /** `yours`, `held`, or why no claim was considered: `closed`, `waiting`, `frozen`, `revoked`, `reader`. */
  outcome: z.string(),
  holder_login: z.string().nullable(),
  holder_code: z.string().nullable(),
  holder_intent: z.string().nullable(),
  is_own: z.boolean().nullable(),
  since: z.date().nullable(),
});

const acceptedSchema = z.object({
  outcome: z.string(),
  desk_id: z.uuid().nullable(),
  code: z.string().nullable(),
  team_id: z.uuid().nullable(),
});

const standingSchema = z.object({
  team_id: z.uuid(),
  desk_id: z.uuid(),
  code: z.string().nullable(),
  state: z.string(),
  stream: count,
  head_seq: count,
  head_hash: bytes,
  is_waiting: z.boolean(),
  server_time: z.date(),
  conflicts: count,
});
export type Standing = z.infer<typeof standingSchema>;

const rowSchema = z.object({
  created_at: z.date(),
  desk_id: z.uuid(),
  // The column is a uuid of any version: a desk that wrote an odd one must still have its rows read.
  intent_id: z.guid(),
  stream: count,
  merchant: z.string(),
  order_id: z.string(),
  customer: z.string().nullable(),
  cents: count.nullable(),
  currency: z.string().nullable(),
  outcome: z.string(),
  state: z.string().nullable(),
  last_seq: count,
});

const pageRowSchema = rowSchema.extend({
  received_at: z.date(),
  login: z.string(),
  code: z.string().nullable(),
  is_own: z.boolean(),
  resolution: z.string().nullable(),
  document: z.string().nullable(),
});
export type PageRow = z.infer<typeof pageRowSchema>;
const deskSchema = z.object({
  desk_id: z.uuid(),
  login: z.string(),
  code: z.string().nullable(),
  state: z.string(),
  stream: count,
  head_seq: count,
  last_seen: z.date().nullable(),
});
export type DeskRow = z.infer<typeof deskSchema>;
const tailSchema = z.object({
  seq: count,
  at: z.string(),
  kind: z.string(),
  intent_id: z.string().nullable(),
  body: z.string().nullable(),
  salt: bytes.nullable(),
  digest: bytes,
  previous: bytes,
  hash: bytes,
});
export type TailRow = z.infer<typeof tailSchema>;
const conflictSchema = z.object({
  merchant: z.string(),
  order_id: z.string(),
  held_by: z.uuid(),
  held_intent: z.guid(),
  sent_by: z.uuid(),
  sent_intent: z.guid(),
  recorded_at: z.date(),
});
export type ConflictRow = z.infer<typeof conflictSchema>;

/** Null: every desk, outcome or mode. `desk` is a login. */
type PageFilter = {
  readonly desk: string | null;
  readonly outcome: string | null;
  readonly isSandbox: boolean | null;
  readonly before: Place | null;
};

/** How far a reader has read: one place per desk. */
export type Cursor = readonly {
  readonly deskId: string;
  readonly stream: number;
  readonly seq: number;
}[];

type Place = { readonly createdAt: Date; readonly intentId: string };

export type TeamCalls = ReturnType<typeof teamCalls>;

/** Everything that a desk's login can do, as functions. */
export function teamCalls(connection: TeamConnection) {
  const { one, many } = asking(connection);
  return {
    signed: signedCalls(connection),
    accept: () => one(acceptedSchema, 'SELECT * FROM team.accept()', []),
    standing: (deadlineMs?: number) =>
      one(standingSchema, 'SELECT * FROM team.standing()', [], deadlineMs),
    append: (batch: ToAppend, values = appendValues(batch)) => one(appendedSchema, APPEND, values),
    claim: (intentId: string, merchant: string, orderId: string, deadlineMs: number) =>
      one(
        claimedSchema,
        'SELECT * FROM team.claim($1, $2, $3)',
        [intentId, merchant, orderId],
        deadlineMs,
      ),
    /** Ends what this desk lost of earlier connections for the same purpose; says how many. */
    endOlder: () => one(z.object({ ended: count }), 'SELECT team.end_older() AS ended', []),
    /** Sessions of desks that have this login, beside the one that asks. */
    otherSessions: () => one(z.object({ count }), OTHER_SESSIONS, []),
    ...readingCalls(many),
  };
}

const OTHER_SESSIONS = `
  SELECT count(*) AS count FROM pg_stat_activity
  WHERE usename = session_user AND pid <> pg_backend_pid() AND application_name LIKE 'deposit-desk%'`;

/** What the login reads of the team. */
function readingCalls(many: Many) {
  return {
    changes: (cursor: Cursor, most: number) =>
      many(rowSchema, 'SELECT * FROM team.changes($1, $2, $3, $4)', [
        cursor.map(({ deskId }) => deskId),
        cursor.map(({ stream }) => stream),
        cursor.map(({ seq }) => seq),
        most,
      ]),
    page: (filter: PageFilter, most: number) =>
      many(pageRowSchema, 'SELECT * FROM team.page($1, $2, $3, $4, $5, $6)', [
        ...filterValues(filter),
        most,
      ]),
    /** `masked`: what is searched for, as a customer of masked profiles; null: they are not searched. */
    search: (part: string, masked: string | null, filter: PageFilter, most: number) =>
      many(pageRowSchema, 'SELECT * FROM team.search($1, $2, $3, $4, $5, $6, $7, $8)', [
        part,
        masked,
        ...filterValues(filter),
        most,
      ]),
    /** The desk's own events after one. */
    ownTail: (stream: number, after: number, most: number) =>
      many(tailSchema, 'SELECT * FROM team.own_tail($1, $2, $3)', [stream, after, most]),
    desks: () => many(deskSchema, 'SELECT * FROM team.desks()', []),
    conflicts: () => many(conflictSchema, 'SELECT * FROM team.conflicts()', []),
  };
}

function filterValues({ desk, outcome, isSandbox, before }: PageFilter): readonly unknown[] {
  return [desk, outcome, isSandbox, before?.createdAt ?? null, before?.intentId ?? null];
}
