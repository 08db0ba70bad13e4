import type { DepositRequest } from '#shared/domain/request.ts';
import { validUntil } from '#shared/domain/validity.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { useNow } from '../../../ui/hooks.ts';

type Validity = {
  readonly until: string;
  readonly state: 'valid' | 'last_minute' | 'ended';
  /** "14:59"; "2:05:00" from an hour on. */
  readonly left: string;
};

const LAST_MS = 60_000;

/** How long the requisites of a request still hold. Null when its profile sets no time. */
export function useValidity(request: DepositRequest): Validity | null {
  const { profiles } = useDesk();
  const profile = profiles.find(({ id }) => id === request.profileId);
  const until = validUntil(request, profile?.requisitesValidMin ?? null);
  const nowMs = useNow(until === null ? null : 1000);
  return until === null ? null : validityAt(until, nowMs);
}

export function validityAt(until: string, nowMs: number): Validity {
  const leftMs = Date.parse(until) - nowMs;
  const left = clockOf(Math.max(0, Math.ceil(leftMs / 1000)));
  if (leftMs <= 0) return { until, state: 'ended', left };
  return { until, state: leftMs <= LAST_MS ? 'last_minute' : 'valid', left };
}

function clockOf(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const clock = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}
