import { z } from 'zod';

import { eyesBookSchema, eyesRulesSchema, waitingCardSchema } from '../domain/eyes.ts';
import { profileIdSchema } from '../domain/ids.ts';
import { personIdSchema, sessionSchema, typedPinSchema } from '../domain/people.ts';
import { nothing } from './inputs.ts';

const ofCard = z.strictObject({ cardId: z.uuid() });
/** What this page's person made, and for an approver everything. `approvers`: people who could agree, by name. */
const waiting = z.strictObject({
  cards: z.array(waitingCardSchema).readonly(),
  approvers: sessionSchema.shape.choices,
});

/** Four eyes: what waits for a second person, and the rules that say so. */
export const EYES_OPERATIONS = {
  'eyes.rules': { permission: 'people', input: nothing, output: eyesBookSchema },
  /** In place of the profile's rules. `people_not_possible` at a desk without people. */
  'eyes.setRules': {
    permission: 'people',
    input: z.strictObject({ profileId: profileIdSchema, rules: eyesRulesSchema }),
    output: eyesBookSchema,
  },
  /** Asked again at every `eyes.changed`. Newest first. */
  'eyes.waiting': { permission: 'signed_in', input: nothing, output: waiting },
  /**
   * The approver's name and PIN, at any page. `digest`: of the card as the approver saw it; another one is `approval_void`.
   * A wrong PIN counts and delays as at sign-in. The author then asks once more for what was refused.
   */
  'eyes.approve': {
    permission: 'signed_in',
    input: ofCard.extend({
      digest: z.string().max(64),
      personId: personIdSchema,
      pin: typedPinSchema,
    }),
    output: waiting,
  },
  /** By its author or by an approver. */
  'eyes.withdraw': { permission: 'signed_in', input: ofCard, output: waiting },
} as const;
