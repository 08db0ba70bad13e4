import { useCallback, useEffect, useState } from 'react';

import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useAdoptDraft, useKeepDraft } from '../../client/drafts.ts';
import { useOwnCallbackUrl } from '../../client/listener.ts';
import type { RefillHow } from '../../client/refill.ts';
import type { Language } from '../../i18n/i18n.ts';
import {
  type Draft,
  type Texts,
  filledInBy,
  freshIntentId,
  isFree,
  loadDraft,
  newDraft,
  nextDraft,
  refilledDraft,
  saveDraft,
  withFilledIn,
} from './draft.ts';

export type DraftHandle = {
  readonly draft: Draft;
  /** It was typed before the desk was stopped, and nothing has been changed since. */
  readonly isBroughtBack: boolean;
  readonly setTexts: (texts: Partial<Texts>) => void;
  readonly setSuggestedOrder: (orderId: string) => void;
  /** After the request was recorded: free for the next customer. */
  readonly startNext: () => void;
  /** What was issued, once more. */
  readonly refill: (body: DepositBody, how: RefillHow, language: Language) => void;
  /** By the operator's own decision: the same fields as another request. */
  readonly startAnew: () => void;
};

/** The draft of one profile and flow; it survives leaving the screen, reloading the page, and the desk being killed. */
export function useDraft(profile: Profile, flow: Flow): DraftHandle {
  const profileId = profile.id;
  const filledIn = filledInBy(profile, useOwnCallbackUrl(profile));
  const [ofPage] = useState(() => loadDraft(sessionStorage, profileId, flow));
  const [kept, setDraft] = useState(() => ofPage ?? newDraft(freshIntentId(), filledIn));
  const [broughtBack, setBroughtBack] = useState<Draft | null>(null);
  const draft = withFilledIn(kept, filledIn);
  if (draft !== kept) setDraft(draft);
  useEffect(() => saveDraft(sessionStorage, profileId, flow, draft), [profileId, flow, draft]);
  useKeepDraft(profileId, flow, isFree(draft) ? null : draft);
  useAdoptDraft(profileId, flow, ofPage === null, (adopted) => {
    // Whoever was faster than the desk has begun something else.
    if (!isFree(draft)) return;
    const here = withFilledIn(adopted, filledIn);
    setDraft(here);
    setBroughtBack(here);
  });
  const setSuggestedOrder = useCallback(
    (orderId: string) =>
      setDraft((last) => ({
        ...last,
        texts: { ...last.texts, order_id: orderId },
        orderIsAuto: true,
      })),
    [],
  );
  return {
    draft,
    isBroughtBack: broughtBack === draft,
    setTexts: (texts) =>
      setDraft((last) => ({
        ...last,
        texts: { ...last.texts, ...texts },
        orderIsAuto: last.orderIsAuto && texts.order_id === undefined,
      })),
    setSuggestedOrder,
    startNext: () => setDraft((last) => nextDraft(last, freshIntentId())),
    refill: (body, how, language) =>
      setDraft((last) => refilledDraft(last, body, how, freshIntentId(), language)),
    startAnew: () =>
      setDraft((last) => ({
        ...last,
        intentId: freshIntentId(),
        texts: { ...last.texts, order_id: '' },
        orderIsAuto: true,
      })),
  };
}
