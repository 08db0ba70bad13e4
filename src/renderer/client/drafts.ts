import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';

import type { CallOptions } from '#shared/contract/client.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { SavedDraft } from '#shared/domain/draft.ts';

import { useClient } from './deskContext.ts';
import { onBeforeLeaving } from './leaving.ts';

const KEEP_AFTER_MS = 250;

/** What was typed outlives this page, and the desk: it is kept there a moment after the last key, and when the page goes. */
export function useKeepDraft(profileId: ProfileId, flow: Flow, draft: SavedDraft | null): void {
  const client = useClient();
  /** The change that is not kept yet; false when there is none. */
  const waiting = useRef<{ readonly draft: SavedDraft | null } | false>(false);
  const isKept = useRef(false);
  const keepNow = useCallback(
    (options: CallOptions = {}): Promise<unknown> | undefined => {
      if (waiting.current === false) return undefined;
      const kept = waiting.current.draft;
      waiting.current = false;
      isKept.current = kept !== null;
      // Where the desk cannot keep it, the page still does: the operator is not stopped.
      return client.call('draft.keep', { pageId: pageId(), profileId, flow, draft: kept }, options);
    },
    [client, profileId, flow],
  );
  useEffect(() => {
    // An empty form that was never kept has nothing to take back, and what it held a moment ago is not to be kept any more.
    if (draft === null && !isKept.current) {
      waiting.current = false;
      return undefined;
    }
    waiting.current = { draft };
    const timer = setTimeout(() => void keepNow(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, keepNow]);
  useEffect(() => {
    const leave = (): void => void keepNow({ outlivesPage: true });
    window.addEventListener('pagehide', leave);
    const stop = onBeforeLeaving(() => keepNow());
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
      void keepNow();
    };
  }, [keepNow]);
}

/** A draft whose request was recorded, also where its form is no longer on the screen. */
export function useForgetDraft(): (profileId: ProfileId, flow: Flow) => void {
  const client = useClient();
  return (profileId, flow) =>
    void client.call('draft.keep', { pageId: pageId(), profileId, flow, draft: null });
}

/** Asked once, where the page itself remembers nothing: what a run of the desk that is over had kept. */
export function useAdoptDraft(
  profileId: ProfileId,
  flow: Flow,
  isWanted: boolean,
  onDraft: (draft: SavedDraft) => void,
): void {
  const client = useClient();
  const tell = useEffectEvent(onDraft);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const ask = async (): Promise<void> => {
      const reply = await client.call('draft.adopt', { pageId: pageId(), profileId, flow });
      if (isHere && reply.ok && reply.value !== null) tell(reply.value);
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [client, profileId, flow, isWanted]);
}

const PAGE_ID_KEY = 'page-id';
const pageIdSchema = z.uuid();

/** Id of this tab or window, the same after a reload: drafts at the desk belong to one page. */
function pageId(storage: Storage = sessionStorage): string {
  const kept = pageIdSchema.safeParse(storage.getItem(PAGE_ID_KEY));
  if (kept.success) return kept.data;
  const made = crypto.randomUUID();
  storage.setItem(PAGE_ID_KEY, made);
  return made;
}
