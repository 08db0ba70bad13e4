import type {
  CallbackMatch,
  CallbackReading,
  CallbackVerdict,
  Heard,
} from '#shared/domain/callback.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { Say } from '../i18n/i18n.ts';
import { clockText } from './time.ts';

/** `partly`: the signature is true, and something that was read is not covered by it. */
export function shownVerdict(
  verdict: CallbackVerdict,
  { notSigned = [] }: CallbackReading,
): CallbackVerdict | 'partly' {
  return verdict === 'verified' && notSigned.length > 0 ? 'partly' : verdict;
}

/** Sentence by sentence, what a callback tells of a request that has no answer: what it said, and what that is worth. */
export function knownWords(
  request: DepositRequest,
  { at, state, remoteId, isVerified }: Heard,
  say: Say,
): readonly string[] {
  const values = { time: clockText(at), order: request.body.fields.order_id };
  return [
    state === null ? say('known.noState', values) : say('known.state', { ...values, state }),
    remoteId === null ? say('known.noId') : say('known.id', { id: remoteId }),
    say(isVerified ? 'known.verified' : 'known.unverified'),
    say('known.stays'),
  ];
}

/**
 * How fresh it is, in one line. The word itself where no badge shows it; the amount verbatim where it came before its unit
 * was asked for.
 */
export function heardText(request: DepositRequest, heard: Heard, say: Say): string {
  const { state, amount, isVerified } = heard;
  const values = { time: clockText(heard.at) };
  const isShown = request.outcome === 'accepted';
  return [
    state === null
      ? say('heard.noState', values)
      : say(isShown ? 'heard.last' : 'heard.state', { ...values, state }),
    ...(amount === null || request.paid !== undefined ? [] : [say('heard.amount', { amount })]),
    ...(isVerified ? [] : [say('event.callback.unverified')]),
  ].join(' · ');
}

/** How it was found to belong to a request, or why it was not. */
export function matchText(
  match: CallbackMatch,
  { problem }: Pick<CallbackReading, 'problem'>,
  say: Say,
): string {
  if (match.kind === 'apart') return say(`match.${match.why}`, { problem: problem ?? '' });
  if (match.contradicts !== null) return say(`match.contradicts.${match.contradicts}`);
  return say(`match.${match.by}`);
}
