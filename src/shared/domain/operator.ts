import { z } from 'zod';

import { timestampSchema } from './ids.ts';

/** `name`: the person's, or the label chosen at a desk without people. */
const atDesk = { account: z.string(), name: z.string() };
/** What a person of another desk signed with their own key (core/team/signing.ts). `contentHash`: of what they were shown, or said. */
const teamStatementSchema = z.strictObject({
  purpose: z.enum(['approve', 'resolve']),
  teamId: z.string(),
  /** The desk that acts on it. */
  deskId: z.string(),
  /** The intent, or the card where there is none. */
  subject: z.string(),
  digest: z.string(),
  contentHash: z.string(),
  expiresAt: z.string(),
});
export type TeamStatement = z.infer<typeof teamStatementSchema>;

const signedSchema = z.strictObject({
  paperId: z.uuid(),
  publicKey: z.string(),
  signature: z.string(),
  statement: teamStatementSchema,
});

/**
 * Who pressed the button. Without `personId` the desk had no people, or no person was signed in. With `signed` it was a person at
 * another desk of the team, and this is the proof.
 */
export const operatorSchema = z.strictObject({
  ...atDesk,
  personId: z.uuid().optional(),
  signed: signedSchema.optional(),
});
export type Operator = z.infer<typeof operatorSchema>;

/** A second person agreed to exactly what `digest` covers (core/eyes/digest.ts). */
export const approvalSchema = z.strictObject({
  approvalId: z.uuid(),
  /** HMAC-SHA-256 in hexadecimal, under a key of the run that gave it. */
  digest: z.string(),
  by: operatorSchema,
  at: timestampSchema,
  /** `witnessed`: name and PIN at this desk. `signed`: by the approver's own key at another desk. */
  how: z.enum(['witnessed', 'signed']),
});
export type Approval = z.infer<typeof approvalSchema>;
