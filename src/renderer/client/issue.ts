import {
  type QueryClient,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { Profile, WhereTo } from '#shared/domain/profile.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import { applyRequest } from './applyEvent.ts';
import { FailureError, callOrThrow, failureOf, orThrow, useAnswer } from './operation.ts';
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
  /** Where the deposit has no order id yet: what the desk suggests. Null: it has none. */
  readonly suggestedOrder?: Promise<string | null> | undefined;
  /** Only from Resolve: the unknown that this replaces, and the old order id as typed. */
  readonly reissue: OperationInput<'issue.create'>['reissue'];
  readonly repeat?: Repeat | undefined;
  /** What the embedded provider is to do with it. */
  readonly scenario?: Scenario;
  /** The operator has just confirmed this live profile. */
  readonly confirmLive?: boolean;
};
type Issued = OperationOutput<'issue.create'>;

type Told = {
  /** It is in the log, or waits on a card for a second person. */
  readonly onRecorded: (issue: Issue) => void;
  readonly onFailed: (issue: Issue, failure: Failure) => void;
};

/**
 * Resolves once the request is recorded; its outcome arrives by itself. Never repeated by itself. `told` runs even where the
 * operator has left the screen in the meantime.
 */
export function useIssue(told: Partial<Told> = {}): UseMutationResult<Issued, Error, Issue> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationKey: KEYS.issue,
    // Kept until the next one: after a failure the message key must not copy an earlier customer's message.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async (asked: Issue) => {
      const { deposit: typed, suggestedOrder, scenario = 'plain', confirmLive = false } = asked;
      const { intentId, profileId, reissue, repeat } = asked;
      const issue = { intentId, profileId, reissue, repeat, shown: asked.shown ?? undefined };
      const deposit = await withOrder(typed, suggestedOrder);
      if (confirmLive) {
        const place = { profileId, shown: issue.shown };
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
    onMutate: () => {
      const calls = cache.getMutationCache();
      for (const call of calls.findAll({ mutationKey: KEYS.issue })) {
        if (call.state.status !== 'pending') calls.remove(call);
      }
    },
    onError: (error, issue) => {
      const failure = failureOf(error);
      // Its card has all of it.
      if (failure.code === 'approval_needed') told.onRecorded?.(issue);
      else told.onFailed?.(issue, failure);
      return askLiveAgain(cache, error);
    },
    onSuccess: (issued, issue) => {
      told.onRecorded?.(issue);
      return applyRequest(cache, issued.request);
    },
  });
}

async function withOrder(
  deposit: DepositDraft,
  suggested: Issue['suggestedOrder'],
): Promise<DepositDraft> {
  if (suggested === undefined) return deposit;
  const order_id = await suggested;
  if (order_id === null) {
    const fault = { field: 'order_id', code: 'required', force: 'refuse', limit: null } as const;
    throw new FailureError({ code: 'invalid_fields', faults: [fault] });
  }
  return deposit.flow === 'create'
    ? { ...deposit, fields: { ...deposit.fields, order_id } }
    : { ...deposit, fields: { ...deposit.fields, order_id } };
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
