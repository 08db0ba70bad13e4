import { z } from 'zod';

import { fieldFaultSchema } from './draft.ts';
import { intentIdSchema } from './ids.ts';

/** `detail` is for the log and the curious; operator wording is keyed by `code` in the renderer. */
const plain = <const Code extends string>(code: Code) =>
  z.strictObject({ code: z.literal(code), detail: z.string().nullable() });

/** What an operation can fail with. Nothing else crosses the contract: dispatch turns every throw into `internal`. */
export const failureSchema = z.discriminatedUnion('code', [
  plain('unknown_operation'),
  plain('invalid_input'),
  plain('invalid_output'),
  plain('internal'),
  plain('not_authorised'),
  plain('host_unreachable'),
  plain('profile_not_found'),
  plain('request_not_found'),
  plain('live_not_allowed'),
  plain('profile_fixed'),
  plain('intent_conflict'),
  plain('not_recorded'),
  plain('vault_unavailable'),
  plain('secret_not_stored'),
  plain('log_unavailable'),
  plain('backup_not_usable'),
  plain('not_resolvable'),
  plain('confirmation_mismatch'),
  plain('too_late_to_cancel'),
  plain('copy_locked'),
  z.strictObject({
    code: z.literal('invalid_fields'),
    faults: z.array(fieldFaultSchema).readonly(),
  }),
  z.strictObject({
    code: z.literal('order_open'),
    orderId: z.string(),
    openIntentId: intentIdSchema,
    openOutcome: z.enum(['prepared', 'sending', 'unknown']),
  }),
]);
export type Failure = z.infer<typeof failureSchema>;
type FailureCode = Failure['code'];

type PlainCode = Exclude<FailureCode, 'invalid_fields' | 'order_open'>;

export function failure(code: PlainCode, detail: string | null = null): Failure {
  return { code, detail };
}
