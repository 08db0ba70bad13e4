import { z } from 'zod';

import { pastRequestSchema } from './customer.ts';
import { fieldFaultSchema } from './draft.ts';
import { EYES_REASONS } from './eyes.ts';
import { intentIdSchema } from './ids.ts';
import { IMPORT_REFUSALS } from './importing.ts';

export const PLAIN_CODES = [
  'unknown_operation',
  'invalid_input',
  'invalid_output',
  'internal',
  'not_authorised',
  /** There are people, and none of them is signed in at this page. */
  'sign_in_first',
  /** The person's role lacks the permission. `detail` names it. */
  'not_permitted',
  'person_not_found',
  /** Another person in use has this name. */
  'person_name_taken',
  /** There are people already, or none yet. */
  'people_not_possible',
  /** The last supervisor in use, or the supervisors' own permission. */
  'last_supervisor',
  /** `detail`: the attempts that are left. */
  'pin_wrong',
  /** `detail`: the seconds to wait. The attempt was not compared. */
  'pin_wait',
  'pin_locked',
  /** The keychain has another pepper, or none: the PIN must be set anew. */
  'pin_unusable',
  /** One digit repeated, or a run of digits. */
  'pin_guessable',
  /** The checksum does not fit: nothing was tried. */
  'code_mistyped',
  'code_wrong',
  /** A hand-over is accepted by another person than the one who leaves. */
  'hand_over_same_person',
  /** The card was changed, used or withdrawn since the approver saw it. */
  'approval_void',
  /** The approver made it, or changed it before. */
  'approval_own',
  /** A code, but not the Log code that was shown. */
  'log_code_wrong',
  'host_unreachable',
  'profile_not_found',
  'request_not_found',
  'live_not_allowed',
  /** The operator has not confirmed this live profile since the desk was started or the profile was changed. */
  'live_not_confirmed',
  'profile_fixed',
  'intent_conflict',
  'not_recorded',
  'profile_archived',
  /** It has another address, merchant or mode than the page showed. Nothing was issued. */
  'profile_changed',
  /** It leads to another address, merchant or mode than when the plan of the batch was frozen. */
  'profile_elsewhere',
  'profile_in_use',
  'profile_stays_live',
  'profile_file_unreadable',
  'vault_unavailable',
  'vault_locked',
  'vault_denied',
  'vault_timed_out',
  'vault_store_changed',
  'secret_not_stored',
  'secret_missing',
  'secret_unusable',
  /** It equals the merchant id or the value of a header. `detail` says which. */
  'secret_not_secret',
  /** The merchant id or a header's value equals a secret that is stored for the profile. `detail` says which. */
  'known_value_is_secret',
  'log_unavailable',
  /** The log is protected, and the desk is not open before its Log code was typed. `detail`: why the keychain gave no key. */
  'log_locked',
  /** The Log code was typed at a desk that is open. */
  'log_open',
  /** Requests are on their way, another switch is under way, or the code shown belongs to another page. `detail` says which. */
  'protection_not_possible',
  /** Some files are still as before the switch; the next start, or another try, goes on with it. */
  'protection_not_finished',
  'backup_not_usable',
  'not_resolvable',
  /** No payment differs, the provider has named another amount since, or the difference is settled. */
  'no_mismatch',
  /** A mark that answers to created requests carry cannot mean that nothing was created. */
  'mark_of_accepted',
  'confirmation_mismatch',
  'too_late_to_cancel',
  'copy_locked',
  /** A payment link that must stay text: it is not copied either. */
  'link_not_safe',
  /** The date that the person confirmed is not the date of the clock any more. */
  'clock_moved',
  'search_gone',
  'log_not_empty',
  'view_limit',
  'export_not_found',
  /** Moved or deleted since it was written, or this host cannot show it. */
  'export_file_missing',
  'template_limit',
  /** It could not be had: no connection, no answer, an error for an answer. */
  'bill_not_fetched',
  /** It was had, or could have been, and must not be shown: not a picture, too large, a redirect, a private address. */
  'bill_not_safe',
  'picture_too_large',
  /** Not a picture of a type that can be shown. */
  'picture_not_usable',
  /** Its file beside the log is missing, or is not as it was written. */
  'picture_lost',
  'diagnostics_not_saved',
  /** The system keeps this program out of the folder that files go to. Nothing was written. */
  'folder_denied',
  'batch_not_found',
  /** The rows that are ready changed since the operator counted them, or the typed number is another one. */
  'batch_count_differs',
  /** Orders of the file were issued since its check, the file became a batch, or the rows or the profile were changed. Nothing was issued. */
  'batch_check_changed',
  /** Another request or plan of this merchant and mode has the order id. `detail`: the order id. */
  'order_held',
  /** It is stopped or done, or does what was asked already. */
  'batch_not_possible',
  'statement_not_found',
  /** The same file is on record already. `detail` is the id of that statement. */
  'statement_known',
  /** The preview is not the newest one, or the row or the request is taken by another decision. `detail` says which. */
  'statement_not_possible',
  /** An earlier start with this id left a part of a plan. Nothing of it is ever sent; another id begins anew. */
  'batch_broke_off',
  /** The desk has joined no team. */
  'no_team',
  /** The team's server, or the desk itself, refused. `detail`: the fault's code. */
  'team_refused',
  /** The team's server did not answer. `detail`: the fault's code and technical words. */
  'team_unreachable',
] as const;

/** What an operation can fail with. Nothing else crosses the contract: dispatch turns every throw into `internal`. */
export const failureSchema = z.discriminatedUnion('code', [
  /** `detail` is for the log and the curious; operator wording is keyed by `code` in the renderer. */
  z.strictObject({ code: z.enum(PLAIN_CODES), detail: z.string().nullable() }),
  z.strictObject({
    code: z.literal('invalid_fields'),
    faults: z.array(fieldFaultSchema).readonly(),
  }),
  /** The order patterns of these profiles lack `{desk}`, which Live needs in a team. */
  z.strictObject({
    code: z.literal('pattern_lacks_desk'),
    profiles: z.array(z.string()).readonly(),
  }),
  z.strictObject({
    code: z.literal('import_refused'),
    reason: z.enum(IMPORT_REFUSALS),
    /** A row number, a limit or the reader's own words. */
    detail: z.string().nullable(),
  }),
  z.strictObject({
    code: z.literal('order_open'),
    orderId: z.string(),
    openIntentId: intentIdSchema,
    openOutcome: z.enum(['prepared', 'sending', 'unknown']),
  }),
  /** A four-eyes rule asks for a second person. `cardId`: what waits for them; null while it is not on a card yet. */
  z.strictObject({
    code: z.literal('approval_needed'),
    reasons: z.array(z.enum(EYES_REASONS)).readonly(),
    cardId: z.uuid().nullable(),
  }),
  /** An unresolved unknown for the same customer and amount: issuing it again needs its order id typed. */
  z.strictObject({ code: z.literal('unanswered_before'), past: pastRequestSchema }),
  /** The order id is in use, or the same customer and amount was issued lately: the operator is asked first. */
  z.strictObject({
    code: z.literal('issued_before'),
    why: z.enum(['order_used', 'same_lately']),
    past: pastRequestSchema,
    /** Another customer has the order id: it is typed once more. */
    isTyped: z.boolean(),
  }),
]);
export type Failure = z.infer<typeof failureSchema>;

export function failure(code: (typeof PLAIN_CODES)[number], detail: string | null = null): Failure {
  return { code, detail };
}
