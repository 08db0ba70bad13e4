import { z } from 'zod';

import { refusalSchema } from '../dialect/schema.ts';
import { buildDraftSchema, createDraftSchema, fieldFaultSchema } from '../domain/draft.ts';
import { flowSchema } from '../domain/deposit.ts';
import {
  COPIED_PARTS,
  READ_BACKS,
  requestHistorySchema,
  travelledAnswerSchema,
} from '../domain/history.ts';
import { intentIdSchema, limitsSnapshotIdSchema, profileIdSchema } from '../domain/ids.ts';
import { checkStepSchema } from '../domain/connectionCheck.ts';
import { labDraftSchema, labExplanationSchema, labFindingSchema } from '../domain/lab.ts';
import { limitsChangeSchema, limitsSnapshotSchema } from '../domain/limits.ts';
import { backupSchema, logHealthSchema, verifyReportSchema } from '../domain/logHealth.ts';
import {
  profileSchema,
  profileSetUpSchema,
  secretSlotSchema,
  secretStateSchema,
} from '../domain/profile.ts';
import { MAX_PROFILE_FILE, profileImportSchema } from '../domain/profileFile.ts';
import { pastAnswersSchema } from '../domain/teaching.ts';
import { DISPOSITIONS, depositRequestSchema, typedRequisitesSchema } from '../domain/request.ts';
import { settingsPatchSchema, settingsSchema } from '../domain/settings.ts';
import { hostSchema } from './host.ts';
import { CALLBACK_OPERATIONS } from './callbackOperations.ts';
import { DESK_OPERATIONS } from './deskOperations.ts';
import { LOG_OPERATIONS } from './logOperations.ts';
import type { OperationName } from './names.ts';
import { SHELL_OPERATIONS } from './shellOperations.ts';
import { updatesSchema } from './updates.ts';

const nothing = z.strictObject({});
const ofRequest = z.strictObject({ intentId: intentIdSchema });
const ofProfile = z.strictObject({ profileId: profileIdSchema });

/** The request as recorded by W1, and the warnings that did not stop it. What follows arrives as events. */
const issued = z.strictObject({
  request: depositRequestSchema,
  warnings: z.array(fieldFaultSchema).readonly(),
});

const confirmedOrder = z.strictObject({ of: intentIdSchema, confirmation: z.string().max(4096) });
/** Issuing again for an unknown: the only way past the block on its order. The operator types the old order id. */
const reissue = confirmedOrder.nullable();

/** The same again for a customer whose earlier request has no answer: that request, and its order id as typed. */
const repeat = confirmedOrder.optional();

/** What can be said of an unknown without issuing anything. */
const finding = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    remoteId: z.string().trim().min(1).max(255),
    typedByHand: typedRequisitesSchema.nullable(),
    /** The late answer that the operator confirms: the requisites are then its own, whatever is given here. */
    lateSeq: z.int().positive().optional(),
  }),
  z.strictObject({ kind: z.literal('absent') }),
]);

