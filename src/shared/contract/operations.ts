import { z } from 'zod';

import { buildDraftSchema, createDraftSchema, fieldFaultSchema } from '../domain/draft.ts';
import { flowSchema } from '../domain/deposit.ts';
import { COPIED_PARTS, requestHistorySchema } from '../domain/history.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from '../domain/ids.ts';
import { limitsSnapshotSchema } from '../domain/limits.ts';
import { liveProfileInputSchema, profileSchema, secretStoreSchema } from '../domain/profile.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { settingsPatchSchema, settingsSchema } from '../domain/settings.ts';
import { hostSchema } from './host.ts';
import type { OperationName } from './names.ts';

const nothing = z.strictObject({});
const ofProfile = z.strictObject({ profileId: profileIdSchema });

/** The request as recorded by W1, and the warnings that did not stop it. What follows arrives as events. */
const issued = z.strictObject({
  request: depositRequestSchema,
  warnings: z.array(fieldFaultSchema).readonly(),
});

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
    }),
    output: issued,
  },
  'issue.build': {
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      fields: buildDraftSchema,
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
