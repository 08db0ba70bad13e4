import { z } from 'zod';

import { profileIdSchema } from '../domain/ids.ts';
import { LINK_REFUSALS, MAX_ADDRESS } from '../domain/link.ts';

const nothing = z.strictObject({});
const ofAddress = z.strictObject({ address: z.string().max(MAX_ADDRESS) });

/** What the window around the page needs, and the page of it: a part of the one map, which is in operations.ts. */
export const SHELL_OPERATIONS = {
  /**
   * Whether a link may leave the desk, by the active profile. `ask`: nobody has agreed to this host for this profile yet.
   * `address` is the one to open: re-serialised, never the text that came in.
   */
  'link.check': {
    input: ofAddress,
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
   * Somebody agreed: this host is not asked about again for this profile. Refused where another one has become the active one since
   * the question: nobody has agreed for that. Durable when answered.
   */
  'link.confirm': {
    input: ofAddress.extend({ profileId: profileIdSchema }),
    output: nothing,
  },
  /** Requests without an answer that nobody has resolved, of all profiles: the tray's and the badge's number. */
  'log.unanswered': { input: nothing, output: z.strictObject({ count: z.int().nonnegative() }) },
  /** Whether the machine is locked, for a page that was opened meanwhile. `desk.locked` tells the changes. */
  'desk.lock': { input: nothing, output: z.strictObject({ locked: z.boolean() }) },
  /**
   * A zip for whoever helps: no customers, amounts, requisites, order ids or secrets in it. `elsewhere`: the host asks the
   * operator for another folder first.
   */
  'diagnostics.save': {
    input: z.strictObject({ elsewhere: z.boolean().optional() }),
    output: z.strictObject({ file: z.string(), bytes: z.int().positive() }),
  },
} as const;
