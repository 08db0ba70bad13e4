import { z } from 'zod';

import { intentIdSchema } from '../domain/ids.ts';
import { personNameSchema, typedPinSchema } from '../domain/people.ts';
import { roleSchema } from '../domain/permission.ts';
import { paperSchema, teamSignersSchema } from '../domain/papers.ts';
import { nothing } from './inputs.ts';
import { findingSchema } from './issuing.ts';

const pin = { pin: typedPinSchema };
const papers = z.array(paperSchema).readonly();

/** What people sign for other desks of the team, each with their own key and their PIN once more. */
export const PAPERS_OPERATIONS = {
  /** Whose signatures count in the team, and the key of this page's person. */
  'team.signers': { permission: 'signed_in', input: nothing, output: teamSignersSchema },
  /** The key of this page's person, in the keychain; one that is there stays. It counts once a supervisor, or the root key, signed it. */
  'team.makeKey': { permission: 'signed_in', input: nothing, output: teamSignersSchema },
  /** By a supervisor's key. `none` ends a key for ever. Supervisors are signed by the root key alone (`npm run team -- supervisor`). */
  'team.signPerson': {
    permission: 'people',
    input: z.strictObject({
      ...pin,
      publicKey: z.string().max(200),
      name: personNameSchema,
      role: z.enum([...roleSchema.exclude(['supervisor']).options, 'none']),
    }),
    output: teamSignersSchema,
  },
  /**
   * Cards of other desks that wait or were signed here, for a person who may approve; this desk's words, for one who may resolve. With
   * what became of them; of the last week, newest first.
   */
  'team.papers': { permission: 'read_log', input: nothing, output: papers },
  /** `contentHash`: of what this page showed; another one is `approval_void`. */
  'team.signPaper': {
    permission: 'approve',
    input: z.strictObject({ ...pin, paperId: z.guid(), contentHash: z.string().max(64) }),
    output: papers,
  },
  /** What became of an unknown of another desk. That desk verifies it and writes it into its own log. */
  'team.resolveThere': {
    permission: 'resolve',
    input: z.strictObject({
      ...pin,
      desk: z.string().max(100),
      merchant: z.string().max(100),
      intentId: intentIdSchema,
      orderId: z.string().max(500),
      finding: findingSchema,
      note: z.string().max(2000),
    }),
    output: z.strictObject({ paperId: z.uuid() }),
  },
} as const;
