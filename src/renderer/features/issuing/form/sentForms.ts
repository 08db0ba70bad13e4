import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

import type { Flow } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { KEYS } from '../../../client/keys.ts';
import type { SentForm } from './formState.ts';

/** A request that has left the form and is not recorded. In the page's memory alone: it names a customer. */
export type Sent = SentForm & {
  readonly profileId: ProfileId;
  /** The operator has pressed Put back. */
  readonly isWanted: boolean;
};

/** The call may have done its work although its answer did not reach the page, or not in a form that can be read. */
const UNCLEAR: ReadonlySet<Failure['code']> = new Set([
  'host_unreachable',
  'invalid_output',
  'internal',
]);

export function isUnclear(failure: Failure | null): boolean {
  return failure !== null && UNCLEAR.has(failure.code);
}

export const intentOf = ({ form }: SentForm): IntentId => form.draft.intentId;

export type SentForms = {
  /** Oldest first, of every profile. */
  readonly list: readonly Sent[];
  readonly add: (sent: Sent) => void;
  /** What is known of one by now. */
  readonly change: (intentId: IntentId, to: Partial<Sent>) => void;
  readonly end: (intentId: IntentId) => void;
};

const NONE: readonly Sent[] = [];

export function useSentForms(): SentForms {
  const cache = useQueryClient();
  const { data = NONE } = useQuery<readonly Sent[]>({
    queryKey: KEYS.sentForms,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const set = (next: (list: readonly Sent[]) => readonly Sent[]): void =>
    void cache.setQueryData<readonly Sent[]>(KEYS.sentForms, (list = NONE) => next(list));
  return {
    list: data,
    add: (sent) => set((list) => [...list, sent]),
    change: (intentId, to) =>
      set((list) => list.map((sent) => (intentOf(sent) === intentId ? { ...sent, ...to } : sent))),
    end: (intentId) => set((list) => list.filter((sent) => intentOf(sent) !== intentId)),
  };
}

/** What the operator wants back in a form of this profile; of this kind, where one is named. */
export function useWantedBack(flow?: Flow): Sent | null {
  const { id } = useDesk().profile;
  const { list } = useSentForms();
  const isThis = ({ isWanted, profileId, deposit }: Sent): boolean =>
    isWanted && profileId === id && (flow === undefined || deposit.flow === flow);
  return list.find(isThis) ?? null;
}

/** At this moment. */
export function sentForm(cache: QueryClient, intentId: IntentId): Sent | undefined {
  const list = cache.getQueryData<readonly Sent[]>(KEYS.sentForms) ?? NONE;
  return list.find((sent) => intentOf(sent) === intentId);
}
