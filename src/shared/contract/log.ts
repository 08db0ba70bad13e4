import { z } from 'zod';

import { customerPreferenceSchema, customerRecordSchema } from '../domain/customer.ts';
import { requestHistorySchema, travelledAnswerSchema } from '../domain/history.ts';
import { intentIdSchema, timestampSchema } from '../domain/ids.ts';
import { backupSchema, logHealthSchema, verifyReportSchema } from '../domain/logHealth.ts';
import { pictureHashSchema, pictureSchema } from '../domain/picture.ts';
import { depositRequestSchema } from '../domain/request.ts';
import {
  retentionDaysSchema,
  retentionSchema,
  retentionSettingSchema,
} from '../domain/retention.ts';
import { nothing, ofCustomer, ofProfile, ofRequest } from './inputs.ts';

/** One request’s record, and the care of the log. */
export const LOG_OPERATIONS = {
  /** Everything in flight or without an answer, and the last ten. */
  'log.now': {
    permission: 'issue',
    input: ofProfile,
    output: z.array(depositRequestSchema).readonly(),
  },
  /** Unresolved requests without an answer, of all profiles: the number of the tray and the badge. */
  'log.unanswered': {
    permission: 'signed_in',
    input: nothing,
    output: z.strictObject({ count: z.int().nonnegative() }),
  },
  'log.history': { permission: 'read_log', input: ofRequest, output: requestHistorySchema },
  /** Some 300 labelled sandbox requests with every outcome, into an empty log only. */
  'log.loadSample': {
    permission: 'supervise',
    input: nothing,
    output: z.strictObject({ requests: z.int().positive() }),
  },
  /** Records that the operator looked at the unmasked requisites in the log. */
  'request.reveal': { permission: 'resolve', input: ofRequest, output: depositRequestSchema },
  'request.note': {
    permission: 'mark',
    input: z.strictObject({ intentId: intentIdSchema, text: z.string().trim().min(1).max(2000) }),
    output: depositRequestSchema,
  },
  'request.flag': {
    permission: 'mark',
    input: z.strictObject({ intentId: intentIdSchema, flagged: z.boolean() }),
    output: depositRequestSchema,
  },
  /** `taken` true: the operator takes this unknown, also from another operator. False: no operator has it. */
  'request.take': {
    permission: 'mark',
    input: z.strictObject({ intentId: intentIdSchema, taken: z.boolean() }),
    output: depositRequestSchema,
  },
  /** A picture from the customer, kept beside the log and never sent anywhere. Base64 of at most `MAX_PICTURE_BYTES`. */
  'request.addPicture': {
    permission: 'mark',
    input: z.strictObject({ intentId: intentIdSchema, base64: z.base64().max(12_000_000) }),
    output: depositRequestSchema,
  },
  'picture.read': {
    permission: 'read_log',
    input: z.strictObject({ sha256: pictureHashSchema }),
    output: pictureSchema,
  },
  /** What operators recorded about exactly this customer. */
  'customer.record': { permission: 'read_log', input: ofCustomer, output: customerRecordSchema },
  /** What is left out stays as it is; null removes it. */
  'customer.prefer': {
    permission: 'mark',
    input: ofCustomer.extend(customerPreferenceSchema.partial().shape),
    output: customerRecordSchema,
  },
  'customer.note': {
    permission: 'mark',
    input: ofCustomer.extend({ text: z.string().trim().min(1).max(2000) }),
    output: customerRecordSchema,
  },
  'log.health': { permission: 'anyone', input: nothing, output: logHealthSchema },
  'log.verify': { permission: 'verify', input: nothing, output: verifyReportSchema },
  'log.backups': {
    permission: 'restore',
    input: nothing,
    output: z.array(backupSchema).readonly(),
  },
  'log.backUp': { permission: 'restore', input: nothing, output: backupSchema },
  /** Replaces the log by a backup. Issuing waits for `log.acknowledgeRestore`. */
  'log.restore': {
    permission: 'restore',
    input: z.strictObject({ name: z.string().max(255) }),
    output: logHealthSchema,
  },
  'log.acknowledgeRestore': { permission: 'restore', input: nothing, output: logHealthSchema },
  /** How long requisites are kept. */
  'log.retention': { permission: 'signed_in', input: nothing, output: retentionSchema },
  /** How many requests would be erased now if they were kept for so many days. */
  'log.retentionPreview': {
    permission: 'supervise',
    input: z.strictObject({ days: retentionDaysSchema }),
    output: z.strictObject({ requests: z.int().nonnegative(), at: timestampSchema }),
  },
  /** What is erased cannot be brought back. The same days again confirm the date after the clock has jumped. */
  'log.setRetention': {
    permission: 'supervise',
    input: retentionSettingSchema,
    output: retentionSchema,
  },
  /** Answers that could not be written, for saving elsewhere while they are still in memory. */
  'log.heldAnswers': {
    permission: 'issue',
    input: nothing,
    output: z
      .array(
        z.strictObject({ request: depositRequestSchema, answer: travelledAnswerSchema.nullable() }),
      )
      .readonly(),
  },
} as const;
