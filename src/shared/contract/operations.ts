import { z } from 'zod';

import { buildDraftSchema, createDraftSchema, fieldFaultSchema } from '../domain/draft.ts';
import { flowSchema, paymentDataSchema } from '../domain/deposit.ts';
import { COPIED_PARTS, requestHistorySchema, travelledAnswerSchema } from '../domain/history.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from '../domain/ids.ts';
import { limitsSnapshotSchema } from '../domain/limits.ts';
import { backupSchema, logHealthSchema, verifyReportSchema } from '../domain/logHealth.ts';
import { liveProfileInputSchema, profileSchema, secretStoreSchema } from '../domain/profile.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { settingsPatchSchema, settingsSchema } from '../domain/settings.ts';
import { hostSchema } from './host.ts';
import type { OperationName } from './names.ts';

const nothing = z.strictObject({});
const ofRequest = z.strictObject({ intentId: intentIdSchema });
const ofProfile = z.strictObject({ profileId: profileIdSchema });

/** The request as recorded by W1, and the warnings that did not stop it. What follows arrives as events. */
const issued = z.strictObject({
  request: depositRequestSchema,
  warnings: z.array(fieldFaultSchema).readonly(),
});

/** Issuing again for an unknown: the only way past the block on its order. The operator types the old order id. */
const reissue = z.strictObject({ of: intentIdSchema, confirmation: z.string() }).nullable();

/** What can be said of an unknown without issuing anything. */
const finding = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    remoteId: z.string().trim().min(1).max(255),
    typedByHand: paymentDataSchema.nullable(),
  }),
  z.strictObject({ kind: z.literal('absent') }),
]);

/** Newest first; the cursor is the last row's. */
const pageCursor = z.strictObject({ createdAt: timestampSchema, intentId: intentIdSchema });

/** One map: types, dispatch, preload, hosts and client derive from it. One entry and one handler per operation. */
const OPERATIONS = {
  'app.info': {
    input: nothing,
    output: z.strictObject({ version: z.string(), host: hostSchema, dataDir: z.string() }),
  },
  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },
  'profile.list': { input: nothing, output: z.array(profileSchema).readonly() },
  'profile.saveLive': { input: liveProfileInputSchema, output: profileSchema },
  /** Secrets are write-only over the contract. */
  'profile.setSecret': {
    input: z.strictObject({ profileId: profileIdSchema, secret: z.string().min(1).max(16_384) }),
    output: z.strictObject({ store: secretStoreSchema }),
  },
  'profile.hasSecret': {
    input: ofProfile,
    output: z.strictObject({ stored: z.boolean(), store: secretStoreSchema }),
  },
  'limits.read': {
    /** `refresh: false` takes a fresh snapshot in hand; `true` always asks the provider. */
    input: z.strictObject({ profileId: profileIdSchema, refresh: z.boolean() }),
    output: z.strictObject({
      /** The newest answer in hand, however old. */
      snapshot: limitsSnapshotSchema.nullable(),
      /** Why the last reading brought none. */
      problem: z.string().nullable(),
    }),
  },
  'order.suggest': {
    input: z.strictObject({ profileId: profileIdSchema, flow: flowSchema }),
    output: z.strictObject({ orderId: z.string() }),
  },
  'issue.create': {
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      fields: createDraftSchema,
      reissue,
    }),
    output: issued,
  },
  'issue.build': {
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      fields: buildDraftSchema,
      reissue,
    }),
    output: issued,
  },
  /** Everything in flight or without an answer, and the last ten. */
  'log.now': { input: ofProfile, output: z.array(depositRequestSchema).readonly() },
  'log.page': {
    input: z.strictObject({
      before: pageCursor.nullable(),
      pageSize: z.int().min(1).max(200),
    }),
    output: z.strictObject({
      requests: z.array(depositRequestSchema).readonly(),
      next: pageCursor.nullable(),
      total: z.int().nonnegative(),
    }),
  },
  'log.history': {
    input: z.strictObject({ intentId: intentIdSchema }),
    output: requestHistorySchema,
  },
  'request.recordCopy': {
    input: z.strictObject({
      intentId: intentIdSchema,
      part: z.enum(COPIED_PARTS),
      text: z.string().min(1).max(8192),
    }),
    output: depositRequestSchema,
  },
  /** Before W2 it is not sent; after it the answer is given up and the request is unknown. */
  'request.cancel': { input: ofRequest, output: depositRequestSchema },
  'request.acknowledgeAmount': { input: ofRequest, output: depositRequestSchema },
  /** One or many at once; either all are recorded or none. */
  'request.resolve': {
    input: z.strictObject({
      intentIds: z.array(intentIdSchema).min(1).max(500).readonly(),
      finding,
      note: z.string().max(2000),
    }),
    output: z.array(depositRequestSchema).readonly(),
  },
  /** What a crash or kill interrupted and nobody has acknowledged yet. */
  'recovery.report': { input: nothing, output: z.array(depositRequestSchema).readonly() },
  'recovery.acknowledge': { input: nothing, output: nothing },
  'log.health': { input: nothing, output: logHealthSchema },
  'log.verify': { input: nothing, output: verifyReportSchema },
  'log.backups': { input: nothing, output: z.array(backupSchema).readonly() },
  'log.backUp': { input: nothing, output: backupSchema },
  /** Replaces the log by a backup. Issuing waits for `log.acknowledgeRestore`. */
  'log.restore': { input: z.strictObject({ name: z.string() }), output: logHealthSchema },
  'log.acknowledgeRestore': { input: nothing, output: logHealthSchema },
  /** Answers that could not be written, for saving elsewhere while they are still in memory. */
  'log.heldAnswers': {
    input: nothing,
    output: z
      .array(
        z.strictObject({ request: depositRequestSchema, answer: travelledAnswerSchema.nullable() }),
      )
      .readonly(),
  },
} as const satisfies Record<OperationName, { input: z.ZodType; output: z.ZodType }>;

export type OperationInput<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['input']>;
export type OperationOutput<N extends OperationName> = z.infer<(typeof OPERATIONS)[N]['output']>;

/** The same map, typed so that code generic over the operation can use its schemas. */
export const CONTRACT: {
  readonly [N in OperationName]: {
    readonly input: z.ZodType<OperationInput<N>>;
    readonly output: z.ZodType<OperationOutput<N>>;
  };
} = OPERATIONS;