/** One map: types, dispatch, preload, hosts and client derive from it. One entry and one handler per operation. */
const OPERATIONS = {
  'app.info': {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: hostSchema,
      dataDir: z.string(),
      updates: updatesSchema,
      /** Files of set-up that could not be read at this start, and where they are now. */
      setAside: z.array(z.strictObject({ file: z.string(), movedTo: z.string() })).readonly(),
    }),
  },
  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },
  'profile.list': { input: nothing, output: z.array(profileSchema).readonly() },
  /** null: a new one. The embedded sandbox is fixed. */
  'profile.save': {
    input: z.strictObject({ id: profileIdSchema.nullable(), setUp: profileSetUpSchema }),
    output: profileSchema,
  },
  /** Without its secrets: those must be entered again. */
  'profile.duplicate': {
    input: z.strictObject({ profileId: profileIdSchema, name: profileSetUpSchema.shape.name }),
    output: profileSchema,
  },
  'profile.archive': {
    input: z.strictObject({ profileId: profileIdSchema, archived: z.boolean() }),
    output: profileSchema,
  },
  /** Only one that has issued nothing; its secrets go with it. */
  'profile.delete': { input: ofProfile, output: nothing },
  /** Secrets are write-only over the contract. `run`: kept in memory until the desk closes. */
  'profile.setSecret': {
    input: z.strictObject({
      profileId: profileIdSchema,
      slot: secretSlotSchema,
      secret: z.string().min(1).max(16_384),
      keep: z.enum(['stored', 'run']),
    }),
    output: secretStateSchema,
  },
  /** One per slot that the profile's provider format needs, and the store by its own name. */
  'profile.secrets': {
    input: ofProfile,
    output: z.strictObject({
      storeName: z.string(),
      secrets: z.array(secretStateSchema).readonly(),
    }),
  },
  /** Back to the secret before the last one, while it is still kept. */
  'profile.takeBackSecret': {
    input: z.strictObject({ profileId: profileIdSchema, slot: secretSlotSchema }),
    output: secretStateSchema,
  },
  'profile.deleteSecret': {
    input: z.strictObject({ profileId: profileIdSchema, slot: secretSlotSchema }),
    output: secretStateSchema,
  },
  /** The profile file, as text, without secrets. */
  'profileFile.export': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(100).readonly() }),
    output: z.strictObject({ text: z.string() }),
  },
  /** What importing would do; changes nothing. */
  'profileFile.preview': {
    input: z.strictObject({ text: z.string().max(MAX_PROFILE_FILE) }),
    output: z.strictObject({ profiles: z.array(profileImportSchema).readonly() }),
  },
  /** The whole file or nothing. */
  'profileFile.import': {
    input: z.strictObject({ text: z.string().max(MAX_PROFILE_FILE) }),
    output: z.array(profileSchema).readonly(),
  },
  /** Which answers in the log a refusal would have matched, newest first. */
  'format.pastAnswers': {
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: pastAnswersSchema,
  },
  /** "Answers like this mean: nothing was created." One that is already there is replaced. */
  'format.teach': {
    input: z.strictObject({ profileId: profileIdSchema, refusal: refusalSchema }),
    output: profileSchema,
  },
  'lab.explain': { input: labDraftSchema, output: labExplanationSchema },
  'lab.search': {
    input: z.strictObject({
      ...labDraftSchema.shape,
      expected: z.string().trim().min(1).max(2048),
      /** The secret of a printed example; null: the stored one. */
      exampleSecret: z.string().min(1).max(16_384).nullable(),
    }),
    output: labFindingSchema,
  },
  /** Steps arrive as events while they are made, and all together at the end. Issues nothing. */
  'connection.check': {
    input: z.strictObject({ profileId: profileIdSchema, checkId: z.uuid() }),
    output: z.strictObject({ steps: z.array(checkStepSchema).readonly() }),
  },
  'limits.read': {
    /** `refresh: false` takes a fresh snapshot in hand; `true` always asks the provider. */
    input: z.strictObject({ profileId: profileIdSchema, refresh: z.boolean() }),
    output: z.strictObject({
      /** The newest answer in hand, however old. */
      snapshot: limitsSnapshotSchema.nullable(),
      /** Why the last reading brought none. */
      problem: z.string().nullable(),
      /** What the provider answered to that reading. Not there: nothing, or limits. */
      problemAnswer: z.string().optional(),
      /** HTTP status of that answer. */
      problemStatus: z.int().optional(),
      /** What the newest answer changed against the one before it. */
      change: limitsChangeSchema.nullable(),
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
      repeat,
    }),
    output: issued,
  },
  'issue.build': {
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      fields: buildDraftSchema,
      reissue,
      repeat,
    }),
    output: issued,
  },
  /** Everything in flight or without an answer, and the last ten. */
  'log.now': { input: ofProfile, output: z.array(depositRequestSchema).readonly() },
  'log.history': {
    input: z.strictObject({ intentId: intentIdSchema }),
    output: requestHistorySchema,
  },
  ...LOG_OPERATIONS,
  'limits.snapshot': {
    input: z.strictObject({ id: limitsSnapshotIdSchema }),
    output: limitsSnapshotSchema,
  },
  'request.recordCopy': {
    input: z.strictObject({
      intentId: intentIdSchema,
      part: z.enum(COPIED_PARTS),
      text: z.string().min(1).max(8192),
      /** Not there: nobody read the clipboard back. */
      readBack: z.enum(READ_BACKS).optional(),
    }),
    output: depositRequestSchema,
  },
  /** Somebody looked at the whole requisites in the log: recorded, with who it was. */
  'request.reveal': { input: ofRequest, output: depositRequestSchema },
  'request.note': {
    input: z.strictObject({ intentId: intentIdSchema, text: z.string().trim().min(1).max(2000) }),
    output: depositRequestSchema,
  },
  'request.flag': {
    input: z.strictObject({ intentId: intentIdSchema, flagged: z.boolean() }),
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
  /** One click on "the provider knows it": found, with the id that the operator saw in its callback. */
  'request.confirmKnown': {
    input: z.strictObject({ intentId: intentIdSchema, remoteId: z.string().min(1).max(255) }),
    output: depositRequestSchema,
  },
  /** What was agreed about another paid amount than was asked for. `paidSeq`: the callback that the operator saw. */
  'request.dispose': {
    input: z.strictObject({
      intentId: intentIdSchema,
      paidSeq: z.int().positive(),
      kind: z.enum(DISPOSITIONS),
      note: z.string().trim().max(2000),
    }),
    output: depositRequestSchema,
  },
  /** What a crash or kill interrupted and nobody has acknowledged yet. */
  'recovery.report': { input: nothing, output: z.array(depositRequestSchema).readonly() },
  'recovery.acknowledge': { input: nothing, output: nothing },
  'log.health': { input: nothing, output: logHealthSchema },
  'log.verify': { input: nothing, output: verifyReportSchema },
  'log.backups': { input: nothing, output: z.array(backupSchema).readonly() },
  'log.backUp': { input: nothing, output: backupSchema },
  /** Replaces the log by a backup. Issuing waits for `log.acknowledgeRestore`. */
  'log.restore': { input: z.strictObject({ name: z.string().max(255) }), output: logHealthSchema },
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
  ...CALLBACK_OPERATIONS,
  ...DESK_OPERATIONS,
  ...SHELL_OPERATIONS,
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
