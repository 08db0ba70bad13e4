import { type Message, saysWhereToPay } from '#shared/domain/message/compose.ts';

import type { Copied } from '../../client/clipboard.ts';

/** Pressed again within this time, WhatsApp's second message follows the first, and what was asked counts as answered. */
export const AGAIN_WITHIN_MS = 60_000;
/** Two presses so close are one that went wrong, or the habit of WhatsApp's two: no answer to a question that just came up. */
const READ_WITHIN_MS = 700;

/** What the operator must see before the text goes to a customer. */
export type Concern = 'expired' | 'no_number' | 'no_link' | 'receipt' | 'partial' | 'refusal';
export type CopyOutcome = Exclude<Copied, 'failed'> | 'notRecorded';

/** What was done with the message of one request, and changed in it, at this page. */
export type MessageState = {
  /** Null: as the wording makes it. */
  readonly edited: string | null;
  readonly asked: {
    readonly concern: Concern;
    readonly text: string;
    readonly atMs: number;
  } | null;
  readonly done: {
    readonly step: 'first' | 'second';
    /** The text of the first message, whichever step this was. */
    readonly text: string;
    readonly outcome: CopyOutcome | 'failed';
    readonly atMs: number;
  } | null;
};
export const UNTOUCHED: MessageState = { edited: null, asked: null, done: null };

type Plan =
  | { readonly kind: 'ask'; readonly concern: Concern }
  | {
      readonly kind: 'copy';
      readonly step: 'first' | 'second';
      readonly text: string;
      readonly part: 'message' | 'number';
    };

type Moment = {
  readonly nowMs: number;
  readonly validUntil: string | null;
  /** This very message was chosen from a menu: what it is need not be asked. */
  readonly isChosen?: boolean;
};

export function planCopy(message: Message, state: MessageState, moment: Moment): Plan {
  const text = state.edited ?? message.text;
  const { second } = message;
  if (second !== null && isSecondDue(text, state, moment.nowMs)) {
    return { kind: 'copy', step: 'second', ...second };
  }
  const concern = concernOf(text, message, state.edited !== null, moment);
  if (concern !== null && !isAnswered(concern, text, state, moment.nowMs)) {
    return { kind: 'ask', concern };
  }
  return { kind: 'copy', step: 'first', text, part: 'message' };
}

export function isSecondDue(text: string, { done }: MessageState, nowMs: number): boolean {
  return (
    done !== null &&
    done.step === 'first' &&
    done.text === text &&
    done.outcome !== 'failed' &&
    done.outcome !== 'different' &&
    nowMs - done.atMs <= AGAIN_WITHIN_MS
  );
}

function concernOf(
  text: string,
  { payTo, second, purpose, closed }: Message,
  isEdited: boolean,
  moment: Moment,
): Concern | null {
  if (purpose === 'reminder' || purpose === 'expired') return null;
  // What rests on an unsigned callback is asked about even where it was chosen: any sender may have claimed the payment.
  if (purpose !== 'payment') {
    return moment.isChosen === true && closed?.isVerified === true ? null : purpose;
  }
  if (payTo === null) return null;
  // An office may send the number by itself, in the second message alone: only what was changed by hand has lost it.
  const isSaidNext = !isEdited && second !== null && saysWhereToPay(second.text, payTo);
  if (!isSaidNext && !saysWhereToPay(text, payTo)) {
    return payTo.kind === 'number' ? 'no_number' : 'no_link';
  }
  return moment.validUntil !== null && moment.nowMs >= Date.parse(moment.validUntil)
    ? 'expired'
    : null;
}

function isAnswered(
  concern: Concern,
  text: string,
  { asked, done }: MessageState,
  nowMs: number,
): boolean {
  if (asked === null || asked.concern !== concern || asked.text !== text) return false;
  const passedMs = nowMs - asked.atMs;
  // What was copied since is a new beginning.
  if (done !== null && done.atMs > asked.atMs) return false;
  return passedMs >= READ_WITHIN_MS && passedMs <= AGAIN_WITHIN_MS;
}
