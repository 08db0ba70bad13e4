import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import type { Refusal } from '#shared/dialect/schema.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { PastAnswers } from '#shared/contract/format.ts';

import { callOrThrow } from '../../../client/operation.ts';
import { useClient } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';

/** Which answers of the log it would have matched. Its wording and meaning match nothing, so they are not asked with. */
export function usePastAnswers(
  profileId: ProfileId,
  refusal: Refusal,
): UseQueryResult<PastAnswers> {
  const client = useClient();
  const asked: Refusal = { ...refusal, meaning: 'refused', wording: '' };
  return useQuery({
    queryKey: ['past-answers', profileId, asked.status, asked.path, asked.value],
    queryFn: () => callOrThrow(client, 'format.pastAnswers', { profileId, refusal: asked }),
  });
}

export function useTeach(profileId: ProfileId): UseMutationResult<Profile, Error, Refusal> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (refusal: Refusal) => callOrThrow(client, 'format.teach', { profileId, refusal }),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEYS.profiles }),
  });
}
