import { z } from 'zod';

import { DRAFT_FIELDS } from './draft.ts';
import { intentIdSchema } from './ids.ts';

const text = z.string().max(8192);

/** A form as it was left: kept by the page while it lives, and by the desk for when it does not. */
export const savedDraftSchema = z.strictObject({
  intentId: intentIdSchema,
  texts: z.record(z.enum(DRAFT_FIELDS), text),
  /** The order id is the desk's suggestion and was not touched. */
  orderIsAuto: z.boolean(),
  /** What the profile filled in, so that a text of its own can be told from one that was typed. */
  filledIn: z.strictObject({ callback_url: text, success_url: text, reject_url: text }),
});
export type SavedDraft = z.infer<typeof savedDraftSchema>;
