import { skipToken, useMutation, useQuery } from '@tanstack/react-query';

import type { CheckStep } from '#shared/domain/connectionCheck.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

export type Check = {
  readonly start: () => void;
  readonly running: boolean;
  readonly finished: boolean;
  readonly error: Error | null;
  /** As far as they are known: while it runs they arrive as events, at the end all are there. */
  readonly steps: readonly CheckStep[];
};

export function useCheck(profileId: ProfileId): Check {
  const client = useClient();
  const check = useMutation({
    mutationFn: (checkId: string) =>
      callOrThrow(client, 'connection.check', { profileId, checkId }),
  });
  const checkId = check.variables ?? '';
  const arrived = useQuery<readonly CheckStep[]>({
    queryKey: KEYS.check(checkId),
    queryFn: skipToken,
  });
  return {
    start: () => check.mutate(crypto.randomUUID()),
    running: check.isPending,
    finished: check.isSuccess,
    error: check.error,
    steps: check.data?.steps ?? arrived.data ?? [],
  };
}
