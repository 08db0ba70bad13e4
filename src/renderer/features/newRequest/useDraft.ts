import { useEffect, useState } from 'react';

import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { useOwnCallbackUrl } from '../../client/listener.ts';
import type { Language } from '../../i18n/i18n.ts';
import {
  type Draft,
  filledInBy,
  freshIntentId,
  loadDraft,
  newDraft,
  nextDraft,
  refilledDraft,
  saveDraft,
  withFilledIn,
} from './draft.ts';

export type DraftHandle = {
  readonly draft: Draft;
  readonly setText: (field: DraftField, text: string) => void;
  readonly setSuggestedOrder: (orderId: string) => void;
  /** After the request was recorded: free for the next customer. */
  readonly startNext: () => void;
  /** What was refused, once more. */
  readonly refill: (body: DepositBody, language: Language) => void;
  /** By the operator's own decision: the same fields as another request. */
  readonly startAnew: () => void;
};

/** The draft of one profile and flow; it survives leaving the screen and reloading the page. */
export function useDraft(profile: Profile, flow: Flow): DraftHandle {
  const profileId = profile.id;
  const filledIn = filledInBy(profile, useOwnCallbackUrl(profile));
  const [kept, setDraft] = useState(
    () => loadDraft(sessionStorage, profileId, flow) ?? newDraft(freshIntentId(), filledIn),
  );
  const draft = withFilledIn(kept, filledIn);
  if (draft !== kept) setDraft(draft);
  useEffect(() => saveDraft(sessionStorage, profileId, flow, draft), [profileId, flow, draft]);
  return {
    draft,
    setText: (field, text) =>
      setDraft((last) => ({
        ...last,
        texts: { ...last.texts, [field]: text },
        orderIsAuto: last.orderIsAuto && field !== 'order_id',
      })),
    setSuggestedOrder: (orderId) =>
      setDraft((last) => ({
        ...last,
        texts: { ...last.texts, order_id: orderId },
        orderIsAuto: true,
      })),
    startNext: () => setDraft((last) => nextDraft(last, freshIntentId())),
    refill: (body, language) =>
      setDraft((last) => refilledDraft(last, body, freshIntentId(), language)),
    startAnew: () =>
      setDraft((last) => ({
        ...last,
        intentId: freshIntentId(),
        texts: { ...last.texts, order_id: '' },
        orderIsAuto: true,
      })),
  };
}
