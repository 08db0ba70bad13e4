import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';

import type { IntentId } from '#shared/domain/ids.ts';

import { useClient, useDesk } from '../../../client/deskContext.ts';
import { focusOpened, requestHref } from '../../../client/requests.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useStateWords } from '../../../ui/StateBadge.tsx';
import { showOnDesktop } from '../../../client/desktop.ts';
import { isCardInView } from './cardInView.ts';
import {
  type HeardEvent,
  type RequestNotice,
  afterMs,
  newestOf,
  noticeOf,
  opened,
  waitingOf,
  withHeard,
  without,
} from './noticeList.ts';
import { noticeSentence, noticeWords } from './noticeText.ts';

export type NoticesHandle = {
  readonly list: readonly RequestNotice[];
  /** The one to be read aloud. */
  readonly spoken: RequestNotice | null;
  readonly open: (notice: Pick<RequestNotice, 'intentId'>) => void;
  /** False: nothing was heard lately. */
  readonly openNewest: () => boolean;
  /** Null: all of them. */
  readonly close: (intentId: IntentId | null) => void;
};

const TICK_MS = 1000;

/** `isHeld`: the operator is reading, so no notice disappears. `most`: how many are visible. */
export function useNotices(isHeld: boolean, most: number): NoticesHandle {
  const client = useClient();
  const { notifications } = useDesk().settings;
  const [list, setList] = useState<readonly RequestNotice[]>([]);
  const [spoken, setSpoken] = useState<RequestNotice | null>(null);
  const [location, navigate] = useLocation();
  const open = ({ intentId }: Pick<RequestNotice, 'intentId'>): void => {
    setList((last) => opened(last, intentId));
    navigate(requestHref(intentId));
    focusOpened();
  };
  const tellDesktop = useDesktop(open);
  const hear = useEffectEvent((event: HeardEvent) => {
    if (notifications === 'off') return;
    const { intentId } = event.request;
    const isLookedAt = location === requestHref(intentId) || isCardInView(intentId);
    const nowMs = Date.now();
    setList((last) => withHeard(last, event, nowMs, !isLookedAt));
    const notice = noticeOf(event, nowMs, !isLookedAt);
    setSpoken(notice);
    tellDesktop(notice);
  });
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.name === 'request.heard') hear(event);
      }),
    [client],
  );
  useTime(waitingOf(list).length > 0 && !isHeld, (ms) =>
    setList((last) => afterMs(last, ms, most)),
  );
  return {
    list,
    spoken,
    open,
    openNewest: () => {
      const newest = newestOf(list, Date.now());
      if (newest === null) return false;
      open(newest);
      return true;
    },
    close: (intentId) => setList((last) => without(last, intentId)),
  };
}

/** Besides the notice in the app, where the operator chose so and the system allows it. */
function useDesktop(open: (notice: RequestNotice) => void): (notice: RequestNotice) => void {
  const say = useSay();
  const { settings, locked } = useDesk();
  const words = useStateWords();
  return (notice) => {
    if (settings.notifications !== 'desktop') return;
    const { language } = settings;
    // A locked screen shows desktop notifications too, to anyone in the room.
    const isPrivate = settings.privacy || locked;
    const said = noticeWords(notice, words, { language, isPrivate }, say);
    showOnDesktop({
      title: isPrivate ? said.who : `${said.who} · ${said.order}`,
      body: isPrivate ? '' : `${noticeSentence(said, say)}\n${said.profile}`,
      // Two tabs tell of one change once.
      tag: notice.intentId,
      onOpen: () => open(notice),
    });
  };
}

/** Notices expire only while the page is visible. */
function useTime(isRunning: boolean, onPassed: (ms: number) => void): void {
  const passed = useEffectEvent(onPassed);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) passed(TICK_MS);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}
