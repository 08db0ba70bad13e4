import { useEffect, useEffectEvent, useState } from 'react';

import type { IntentId } from '#shared/domain/ids.ts';

import { useDesk } from '../../client/deskContext.ts';
import { useLastAttempt } from '../../client/issue.ts';
import { useNowRequests } from '../../client/nowRequests.ts';
import type { ReadDraft } from './draft.ts';
import type { DraftHandle } from './useDraft.ts';

/**
 * A page that was reloaded, or a desk that was killed, before it heard that its draft was recorded: the request stands among the
 * others, and its draft would be refused as a conflict. What was typed since is another request.
 */
export function useFoundRecorded(handle: DraftHandle, { amount, deposit }: ReadDraft): void {
  const { intentId } = handle.draft;
  const requests = useNowRequests(useDesk().profile.id).data ?? [];
  const recorded = requests.find((request) => request.intentId === intentId);
  const { attempt } = useLastAttempt(intentId);
  // An attempt of this page tells its end itself, and is forgotten a moment before the next draft is begun.
  const [own, setOwn] = useState<IntentId | null>(null);
  if (attempt !== null && own !== intentId) setOwn(intentId);
  const goOn = useEffectEvent((): void => {
    const fields = recorded?.body.fields;
    const isSame =
      amount.ok &&
      amount.value === fields?.cents &&
      deposit.fields.customer.trim() === (fields.customer ?? '');
    if (isSame) handle.startNext();
    else handle.startAnew();
  });
  const isFound = recorded !== undefined && attempt === null && own !== intentId;
  useEffect(() => {
    if (isFound) goOn();
  }, [isFound]);
}
