import type { OperationOutput, OperationName } from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Result } from '#shared/domain/result.ts';

/** What travels back for a call. `_name` ties the answer's type to the operation: dispatch has checked the rest. */
export function isReply<N extends OperationName>(
  _name: N,
  reply: unknown,
): reply is Result<OperationOutput<N>, Failure> {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply)) return false;
  if (reply.ok === true) return 'value' in reply;
  return reply.ok === false && 'error' in reply && hasText(reply.error, 'code');
}

export function hasText<K extends string>(
  value: unknown,
  key: K,
): value is Readonly<Record<K, string>> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, key) === 'string';
}
