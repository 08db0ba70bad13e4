import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { ProfileId } from '#shared/domain/ids.ts';
import type { ShiftReport } from '#shared/domain/shift.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

/** Requests still come in while it is read. */
const EVERY_MS = 15_000;

export function useShiftReport(profileId: ProfileId): UseQueryResult<ShiftReport> {
  const client = useClient();
  return useQuery({
    queryKey: KEYS.shift(profileId),
    queryFn: () => callOrThrow(client, 'shift.report', { profileId }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
}
