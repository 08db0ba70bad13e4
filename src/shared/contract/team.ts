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
} from '../domain/team.ts';
import { nothing } from './inputs.ts';

const MAX_INVITATION = 20_000;
const invitation = z.strictObject({ invitation: z.string().max(MAX_INVITATION) });
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
  /** Live goes on without the server although the keychain does not know which numbers were used: many are left out. */
  'team.takeNumbers': { permission: 'set_up', input: nothing, output: teamStateSchema },
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
      /** Training, or what is really issued. Left out: both. */
      mode: profileModeSchema.optional(),
      before: teamPlaceSchema.nullable(),
      most: z.int().min(1).max(MAX_PAGE),
    }),
    output: z.array(teamRequestSchema).readonly(),
  },
  'team.conflicts': {
    permission: 'read_log',
    input: nothing,
    output: z.array(teamConflictSchema).readonly(),
  },
} as const;
