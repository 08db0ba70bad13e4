import { z } from 'zod';

/** A field of an answer that is not what the provider format expects. The value itself is in the raw answer. */
export const answerFaultSchema = z.strictObject({
  /** Keys from the record, joined by dots. */
  field: z.string(),
  got: z.enum(['missing', 'null', 'text', 'number', 'boolean', 'list', 'object']),
  expected: z.enum(['number', 'amount', 'object', 'uuid', 'text', 'some-text']),
});
export type AnswerFault = z.infer<typeof answerFaultSchema>;

/** The knobs of the provider format that could make a desk understand an answer which it did not. */
export const OFFERED_KNOBS = [
  'answerAmounts',
  'answerCharset',
  'noErrorValues',
  'envelope',
  'acceptedStates',
] as const;
export type OfferedKnob = (typeof OFFERED_KNOBS)[number];
