import { useEffectEvent, useLayoutEffect, useState } from 'react';

import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Scenario } from '#shared/domain/scenario.ts';

import type { Repeat } from '../../client/issue.ts';
import { usePatience } from '../../ui/usePatience.ts';
import type { DraftReading } from './fieldNotes.ts';
import type { LineKeeper } from './keptLine.ts';
import type { Attention } from './useAttention.ts';
import { type Confirmation, useConfirmation } from './useConfirmation.ts';
import type { DraftHandle } from './useDraft.ts';
import { useNextOrder, useOrderSuggestion } from './useOrderId.ts';
import { useRecording } from './useRecording.ts';
import { type RepeatQuestion, useRepeating } from './useRepeating.ts';
import { type TypeAhead, useTypeAhead } from './useTypeAhead.ts';

export type Sending = {
  readonly pending: boolean;
  /** Of every key in the form, before anything else: what is typed while a request is recorded is the next one's. */
  readonly ahead: Pick<TypeAhead, 'waiting' | 'onKey' | 'onPaste'>;
  readonly orderFailed: boolean;
  readonly confirmation: Confirmation | null;
  readonly repeating: RepeatQuestion | null;
  readonly submit: () => void;
  readonly takeNextOrder: () => void;
};

type Parts = {
  readonly handle: Pick<DraftHandle, 'draft' | 'setSuggestedOrder' | 'startNext'>;
  readonly attention: Attention;
  readonly deposit: DepositDraft;
  readonly scenario: Scenario;
  /** As it is at this very moment; null: it was refused elsewhere. */
  readonly read: () => DraftReading | null;
  readonly onRecord: () => void;
  /** Nothing was recorded: the form is what it was. */
  readonly onFailed: () => void;
  readonly onRecorded: () => void;
  readonly keeper: LineKeeper;
  /** What was typed for another request than the one in the fields. */
  readonly setAside: (text: string) => void;
};

type Answers = {
  readonly record: (deposit: DepositDraft, confirmLive: boolean, repeat?: Repeat) => void;
  readonly back: () => void;
};

/** What is asked once more before it is recorded. */
function useQuestions(deposit: DepositDraft, failure: Failure | null, { record, back }: Answers) {
  const repeating = useRepeating(
    failure,
    deposit,
    (asked, repeat) => record(asked, false, repeat),
    back,
  );
  const confirmation = useConfirmation(
    deposit,
    (asked, confirmLive) => {
      repeating.tried(asked);
      record(asked, confirmLive);
    },
    back,
  );
  return { confirmation, repeating };
}

/**
 * Once the question that a failure brings is on the screen and has the keyboard: a key in between would be typed into the line of
 * this request.
 */
function useAfterDrawing(act: () => void): () => void {
  const [times, setTimes] = useState(0);
  const actNow = useEffectEvent(act);
  useLayoutEffect(() => {
    if (times > 0) actNow();
  }, [times]);
  return () => setTimes((before) => before + 1);
}

/** From the press of the button to the record: the order id is waited for, the rule asked, what is unusual confirmed. */
export function useSending(flow: Flow, parts: Parts): Sending {
  const { handle, attention } = parts;
  const recording = useRecording(handle.draft.intentId, {
    recorded: () => {
      handle.startNext();
      attention.clear();
      parts.onRecorded();
      ahead.release();
    },
    failed: (failure) => {
      parts.onFailed();
      attention.fail(failure);
      afterFailure();
    },
  });
  const suggestion = useOrderSuggestion(handle.draft, flow, handle.setSuggestedOrder);
  const hasty = usePatience(suggestion.coming, () => submitNow());
  const pending = recording.pending || hasty.waiting;
  const { confirmation, repeating } = useQuestions(parts.deposit, attention.failure, {
    record(deposit, confirmLive, repeat) {
      if (recording.pending) return;
      recording.forget();
      attention.refuse([]);
      parts.onRecord();
      ahead.hold();
      recording.record(deposit, parts.scenario, confirmLive, repeat);
    },
    back() {
      recording.forget();
      attention.refuse([]);
      attention.focus(ahead.stop() === '' ? 'cents' : 'quick');
    },
  });
  const ahead = useTypeAhead({
    pending,
    isAsked: confirmation.question !== null || repeating.question !== null,
    submitNext: hasty.pressNext,
    keeper: parts.keeper,
    setAside: parts.setAside,
  });
  const isRepeatAsked = repeating.question !== null;
  const afterFailure = useAfterDrawing(() => ahead[isRepeatAsked ? 'ask' : 'stop']());
  const submitNow = (): void => {
    // A second press while the first is being recorded; core would return the same request anyway.
    if (recording.pending) return;
    const fresh = parts.read();
    if (fresh !== null) recording.forget();
    if (fresh === null || attention.refuse(fresh.faults)) ahead.stop();
    else if (confirmation.recordOrAsk(fresh.read.deposit)) ahead.ask();
  };
  return {
    pending,
    ahead,
    orderFailed: suggestion.failed,
    confirmation: confirmation.question,
    repeating: repeating.question,
    submit: hasty.press,
    takeNextOrder: useNextOrder(flow, handle.setSuggestedOrder, attention, recording.forget),
  };
}
