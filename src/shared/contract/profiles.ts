import { z } from 'zod';

import { checkStepSchema } from '../domain/connectionCheck.ts';
import { profileIdSchema } from '../domain/ids.ts';
import {
  profileSchema,
  profileSetUpSchema,
  secretSlotSchema,
  secretStateSchema,
} from '../domain/profile.ts';
import { MAX_PROFILE_FILE, profileImportSchema } from '../domain/profileFile.ts';
import { nothing, ofProfile } from './inputs.ts';

/** Merchants: profiles, their secrets, profile files and the connection check. */
export const PROFILES_OPERATIONS = {
  'profile.list': {
    permission: 'signed_in',
    input: nothing,
    output: z.array(profileSchema).readonly(),
  },
  /**
   * The person at this page chose it: a page of theirs opens with it (`profileId` of `people.session`). No other page changes, and
   * nothing is issued by it: each operation names its profile.
   */
  'profile.choose': { permission: 'signed_in', input: ofProfile, output: nothing },
  /** null: a new one. The embedded sandbox is fixed. */
  'profile.save': {
    permission: 'set_up',
    input: z.strictObject({ id: profileIdSchema.nullable(), setUp: profileSetUpSchema }),
    output: profileSchema,
  },
  /** Without its secrets: those must be entered again. */
  'profile.duplicate': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, name: profileSetUpSchema.shape.name }),
    output: profileSchema,
  },
  'profile.archive': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, archived: z.boolean() }),
    output: profileSchema,
  },
  /** Only one that has issued nothing; its secrets go with it. */
  'profile.delete': { permission: 'set_up', input: ofProfile, output: nothing },
  /** Secrets are write-only over the contract. `run`: kept in memory until the desk closes. */
  'profile.setSecret': {
    permission: 'set_up',
    input: z.strictObject({
      profileId: profileIdSchema,
      slot: secretSlotSchema,
      secret: z.string().min(1).max(16_384),
      keep: z.enum(['stored', 'run']),
    }),
    output: secretStateSchema,
  },
  /** One per slot that the profile's provider format needs, and the store by its own name. */
  'profile.secrets': {
    permission: 'signed_in',
    input: ofProfile,
    output: z.strictObject({
      storeName: z.string(),
      secrets: z.array(secretStateSchema).readonly(),
    }),
  },
  /** Back to the secret before the last one, while it is still kept. */
  'profile.takeBackSecret': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, slot: secretSlotSchema }),
    output: secretStateSchema,
  },
  'profile.deleteSecret': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, slot: secretSlotSchema }),
    output: secretStateSchema,
  },
  /** The profile file, as text, without secrets. */
  'profileFile.export': {
    permission: 'set_up',
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(100).readonly() }),
    output: z.strictObject({ text: z.string() }),
  },
  /** What importing would do; changes nothing. */
  'profileFile.preview': {
    permission: 'set_up',
    input: z.strictObject({ text: z.string().max(MAX_PROFILE_FILE) }),
    output: z.strictObject({ profiles: z.array(profileImportSchema).readonly() }),
  },
  /** The whole file or nothing. */
  'profileFile.import': {
    permission: 'set_up',
    input: z.strictObject({ text: z.string().max(MAX_PROFILE_FILE) }),
    output: z.array(profileSchema).readonly(),
  },
  /** Steps arrive as events while they are made, and all together at the end. Issues nothing. */
  'connection.check': {
    permission: 'set_up',
    input: z.strictObject({ profileId: profileIdSchema, checkId: z.uuid() }),
    output: z.strictObject({ steps: z.array(checkStepSchema).readonly() }),
  },
} as const;
