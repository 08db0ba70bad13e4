import { z } from 'zod';

import { EYES_REASONS, eyesBookSchema } from '#shared/domain/eyes.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { personIdSchema } from '#shared/domain/people.ts';
import { approvalSchema, operatorSchema } from '#shared/domain/request.ts';

const reasons = z.array(z.enum(EYES_REASONS)).readonly();

/** What events about four eyes say. A request's own W1 names its approval. */
export const EYES_BODIES = {
  /** A supervisor changed the rules of `profileId`. `book` has those of every profile from here on. */
  rules: { operator: operatorSchema, profileId: profileIdSchema, book: eyesBookSchema },
  /**
   * The approver's PIN was right. It is good for ten minutes of this run of the desk: what became of it is in the W1 or the
   * `approval_used` that names the same approval.
   */
  given: {
    personId: personIdSchema,
    operator: operatorSchema,
    author: operatorSchema,
    profileId: profileIdSchema,
    reasons,
    approvalId: approvalSchema.shape.approvalId,
    digest: approvalSchema.shape.digest,
    how: approvalSchema.shape.how,
  },
  /** Written before the approved act itself, where that is no W1. `batchId`: its rows may be issued by `operator`. */
  used: {
    operator: operatorSchema,
    profileId: profileIdSchema,
    reasons,
    approval: approvalSchema,
    batchId: z.uuid().optional(),
  },
};
