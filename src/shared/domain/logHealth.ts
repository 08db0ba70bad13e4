import { z } from 'zod';

import { timestampSchema } from './ids.ts';

/** A stretch of events that a backup lacks, as far as the anchor and the damaged file tell. */
export const missingRangeSchema = z.strictObject({
  fromSeq: z.int().positive(),
  /** null: how far the lost part went is not known. */
  toSeq: z.int().positive().nullable(),
  sinceAt: timestampSchema.nullable(),
});

/** Events for which no stamp of the desk's key vouches: whether they are as they were written cannot be told. */
export const eventRangeSchema = z.strictObject({
  fromSeq: z.int().positive(),
  toSeq: z.int().positive(),
});
export type EventRange = Readonly<z.infer<typeof eventRangeSchema>>;

export const backupSchema = z.strictObject({
  /** Its file name inside the backup folder. */
  name: z.string(),
  takenAt: timestampSchema,
  headSeq: z.int().nonnegative(),
  requests: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /**
   * `segment`: the events since another backup; `headSeq` and `requests` are of the whole log that it brings back. `own`: no
   * backup, but what a damaged log still has, or (by the name of the log's file) the log itself, which the team's server had more of.
   * `takenAt` is then the time of its last event.
   */
  kind: z.enum(['full', 'segment', 'own']),
  /** When its last request was recorded; null: it has none. Left out: not looked for. */
  lastRequestAt: timestampSchema.nullable().optional(),
  /** Which of the segments after a full copy it is. */
  segment: z.strictObject({ number: z.int().positive(), of: z.int().positive() }).optional(),
});
export type Backup = z.infer<typeof backupSchema>;

/** How far a restore is. `share`: of this step, from 0 to 1; null: unknown. */
export const restoreProgressSchema = z.strictObject({
  step: z.enum(['copying', 'checking', 'replaying']),
  share: z.number().nullable(),
});
export type RestoreProgress = Readonly<z.infer<typeof restoreProgressSchema>>;

/** What can be wrong with the file at start, or (`moved`) while the desk runs. Each has its own words on screen. */
export const LOG_DAMAGES = [
  'corrupt',
  'truncated',
  'zero_length',
  'missing',
  'missing_wal',
  'read_only',
  'newer_schema',
  'permission_denied',
  'cannot_open',
  'disk_full',
  'not_a_log',
  'moved',
] as const;

/**
 * How many outcomes are in this process's memory only, whatever else is wrong: `log.heldAnswers` gives them for saving, and
 * closing the desk loses them. Left out: none.
 */
const heldAnswers = z.int().positive().optional();

/** The window opens whatever the log's state; nothing is issued unless it is `ok`. */
export const logHealthSchema = z.discriminatedUnion('state', [
  /** Held answers here belong to requests that a restored log does not know. */
  z.strictObject({ state: z.literal('ok'), heldAnswers }),
  z.strictObject({
    state: z.literal('damaged'),
    damage: z.enum(LOG_DAMAGES),
    file: z.string(),
    detail: z.string(),
    /** Where db, -wal and -shm were set aside together; null where they were left in place. */
    setAside: z.string().nullable(),
    newestBackup: backupSchema.nullable(),
    missing: missingRangeSchema.nullable(),
    heldAnswers,
    /** Of the newest backup. Left out: nothing of it, or the keychain has not answered yet. */
    unproven: eventRangeSchema.optional(),
    /** The damaged log's own events whose chain holds, and what they lack. Left out: none that no backup has. */
    own: z
      .strictObject({
        offer: backupSchema,
        missing: missingRangeSchema.nullable(),
        unproven: eventRangeSchema.optional(),
      })
      .optional(),
  }),
  /** A deliberate restore: issuing resumes once the operator has acknowledged the missing range. */
  z.strictObject({
    state: z.literal('restored'),
    from: backupSchema,
    missing: missingRangeSchema.nullable(),
    /** Events after the backup that the team's server gave back. Left out: none. */
    fetched: eventRangeSchema.optional(),
    /** Of what was restored. */
    unproven: eventRangeSchema.optional(),
    heldAnswers,
  }),
  /** An outcome could not be written: issuing stops, the answers are held in memory. `held`: how many wait to be written. */
  z.strictObject({
    state: z.literal('not_writing'),
    detail: z.string(),
    held: z.int(),
    heldAnswers,
  }),
]);
export type LogHealth = z.infer<typeof logHealthSchema>;

export function isMoved(health: LogHealth): boolean {
  return health.state === 'damaged' && health.damage === 'moved';
}

export function isDiskFull(health: LogHealth): boolean {
  return health.state === 'damaged' && health.damage === 'disk_full';
}

/** What Verify found. It detects edits to the file, not an attacker who controls the operator's account. */
export const VERIFY_VERDICTS = [
  'holds',
  'edited',
  'deleted',
  'truncated',
  'older_copy',
  'restamped',
  'projection_differs',
  'picture_missing',
  'picture_altered',
  'not_compared',
] as const;

export const verifyReportSchema = z.strictObject({
  verdict: z.enum(VERIFY_VERDICTS),
  events: z.int().nonnegative(),
  headSeq: z.int().nonnegative(),
  /** The first event that does not hold. */
  firstBadSeq: z.int().positive().nullable(),
  detail: z.string().nullable(),
  /** Restamping can be excluded only where the key that stamped the log is there. */
  key: z.enum(['present', 'absent', 'no_answer', 'lost', 'new_epoch', 'anchor_missing']),
  /**
   * Restores on record, oldest first. `unproven`: what the key had not vouched for before; with the event of the restore itself
   * where the key did not record it.
   */
  restores: z
    .array(
      z.strictObject({
        seq: z.int(),
        at: timestampSchema,
        unproven: eventRangeSchema.optional(),
      }),
    )
    .readonly(),
  /** Each found at a start: the last events before it, which the anchor did not know of yet. Left out: none. */
  unstamped: z
    .array(z.strictObject({ seq: z.int(), at: timestampSchema, events: eventRangeSchema }))
    .readonly()
    .optional(),
  /** The last start that found no stamped anchor of a stamped log: what came before it may have been restamped. */
  anchorMissing: z.strictObject({ seq: z.int(), at: timestampSchema }).nullable(),
  /** Bodies that were erased because their time was over, by the days on which events erased them. Left out: none. */
  erased: z
    .array(
      z.strictObject({
        day: z.string(),
        bodies: z.int(),
        /** How many events erased them, and the numbers of the first and the last one. */
        events: z.int(),
        fromSeq: z.int(),
        toSeq: z.int(),
      }),
    )
    .readonly()
    .optional(),
});
export type VerifyReport = z.infer<typeof verifyReportSchema>;
