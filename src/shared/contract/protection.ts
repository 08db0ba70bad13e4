import { z } from 'zod';

import { typedCodeSchema } from '../domain/people.ts';
import { protectionSchema } from '../domain/protection.ts';
import { nothing } from './inputs.ts';

/** Protection at rest. Each switch answers when it is done; `protection.progress` tells how far it is. */
export const PROTECTION_OPERATIONS = {
  /** Also asked by a page without a person: what is typed is kept in memory alone while the log is protected. */
  'protection.state': { permission: 'anyone', input: nothing, output: protectionSchema },
  /** A new Log code, shown this one time. Nothing changes before `protection.apply` has had it typed back. */
  'protection.newCode': {
    permission: 'supervise',
    input: nothing,
    output: z.strictObject({ confirmId: z.uuid(), code: z.string() }),
  },
  /** Only by the page that was shown the code. Encrypts everything about customers, or, where it is encrypted, gives it a new key. */
  'protection.apply': {
    permission: 'supervise',
    input: z.strictObject({ confirmId: z.uuid(), code: typedCodeSchema }),
    output: protectionSchema,
  },
  /** Makes every file plain again. */
  'protection.turnOff': { permission: 'supervise', input: nothing, output: protectionSchema },
  /** Goes on with a switch that did not finish. */
  'protection.resume': { permission: 'supervise', input: nothing, output: protectionSchema },
  /**
   * The Log code, at a desk whose keychain did not give the log's key: everything else is `log_locked` there. Null: the keychain is
   * asked again. The desk is open with the answer; `isKept`: the keychain has the key from now on. `code_mistyped`,
   * `log_code_wrong`, `pin_wait` (`detail`: the seconds to wait). `log_open`: it is open already. `isPlainMeant`: the log is not protected
   * although the keychain says so (`log_locked`, `plain_log`), and the person goes on with it: it is protected again.
   */
  'protection.unlock': {
    permission: 'anyone',
    input: z.strictObject({
      code: typedCodeSchema.nullable(),
      isPlainMeant: z.boolean().optional(),
    }),
    output: z.strictObject({ isKept: z.boolean() }),
  },
} as const;
