import { useEffect, useEffectEvent } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { useDesk } from '../../client/deskContext.ts';
import { type RefillHow, useRefill } from '../../client/refill.ts';
import { isFree } from './draft.ts';
import type { Attention } from './useAttention.ts';
import type { DraftHandle } from './useDraft.ts';
import type { QuickLine } from './useQuickLine.ts';

/** What is typed for another customer is not overwritten unasked, nor is a request taken to another profile. */
export type RefillQuestion = {
  readonly request: DepositRequest;
  readonly isOfOtherProfile: boolean;
  readonly replace: () => void;
  readonly keep: () => void;
};

/** Where the keyboard goes on: ready to be issued, at the amount that is asked for, at the choice that was refused. */
const NEXT = {
  again: 'submit',
  with: 'cents',
  other_type: 'payment_type',
} as const satisfies Record<RefillHow, string>;

/** Puts a request that was issued before back into the form, as another one. */
export function useRefilling(
  handle: Pick<DraftHandle, 'draft' | 'refill'>,
  attention: Attention,
  flow: Flow,
  line: Pick<QuickLine, 'text' | 'clear'>,
  isBusy: boolean,
): RefillQuestion | null {
  const { profile, settings } = useDesk();
  const { wanted, done } = useRefill();
  const here = isBusy || wanted?.request.body.flow !== flow ? null : wanted;
  const isOfOtherProfile = here !== null && here.request.profileId !== profile.id;
  const free = isFree(handle.draft) && line.text.trim() === '' && !isOfOtherProfile;
  const fill = ({ request, how }: NonNullable<typeof here>): void => {
    attention.clear();
    line.clear();
    handle.refill(request.body, how, settings.language);
    attention.focus(NEXT[how]);
    done();
  };
  const fillUnasked = useEffectEvent(fill);
  useEffect(() => {
    if (here !== null && free) fillUnasked(here);
  }, [here, free]);
  if (here === null || free) return null;
  return { request: here.request, isOfOtherProfile, replace: () => fill(here), keep: done };
}
