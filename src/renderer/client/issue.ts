import {
  type Mutation,
  type MutationStatus,
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { Profile, WhereTo } from '#shared/domain/profile.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import { applyRequest } from './applyEvent.ts';
import { callOrThrow, failureOf, orThrow, useAnswer } from './operation.ts';
import { useClient } from './deskContext.ts';
import { KEYS } from './keys.ts';

/** Earlier requests that the operator was asked about, each with its order id as typed. */
export type Repeat = NonNullable<OperationInput<'issue.create'>['repeat']>;

type Issue = {
  readonly intentId: IntentId;
  readonly profileId: ProfileId;
  /** Where the operator saw that it goes. Null: the profile is not known to the page, and core refuses it. */
  readonly shown: WhereTo | null;
  readonly deposit: DepositDraft;
  /** Only from Resolve: the unknown that this replaces, and the old order id as typed. */
  readonly reissue: OperationInput<'issue.create'>['reissue'];
  readonly repeat?: Repeat | undefined;
  /** What the embedded provider is to do with it. */
  readonly scenario?: Scenario;
  /** The operator has just confirmed this live profile. */
  readonly confirmLive?: boolean;
};
type Issued = OperationOutput<'issue.create'>;

/**
 * Resolves once the request is recorded; its outcome arrives by itself. Never repeated by itself. `onRecorded` runs even
 * where the operator has left the screen in the meantime.
 */
export function useIssue(
  intentId: IntentId,
  onRecorded: (issue: Issue) => void = () => undefined,
): UseMutationResult<Issued, Error, Issue> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationKey: KEYS.issue(intentId),
    // A failure is kept for as long as its draft: the operator may come back to it late.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (asked: Issue) => {
      const { deposit, scenario = 'plain', confirmLive = false, shown, ...named } = asked;
      const issue = { ...named, shown: shown ?? undefined };
      if (confirmLive) {
        const place = { profileId: issue.profileId, shown: issue.shown };
        const confirmed = await callOrThrow(client, 'profile.confirmLive', place);
        cache.setQueryData(KEYS.confirmedLive, confirmed);
      }
      if (scenario !== 'plain') {
        const orderId = deposit.fields.order_id.trim();
        await callOrThrow(client, 'sandbox.arm', { orderId, scenario });
      }
      if (issue.reissue !== null) {
        return deposit.flow === 'create'
          ? callOrThrow(client, 'issue.create', { ...issue, fields: deposit.fields })
          : callOrThrow(client, 'issue.build', { ...issue, fields: deposit.fields });
      }
      // A typed request that needs a second person waits in Now: the form is free for the next customer.
      return orThrow(
        deposit.flow === 'create'
          ? await client.call('issue.create', { ...issue, fields: deposit.fields })
          : await client.call('issue.build', { ...issue, fields: deposit.fields }),
      );
    },
    retry: false,
    onError: (error, issue) => {
      // Its card has all of it.
      if (failureOf(error).code === 'approval_needed') onRecorded(issue);
      return askLiveAgain(cache, error);
    },
    onSuccess: (issued, issue) => {
      onRecorded(issue);
      return applyRequest(cache, issued.request);
    },
  });
}

const PREPARE_EVERY_MS = 1000;

/** Called with every key that is typed; the desk is told at most once a second for both forms. Its reply is not used. */
export function usePrepareConnection(profileId: ProfileId): () => void {
  const client = useClient();
  const cache = useQueryClient();
  return () =>
    void cache.prefetchQuery({
      queryKey: KEYS.prepared(profileId),
      // Not thrown: a failure counts as told, too.
      queryFn: () => client.call('issue.prepare', { profileId }),
      staleTime: PREPARE_EVERY_MS,
    });
}

type Attempt = {
  readonly number: number;
  readonly status: MutationStatus;
  readonly error: Error | null;
};

function attemptOf({ mutationId, state }: Mutation): Attempt {
  return { number: mutationId, status: state.status, error: state.error };
}

/** The newest attempt to record this request, at this moment. */
export function lastAttempt(cache: QueryClient, intentId: IntentId): Attempt | null {
  const last = cache
    .getMutationCache()
    .findAll({ mutationKey: KEYS.issue(intentId) })
    .at(-1);
  return last === undefined ? null : attemptOf(last);
}

/** The same, kept up to date. It outlives the screen on which the attempt was begun. */
export function useLastAttempt(intentId: IntentId): {
  readonly attempt: Attempt | null;
  readonly forget: () => void;
} {
  const cache = useQueryClient().getMutationCache();
  const filters = { mutationKey: KEYS.issue(intentId) };
  const attempts = useMutationState<Attempt>({ filters, select: attemptOf });
  return {
    attempt: attempts.at(-1) ?? null,
    forget: () => {
      for (const mutation of cache.findAll(filters)) cache.remove(mutation);
    },
  };
}

/** What this page remembers as confirmed is of an earlier run, or of the profile as it was: the next press asks. */
export async function askLiveAgain(cache: QueryClient, error: Error): Promise<void> {
  if (failureOf(error).code !== 'live_not_confirmed') return;
  await cache.resetQueries({ queryKey: KEYS.confirmedLive });
}

/** True until the operator has confirmed this live profile in this run of the desk, and while the answer is loading. */
export function useIsFirstLive({ id, mode }: Pick<Profile, 'id' | 'mode'>): boolean {
  const { data } = useAnswer('profile.confirmedLive', {}, KEYS.confirmedLive, {
    enabled: mode === 'live',
    staleTime: 0,
  });
  return mode === 'live' && data?.includes(id) !== true;
}
