import {
  ANSWER_TIMES,
  type AnswerTime,
  CALLBACK_TIMES,
  type CallbackTime,
  answerTimeOf,
  callbackTimeOf,
} from '#shared/domain/requestTimes.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

/** How long the answer and the callback took: a place in the list of classes and one more. 0: there is nothing to say. */
export type Times = { readonly answer: number; readonly callback: number };

/** When it happened; null: it did not. */
export type Moments = {
  readonly sentMs: number | null;
  readonly settledMs: number | null;
  /**
   * When the first callback came that was taken for the request's own. One that was read again came when it came: what a
   * provider format was put right for later says nothing of how long the provider took.
   */
  readonly calledMs: number | null;
};
type Timed = {
  readonly outcome: DepositRequest['outcome'];
  readonly createdMs: number;
};

export function answerCode(time: AnswerTime): number {
  return ANSWER_TIMES.indexOf(time) + 1;
}

export function callbackCode(time: CallbackTime): number {
  return CALLBACK_TIMES.indexOf(time) + 1;
}

export function timesOf({ outcome, createdMs }: Timed, moments: Moments): Times {
  const { sentMs, settledMs, calledMs } = moments;
  const isAnswered = outcome === 'accepted' || outcome === 'rejected';
  const isTimed = isAnswered && sentMs !== null && settledMs !== null;
  return {
    answer: isTimed ? answerCode(answerTimeOf(settledMs - sentMs)) : 0,
    callback:
      calledMs === null ? uncalled(outcome) : callbackCode(callbackTimeOf(calledMs - createdMs)),
  };
}

function uncalled(outcome: string): number {
  return outcome === 'accepted' ? callbackCode('none') : 0;
}
