import { isPaidUnsettled } from '#shared/domain/paid.ts';
import type { StateWord } from '#shared/domain/profile.ts';

import type { Language, Say } from '../../../i18n/i18n.ts';
import { otherAmount } from '../../../text/paid.ts';
import type { StateWords } from '../../../ui/StateBadge.tsx';
import type { RequestNotice } from './noticeList.ts';

type NamedState = { readonly word: string; readonly known: StateWord | null };

/** One notice in words. Never a requisite: it may stand on a locked screen. */
export type NoticeWords = {
  readonly who: string;
  /** What it is called by, where the customer is not to be seen. */
  readonly name: string;
  readonly order: string;
  readonly profile: string;
  /** Null: it named none. */
  readonly state: (NamedState & { readonly isOtherAmount: boolean }) | null;
  /** Null: there was none before, or it is the same. */
  readonly before: NamedState | null;
  readonly paid: string | null;
  /** What an answer that came late says; null: it was a callback. */
  readonly late: string | null;
  readonly isVerified: boolean;
};

export function noticeWords(
  { request, wasState, isLate }: RequestNotice,
  words: StateWords,
  { language, isPrivate }: { readonly language: Language; readonly isPrivate: boolean },
  say: Say,
): NoticeWords {
  const { customer, order_id: order } = request.body.fields;
  const late = isLate ? request.late : undefined;
  const state = request.heard?.state ?? null;
  const known = (word: string): NamedState => ({
    word,
    known: words(request.profileId, word),
  });
  return {
    who: isPrivate ? say('notice.private') : (customer ?? say('card.noCustomer')),
    name: isPrivate ? order : (customer ?? order),
    order,
    profile: request.profileName,
    state: state === null ? null : { ...known(state), isOtherAmount: isPaidUnsettled(request) },
    before: wasState === null || wasState === state ? null : known(wasState),
    paid: isPrivate ? null : (otherAmount(request, language, say)?.line ?? null),
    late: late === undefined ? null : say(`late.${late.outcome}.title`),
    isVerified:
      late !== undefined ||
      (request.heard?.isVerified === true && request.paid?.isVerified !== false),
  };
}

/** For the ear and for the desktop: the change, what it means, what was paid, what that is worth. */
export function noticeSentence(notice: NoticeWords, say: Say): string {
  return [
    changeText(notice, say),
    notice.paid,
    notice.isVerified ? null : say('event.callback.unverified'),
  ]
    .filter((part) => part !== null)
    .join('. ');
}

function changeText({ late, state, before }: NoticeWords, say: Say): string {
  if (late !== null) return late;
  if (state === null) return say('notice.noState');
  const meaning = state.known?.meaning ?? '';
  const quoted = (word: string): string => say('state.said', { state: word });
  const now = meaning === '' ? quoted(state.word) : `${quoted(state.word)} (${meaning})`;
  return before === null ? now : say('notice.change', { before: quoted(before.word), now });
}
