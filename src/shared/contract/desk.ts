import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { LINK_REFUSALS, MAX_ADDRESS } from '../domain/link.ts';
import { settingsPatchSchema, settingsSchema } from '../domain/settings.ts';
import { hostSchema, updatesSchema } from './host.ts';
import { nothing } from './inputs.ts';

const ofAddress = z.strictObject({ address: z.string().max(MAX_ADDRESS) });

/** The application itself: settings, links out of it, its lock, diagnostics. */
export const DESK_OPERATIONS = {
  'app.info': {
    permission: 'anyone',
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: hostSchema,
      dataDir: z.string(),
      updates: updatesSchema,
      /** Files of set-up that could not be read at this start, and where they are now. */
      setAside: z.array(z.strictObject({ file: z.string(), movedTo: z.string() })).readonly(),
    }),
  },
  'settings.get': { permission: 'anyone', input: nothing, output: settingsSchema },
  'settings.update': {
    permission: 'signed_in',
    input: settingsPatchSchema,
    output: settingsSchema,
  },
  /**
   * Whether a link may leave the desk, by the profile of the request it came with. `ask`: the operator has not agreed to this host
   * for this profile yet. Without a profile: the application's way out asks, which is given the address alone, and the link is
   * judged for the profile for which a page asked last; else for the Sandbox. `address` is the one to open: re-serialised, never the text that came in.
   */
  'link.check': {
    permission: 'signed_in',
    input: ofAddress.extend({ profileId: profileIdSchema.optional() }),
    output: z.discriminatedUnion('verdict', [
      z.strictObject({ verdict: z.literal('refused'), reason: z.enum(LINK_REFUSALS) }),
      z.strictObject({
        verdict: z.enum(['ask', 'open']),
        address: z.string(),
        /** With its port where it is not the usual one; in ASCII, so that no letter looks like another. */
        host: z.string(),
        /** Whom the question is about; `link.confirm` answers for it and no other. */
        profileId: profileIdSchema,
        profileName: z.string(),
      }),
    ]),
  },
  /**
   * The operator agreed: this profile is not asked about this host again. Durable when answered.
   */
  'link.confirm': {
    permission: 'signed_in',
    input: ofAddress.extend({ profileId: profileIdSchema }),
    output: nothing,
  },
  /** Whether the machine is locked, for a page that was opened meanwhile. `desk.locked` tells the changes. */
  'desk.lock': {
    permission: 'anyone',
    input: nothing,
    output: z.strictObject({ locked: z.boolean() }),
  },
  /**
   * A zip file for the support team: no customers, amounts, requisites, order ids or secrets in it. `elsewhere`: the host asks the
   * operator for another folder first.
   */
  'diagnostics.save': {
    permission: 'signed_in',
    input: z.strictObject({ elsewhere: z.boolean().optional() }),
    output: z.strictObject({ file: z.string(), bytes: z.int().positive() }),
  },
} as const;
