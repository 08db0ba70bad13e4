import { z } from 'zod';

import { EYES_REASONS, eyesBookSchema } from '#shared/domain/eyes.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { personIdSchema } from '#shared/domain/people.ts';
import { approvalSchema, operatorSchema } from '#shared/domain/operator.ts';
import { whereToSchema } from '#shared/domain/profile.ts';

import { event } from './retentionEvents.ts';

const reasons = z.array(z.enum(EYES_REASONS)).readonly();

/** Of a W1: the second person whom a four-eyes rule asked for. */
export const approved = { approval: approvalSchema.optional() };

export const EYES_EVENTS = [
  /** A supervisor changed the rules of `profileId`. `book` has those of every profile from here on. */
  event('eyes_rules', {
    operator: operatorSchema,
    profileId: profileIdSchema,
    book: eyesBookSchema,
  }),
  /**
   * The approver's PIN was right. It is good for ten minutes of this run of the desk: what became of it is in the W1 or the
   * `approval_used` that names the same approval.
   */
  event('approval_given', {
    personId: personIdSchema,
    operator: operatorSchema,
    author: operatorSchema,
    profileId: profileIdSchema,
    reasons,
    approvalId: approvalSchema.shape.approvalId,
    digest: approvalSchema.shape.digest,
    how: approvalSchema.shape.how,
  }),
  /** Written before the approved act itself, where that is no W1. `batchId`: its rows may be issued by `operator`, to `to`. */
  event('approval_used', {
    operator: operatorSchema,
    profileId: profileIdSchema,
    reasons,
    approval: approvalSchema,
    batchId: z.uuid().optional(),
    /** Where the rows of an approved batch may go. */
    to: whereToSchema.optional(),
  }),
] as const;
