import { useEffect, useEffectEvent } from 'react';

import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useForgetDraft } from '../../client/drafts.ts';
import { failureOf } from '../../client/failureError.ts';
import { type Repeat, useIssue, useLastAttempt } from '../../client/issue.ts';
import { endSavedDraft, freshIntentId } from './draft.ts';

type Told = { readonly recorded: () => void; readonly failed: (failure: Failure) => void };

type Recording = {
  readonly pending: boolean;
  readonly record: (
    deposit: DepositDraft,
    scenario: Scenario,
    confirmLive: boolean,
    repeat?: Repeat,
  ) => void;
  /** What the last attempt came to was seen and dealt with. */
  readonly forget: () => void;
};

/** Has a draft recorded. The end is told also of an attempt that was begun before the operator left and came back. */
export function useRecording(intentId: IntentId, told: Told): Recording {
  const { profile } = useDesk();
  const { attempt, forget } = useLastAttempt(intentId);
  const forgetDraft = useForgetDraft();
  const issue = useIssue(intentId, (done) => {
    const { flow } = done.deposit;
    endSavedDraft(sessionStorage, done.profileId, flow, done.intentId, freshIntentId());
    forgetDraft(done.profileId, flow);
  });
  const tell = useEffectEvent(() => {
    if (attempt?.status === 'error' && attempt.error !== null) {
      told.failed(failureOf(attempt.error));
    }
    if (attempt?.status !== 'success') return;
    forget();
    told.recorded();
  });
  useEffect(() => tell(), [attempt?.number, attempt?.status]);
  return {
    pending: attempt?.status === 'pending',
    record: (deposit, scenario, confirmLive, repeat) =>
      issue.mutate({
        intentId,
        profileId: profile.id,
        deposit,
        reissue: null,
        repeat,
        scenario,
        confirmLive,
      }),
    forget,
  };
}
