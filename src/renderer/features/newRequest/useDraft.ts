import { useEffect, useState } from 'react';

import type { DepositBody, Flow } from '#shared/domain/deposit.ts';
import type { DraftField } from '#shared/domain/draft.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import type { Language } from '../../i18n/i18n.ts';
import {
  type Draft,
  freshIntentId,
  loadDraft,
  newDraft,
  nextDraft,
  refilledDraft,
  saveDraft,
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
export function useDraft(profileId: ProfileId, flow: Flow): DraftHandle {
  const [draft, setDraft] = useState(
    () => loadDraft(sessionStorage, profileId, flow) ?? newDraft(freshIntentId()),
  );
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
        intentId: freshIntentId(),
        texts: { ...last.texts, order_id: '' },
        orderIsAuto: true,
      })),
  };
}
