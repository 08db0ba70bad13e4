import type { DepositRequest } from '#shared/domain/request.ts';

export type Relation = 'repeatedFrom' | 'repeats' | 'resolvedBy' | 'repeatedAs' | 'order';

/** How another request has to do with this one, said from this one's side. */
export function relationOf(request: DepositRequest, other: DepositRequest): Relation {
  if (other.intentId === request.reissueOf) return 'repeatedFrom';
  if (other.intentId === request.repeats) return 'repeats';
  if (isResolvedBy(request, other)) return 'resolvedBy';
  return other.reissueOf === request.intentId ? 'repeatedAs' : 'order';
}

function isResolvedBy(request: DepositRequest, other: DepositRequest): boolean {
  return (
    request.outcome === 'unknown' &&
    request.resolution?.kind === 'reissued' &&
    request.resolution.asIntentId === other.intentId
  );
}
