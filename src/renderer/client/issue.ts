import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';

import { applyRequest } from './applyEvent.ts';
import { callOrThrow } from './call.ts';
import { useClient } from './deskContext.ts';

type Issue = {
  readonly intentId: IntentId;
  readonly profileId: ProfileId;
  readonly deposit: DepositDraft;
  /** Only from Resolve: the unknown that this replaces, and the old order id as typed. */
  readonly reissue: OperationInput<'issue.create'>['reissue'];
};
type Issued = OperationOutput<'issue.create'>;

/**
 * Resolves once the request is recorded; its outcome arrives by itself. Never repeated by itself. `onRecorded` runs even
 * where the operator has left the screen in the meantime.
 */
export function useIssue(
  onRecorded: (issue: Issue) => void = () => undefined,
): UseMutationResult<Issued, Error, Issue> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ deposit, ...issue }: Issue) =>
      deposit.flow === 'create'
        ? callOrThrow(client, 'issue.create', { ...issue, fields: deposit.fields })
        : callOrThrow(client, 'issue.build', { ...issue, fields: deposit.fields }),
    retry: false,
    onSuccess: (issued, issue) => {
      onRecorded(issue);
      return applyRequest(cache, issued.request);
    },
  });
}
