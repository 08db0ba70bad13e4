import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationOutput } from '#shared/contract/operations.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';

import { applyRequest } from '../../client/applyEvent.ts';
import { callOrThrow } from '../../client/call.ts';
import { useClient } from '../../client/deskContext.ts';
import { endSavedDraft, freshIntentId } from './draft.ts';

type Issue = {
  readonly intentId: IntentId;
  readonly profileId: ProfileId;
  readonly deposit: DepositDraft;
};
type Issued = OperationOutput<'issue.create'>;

/** Resolves once the request is recorded; its outcome arrives by itself. Never repeated by itself. */
export function useIssue(): UseMutationResult<Issued, Error, Issue> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ intentId, profileId, deposit }: Issue) =>
      deposit.flow === 'create'
        ? callOrThrow(client, 'issue.create', { intentId, profileId, fields: deposit.fields })
        : callOrThrow(client, 'issue.build', { intentId, profileId, fields: deposit.fields }),
    retry: false,
    // Here and not in the form, which the operator may have left in the meantime.
    onSuccess: (issued, { intentId, profileId, deposit }) => {
      endSavedDraft(sessionStorage, profileId, deposit.flow, intentId, freshIntentId());
      return applyRequest(cache, issued.request);
    },
  });
}
