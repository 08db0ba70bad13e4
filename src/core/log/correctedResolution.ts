import type { DepositRequest, Resolution } from '#shared/domain/request.ts';

import type { RequestEvent } from './events.ts';

/** As found, with what was typed over it. Null: there is nothing of the kind to correct. */
export function correctedResolution(
  before: DepositRequest,
  { at, body }: Extract<RequestEvent, { kind: 'corrected' }>,
): Resolution | null {
  if (before.outcome !== 'unknown' || before.resolution?.kind !== 'found') return null;
  const { typedByHand, operator } = body;
  return { ...before.resolution, typedByHand, corrected: { at, operator } };
}
