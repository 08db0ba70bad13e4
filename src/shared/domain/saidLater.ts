import type { Heard } from './callback.ts';
import { type DepositRequest, isUnresolved } from './request.ts';

/** What a late answer suggests about a request that is still unknown; null: nothing. */
export function suggestedByLate(request: DepositRequest): 'found' | 'absent' | null {
  if (!isUnresolved(request) || request.late === undefined) return null;
  const { outcome } = request.late;
  if (outcome === 'accepted') return 'found';
  return outcome === 'rejected' ? 'absent' : null;
}

/** The late answer needs the operator: it is unconfirmed, or it says that a request resolved as absent or issued again exists. */
export function isLateOpen(request: DepositRequest): boolean {
  if (request.outcome !== 'unknown' || request.late === undefined) return false;
  const { late, resolution } = request;
  return resolution === null || (late.outcome === 'accepted' && resolution.kind !== 'found');
}

/** "The provider has this request": it called back about a request that is still unknown. One click then resolves it as found. */
export function knownToProvider(request: DepositRequest): Heard | null {
  return isUnresolved(request) ? (request.heard ?? null) : null;
}
