import { z } from 'zod';

import { COPIED_PARTS, READ_BACKS } from '../domain/history.ts';
import { intentIdSchema } from '../domain/ids.ts';
import { pictureSchema } from '../domain/picture.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { templateSchema } from '../domain/template.ts';
import { nothing, ofId, ofRequest } from './inputs.ts';

/** Longer than any message: the links of a whole sheet are copied at once. */
const MAX_COPIED = 256 * 1024;

/** What the operator hands to a customer: messages, copies and bills. */
export const MESSAGES_OPERATIONS = {
  'template.list': {
    permission: 'issue',
    input: nothing,
    output: z.array(templateSchema).readonly(),
  },
  /** One of the same id, or for the same language, channel and payment type, is replaced. */
  'template.save': {
    permission: 'supervise',
    input: templateSchema,
    output: z.array(templateSchema).readonly(),
  },
  /** The desk's own wording holds again. */
  'template.delete': {
    permission: 'supervise',
    input: ofId,
    output: z.array(templateSchema).readonly(),
  },
  /**
   * `unsupported`: this host cannot, the page does it itself and cannot be sure. `not_written`, `not_read`: the system's clipboard
   * did not take the text, or did not give it back, within the deadline. `linkOf`: the text is the payment link of that
   * request; one that must stay text is refused with `link_not_safe`, and the page does not copy it either.
   */
  'clipboard.copy': {
    permission: 'signed_in',
    input: z.strictObject({
      text: z.string().min(1).max(MAX_COPIED),
      linkOf: intentIdSchema.optional(),
    }),
    output: z.strictObject({
      readBack: z.enum(['same', 'different', 'unsupported', 'not_written', 'not_read']),
    }),
  },
  'request.recordCopy': {
    permission: 'issue',
    input: z
      .strictObject({
        intentId: intentIdSchema,
        part: z.enum(COPIED_PARTS),
        /** Empty only where a copy is undone. */
        text: z.string().max(8192),
        /** Missing when the clipboard was not read back. */
        readBack: z.enum(READ_BACKS).optional(),
      })
      .refine(({ text, readBack }) => (text === '') === (readBack === 'undone')),
    output: depositRequestSchema,
  },
  /** The picture behind an accepted request's payment_bill_url, fetched by the desk and checked. */
  'bill.fetch': { permission: 'issue', input: ofRequest, output: pictureSchema },
} as const;
