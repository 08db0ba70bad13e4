import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { KEYS } from '../../../client/keys.ts';
import { type Answer, type Mutation, useAnswer, useOperation } from '../../../client/operation.ts';

export type LinkVerdict = OperationOutput<'link.check'>;

/** Judged by the desk, for the profile of its request: another one may have agreed to other hosts. Null is not asked about. */
export function useLinkVerdict(address: string | null, profileId: ProfileId): Answer<'link.check'> {
  const asked = address ?? '';
  return useAnswer('link.check', { address: asked, profileId }, KEYS.link(profileId, asked), {
    enabled: address !== null,
  });
}

/** This host is not asked about again for the profile that was asked about. */
export function useConfirmHost(): Mutation<'link.confirm'> {
  return useOperation('link.confirm', (cache) => cache.invalidateQueries({ queryKey: KEYS.links }));
}
