import type { CallbackMatch, CallbackReading, Heard } from '#shared/domain/callback.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { Say } from '../i18n/i18n.ts';
import { clockText } from './time.ts';

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

/** The same in one line, for a request that has its outcome. */
export function heardText({ at, state, amount, isVerified }: Heard, say: Say): string {
  const time = clockText(at);
  return [
    state === null ? say('heard.noState', { time }) : say('heard.state', { time, state }),
    ...(amount === null ? [] : [say('heard.amount', { amount })]),
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
