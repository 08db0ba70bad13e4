import type { DepositRequest } from './request.ts';

const MINUTE_MS = 60_000;

/**
 * Until when the requisites of a request hold, or null where the profile does not say. Counted from when it was recorded: the
 * provider counts from when it answered, which is later, so this errs on the safe side.
 */
export function validUntil(
  { createdAt }: Pick<DepositRequest, 'createdAt'>,
  requisitesValidMin: number | null,
): string | null {
  if (requisitesValidMin === null) return null;
  return new Date(Date.parse(createdAt) + requisitesValidMin * MINUTE_MS).toISOString();
}

/** Nothing may be paid to them any more, as far as the profile says. */
export function isPastValidity(
  request: Pick<DepositRequest, 'createdAt'>,
  requisitesValidMin: number | null,
  nowMs: number,
): boolean {
  const until = validUntil(request, requisitesValidMin);
  return until !== null && Date.parse(until) <= nowMs;
}
