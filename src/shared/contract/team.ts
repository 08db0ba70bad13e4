import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { profileModeSchema } from '../domain/profile.ts';
import {
  OFFLINE_POLICIES,
  SHARINGS,
  teamCheckSchema,
  teamConflictSchema,
  teamDeskSchema,
  teamPlaceSchema,
  teamRequestSchema,
  teamStateSchema,
  teamSumSchema,
} from '../domain/team.ts';
import { nothing } from './inputs.ts';

const MAX_INVITATION = 20_000;
const invitation = z.strictObject({ invitation: z.string().max(MAX_INVITATION) });
/** Training, or what is really issued. */
const mode = profileModeSchema.optional();
const MAX_TEXT = 200;
const MAX_PAGE = 200;

/** Several desks on one PostgreSQL. A desk without a team asks no server: `team.state` answers `none`, the others `no_team`. */
export const TEAM_OPERATIONS = {
  /** Asked again at every `team.changed`. */
  'team.state': { permission: 'signed_in', input: nothing, output: teamStateSchema },
  /** Reads the invitation and tries each step of the connection; changes nothing, here or at the server. */
  'team.check': { permission: 'set_up', input: invitation, output: teamCheckSchema },
  /** `team_refused` with the fault's code as `detail`. The desk's own password is in the keychain before the server hears of it. */
  'team.join': { permission: 'set_up', input: invitation, output: teamStateSchema },
  /** Forgets the team at this desk. Its events stay at the server; its log stays whole. */
  'team.leave': { permission: 'set_up', input: nothing, output: teamStateSchema },
  /** More sharing begins with the next events: what was sent as proof stays proof. */
  'team.setProfile': {
    permission: 'set_up',
    input: z.strictObject({
      profileId: profileIdSchema,
      sharing: z.enum(SHARINGS),
      offline: z.enum(OFFLINE_POLICIES),
    }),
    output: teamStateSchema,
  },
  'team.desks': {
    permission: 'read_log',
    input: nothing,
    output: z.array(teamDeskSchema).readonly(),
  },
  /**
   * Newest first. `text`: a whole order id, or 3 characters or more of an order id or a customer; empty: every request.
   * `team_unreachable`: the server did not answer.
   */
  'team.find': {
    permission: 'read_log',
    input: z.strictObject({
      text: z.string().max(MAX_TEXT),
      desk: z.string().nullable(),
      outcome: z.string().nullable(),
      /** Left out: both. */
      mode,
      before: teamPlaceSchema.nullable(),
      most: z.int().min(1).max(MAX_PAGE),
    }),
    output: z.array(teamRequestSchema).readonly(),
  },
  /** Unknowns that their desks have not resolved, newest first. */
  'team.unresolved': {
    permission: 'read_log',
    input: z.strictObject({
      /** Left out: live. */
      mode,
      most: z.int().min(1).max(MAX_PAGE),
    }),
    output: z.array(teamRequestSchema).readonly(),
  },
  /** From the first moment up to, not including, the second. */
  'team.sums': {
    permission: 'read_log',
    input: z.strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      /** Left out: live. */
      mode,
    }),
    output: z.array(teamSumSchema).readonly(),
  },
  'team.conflicts': {
    permission: 'read_log',
    input: nothing,
    output: z.array(teamConflictSchema).readonly(),
  },
} as const;
