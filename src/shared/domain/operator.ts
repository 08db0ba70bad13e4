import { z } from 'zod';

import { timestampSchema } from './ids.ts';

/** `name`: the person's, or the label chosen at a desk without people. */
const atDesk = { account: z.string(), name: z.string() };
/** `shiftId`: the shift that the person had open, where one was. */
const ofPerson = { personId: z.uuid().optional(), shiftId: z.uuid().optional() };
/** Who pressed the button. Without `personId` the desk had no people, or no person was signed in. */
export const operatorSchema = z.strictObject({ ...atDesk, ...ofPerson });
export type Operator = z.infer<typeof operatorSchema>;

/** A second person agreed to exactly what `digest` covers (core/eyes/digest.ts). */
export const approvalSchema = z.strictObject({
  approvalId: z.uuid(),
  /** HMAC-SHA-256 in hexadecimal, under a key of the run that gave it. */
  digest: z.string(),
  by: operatorSchema,
  at: timestampSchema,
  /** `witnessed`: name and PIN at this desk. `signed`: by the approver's own key at another desk; no desk writes it yet. */
  how: z.enum(['witnessed', 'signed']),
});
export type Approval = z.infer<typeof approvalSchema>;
