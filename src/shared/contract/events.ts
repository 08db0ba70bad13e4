import { z } from 'zod';

import { batchSchema } from '../domain/batch.ts';
import { checkStepSchema } from '../domain/connectionCheck.ts';
import { customerRecordSchema } from '../domain/customer.ts';
import { MAX_LINK_LENGTH } from '../domain/formLink.ts';
import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { importProgressSchema } from '../domain/importing.ts';
import { limitsSnapshotSchema } from '../domain/limits.ts';
import { exportStateSchema } from '../domain/logExport.ts';
import { logHealthSchema, restoreProgressSchema } from '../domain/logHealth.ts';
import { indexStateSchema } from '../domain/logSearch.ts';
import { personIdSchema } from '../domain/people.ts';
import type { Access, Permission } from '../domain/permission.ts';
import { protectionProgressSchema, protectionSchema } from '../domain/protection.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { settingsSchema } from '../domain/settings.ts';
import { stageSchema } from '../domain/stage.ts';
import { teamStateSchema } from '../domain/team.ts';

const DESK_SCREENS = ['new', 'log', 'settings', 'help', 'shortcuts', 'about'] as const;
export type DeskScreen = (typeof DESK_SCREENS)[number];

/** Where an event has one, only pages of this person hear it; null: the desk's, while there are no people. */
const ownerSchema = personIdSchema.nullable();

/** What the desk tells every open page by itself. Losing one loses nothing: each can be asked for again. */
export const deskEventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('request.changed'), request: depositRequestSchema }),
  /** Requests of batches that changed too fast to be told of one by one: pages ask again for those that they show. */
  z.strictObject({
    name: z.literal('requests.changed'),
    profileId: profileIdSchema,
    intentIds: z.array(intentIdSchema).readonly(),
  }),
  /** What is recorded about a customer of a profile. */
  z.strictObject({
    name: z.literal('customer.changed'),
    profileId: profileIdSchema,
    customer: z.string(),
    record: customerRecordSchema,
  }),
  z.strictObject({ name: z.literal('limits.changed'), snapshot: limitsSnapshotSchema }),
  z.strictObject({ name: z.literal('profile.changed'), profileId: profileIdSchema }),
  z.strictObject({ name: z.literal('check.step'), checkId: z.uuid(), step: checkStepSchema }),
  z.strictObject({ name: z.literal('settings.changed'), settings: settingsSchema }),
  /** `intentId`: the request that it is about, where there is one. */
  z.strictObject({
    name: z.literal('callback.received'),
    seq: z.int().positive(),
    profileId: profileIdSchema,
    intentId: intentIdSchema.nullable(),
  }),
  /** A callback has changed a request's state or paid amount, or an answer came late: the page shows a notice. */
  z.strictObject({
    name: z.literal('request.heard'),
    request: depositRequestSchema,
    /** The state it had before, in the provider's words: as heard, else as answered. */
    wasState: z.string().nullable(),
    /** It is `request.late` that was heard, not a callback. */
    isLate: z.literal(true).optional(),
  }),
  z.strictObject({
    name: z.literal('import.progress'),
    owner: ownerSchema,
    progress: importProgressSchema,
  }),
  /** At most some times a second while it runs. */
  z.strictObject({ name: z.literal('batch.changed'), batch: batchSchema }),
  z.strictObject({
    name: z.literal('export.changed'),
    owner: ownerSchema,
    export: exportStateSchema,
  }),
  /** Said now and then while the search index is behind the log, and once when it has caught up. */
  z.strictObject({ name: z.literal('index.changed'), index: indexStateSchema }),
  z.strictObject({ name: z.literal('listener.changed'), profileId: profileIdSchema }),
  z.strictObject({
    name: z.literal('request.stage'),
    intentId: intentIdSchema,
    stage: stageSchema,
  }),
  /** Another page may have changed them. */
  z.strictObject({ name: z.literal('templates.changed') }),
  z.strictObject({ name: z.literal('health.changed'), health: logHealthSchema }),
  /** A backup of the log is being taken, or is no more. */
  z.strictObject({ name: z.literal('backup.changed'), running: z.boolean() }),
  /** How far a restore is; null: it is over. */
  z.strictObject({
    name: z.literal('restore.changed'),
    progress: restoreProgressSchema.nullable(),
  }),
  z.strictObject({ name: z.literal('protection.changed'), protection: protectionSchema }),
  /** How far a switch of protection is; null: it is over. */
  z.strictObject({
    name: z.literal('protection.progress'),
    progress: protectionProgressSchema.nullable(),
  }),
  /** People, rules, or who is signed in at some page: each page asks `people.session` again. */
  z.strictObject({ name: z.literal('people.changed') }),
  /** A card waits, was approved, or is gone: pages ask `eyes.waiting` again. */
  z.strictObject({ name: z.literal('eyes.changed') }),
  /** How the desk stands with its team. */
  z.strictObject({ name: z.literal('team.changed'), state: teamStateSchema }),
  /** The operator's session was locked, or the machine goes to sleep: the screen shows nothing until it is unlocked. */
  z.strictObject({ name: z.literal('desk.locked'), locked: z.boolean() }),
  /** Chosen in the menu or the tray: the page goes there. */
  z.strictObject({
    name: z.literal('desk.open'),
    screen: z.enum(DESK_SCREENS),
    /** Another program asks to fill the form in: the part of its link after `?`. */
    link: z.string().max(MAX_LINK_LENGTH).optional(),
  }),
]);
export type DeskEvent = z.infer<typeof deskEventSchema>;

const SEES_REQUESTS = ['issue', 'read_log'] as const;

/** Which pages hear an event, once there are people: any of the permissions is enough. A page without a person hears what says nothing of customers. */
export const EVENT_ACCESS: Readonly<Record<DeskEvent['name'], Access | readonly Permission[]>> = {
  'request.changed': SEES_REQUESTS,
  'requests.changed': SEES_REQUESTS,
  'customer.changed': SEES_REQUESTS,
  'limits.changed': 'signed_in',
  'profile.changed': 'signed_in',
  'check.step': 'set_up',
  'settings.changed': 'anyone',
  'callback.received': SEES_REQUESTS,
  'request.heard': SEES_REQUESTS,
  'import.progress': ['issue', 'resolve'],
  'batch.changed': SEES_REQUESTS,
  'export.changed': 'read_log',
  'index.changed': 'signed_in',
  'listener.changed': 'signed_in',
  'request.stage': 'signed_in',
  'templates.changed': 'signed_in',
  'health.changed': 'anyone',
  'backup.changed': 'anyone',
  'restore.changed': 'anyone',
  'protection.changed': 'anyone',
  'protection.progress': 'anyone',
  'people.changed': 'anyone',
  'eyes.changed': 'signed_in',
  'team.changed': 'signed_in',
  'desk.locked': 'anyone',
  /** With a link it fills the form with a customer's data. */
  'desk.open': 'issue',
};
