import { z } from 'zod';

import {
  CALLBACK_VERDICTS,
  CONTRADICTIONS,
  MATCHED_BY,
  WHY_APART,
  callbackReadingSchema,
  rawCallbackSchema,
} from '#shared/domain/callback.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from '#shared/domain/ids.ts';
import { operatorSchema } from '#shared/domain/request.ts';

import { event, requestEvent } from './retentionEvents.ts';

/** The content of a callback, matched or not. */
const callbackSaid = {
  profileId: profileIdSchema,
  raw: rawCallbackSchema,
  reading: callbackReadingSchema,
  verdict: z.enum(CALLBACK_VERDICTS),
  /** Where its signature is right: the SHA-256 of the text that the signature covers, in hexadecimal. */
  signedText: z.string().optional(),
  /** Of a verified callback: the SHA-256 of the signature itself, in hexadecimal. */
  signature: z.string().optional(),
  /** This is a new reading of the callback that arrived with that event. */
  replayOf: z.int().positive().optional(),
  /** With `replayOf`: the time of arrival, which is the time of what it says. */
  arrivedAt: timestampSchema.optional(),
};

export const CALLBACK_EVENTS = [
  /** The provider called back about this request. It changes no outcome. */
  requestEvent('callback', {
    ...callbackSaid,
    by: z.enum(MATCHED_BY),
    /** Where it contradicts what was issued it is kept, and changes nothing. */
    contradicts: z.enum(CONTRADICTIONS).nullable(),
    /** What was known instead. */
    known: z.string().optional(),
    /** Where its state means paid: whether the requisites had ended. */
    isLate: z.boolean().optional(),
    /** With `replayOf`: who decided that its state counts although another final state was heard before. */
    decidedBy: operatorSchema.optional(),
  }),
  /** It called back about nothing that is known here. */
  event('callback_apart', {
    ...callbackSaid,
    why: z.enum(WHY_APART),
    suggests: intentIdSchema.optional(),
  }),
  /** The same came again. What the signature does not cover can be new: headers, and the query or the body. */
  event('callback_repeated', {
    profileId: profileIdSchema,
    ofSeq: z.int().positive(),
    headers: rawCallbackSchema.shape.headers,
    /** Where it differs from the first. */
    query: z.string().optional(),
    body: z.string().optional(),
  }),
] as const;
