import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';

import { EVERY_CALLBACK } from '#shared/domain/callback.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { useDesk } from '../../../client/deskContext.ts';
import { inboxHref } from '../../../client/inboxPlace.ts';
import { useSay } from '../../../i18n/i18n.ts';
import { useWindowKey } from '../../../ui/keys.ts';
import { usePage } from '../../../ui/page.ts';
import { useStateWords } from '../../../ui/StateBadge.tsx';
import { FEW_SHOWN, MOST_SHOWN, shownOf, waitingOf } from './noticeList.ts';
import styles from './Notices.module.css';
import { noticeSentence, noticeWords } from './noticeText.ts';
import { EarlierToast, Toast } from './Toast.tsx';
import { useNotices } from './useNotices.ts';

/** A window with room for three below the navigation's links. Its width is the one at which the navigation is narrow. */
const hasRoom = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width > 900 && height >= 700;

/**
 * What providers have called back about, on whatever screen. Takes no focus and no key but F8; what it says stands in the log
 * and in the Inbox too.
 */
export function Notices(): ReactNode {
  const say = useSay();
  const { language, privacy: isPrivate } = useDesk().settings;
  const words = useStateWords();
  const region = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const most = usePage(hasRoom) ? MOST_SHOWN : FEW_SHOWN;
  const notices = useNotices(isHeld, most);
  useWindowKey((event) => {
    if (event.code !== 'F8' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return;
    }
    if (notices.openNewest()) event.preventDefault();
  });
  const shown = shownOf(notices.list, most);
  const others = waitingOf(notices.list).length - shown.length;
  useEffect(() => {
    // What was under the pointer or had the focus is gone, and would hold the next ones for ever.
    if (shown.length === 0) setHeld(false);
  }, [shown.length]);
  const close = (intentId: IntentId | null): void => {
    notices.close(intentId);
    keepFocus(region.current);
  };
  const spoken =
    notices.spoken === null
      ? null
      : noticeWords(notices.spoken, words, { language, isPrivate }, say);
  return (
    <>
      <div role="status" aria-live="polite" className="spoken">
        {spoken !== null && `${spoken.who}, ${spoken.order}: ${noticeSentence(spoken, say)}`}
      </div>
      {shown.length > 0 && (
        <div
          ref={region}
          role="region"
          aria-label={say('notice.region')}
          className={`${styles.region} stack fluid gap-6`}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(region.current?.contains(document.activeElement) === true)}
          onFocus={() => setHeld(true)}
          onBlur={(event) =>
            setHeld(
              event.currentTarget.contains(event.relatedTarget) || isUnderPointer(region.current),
            )
          }
        >
          <ol className="stack fluid gap-6">
            {shown.map((notice, at) => {
              const said = noticeWords(notice, words, { language, isPrivate }, say);
              const open = (): void => notices.open(notice);
              return (
                <li key={notice.intentId}>
                  {at === 0 ? (
                    <Toast words={said} onOpen={open} onClose={() => close(notice.intentId)} />
                  ) : (
                    <EarlierToast words={said} onOpen={open} />
                  )}
                </li>
              );
            })}
          </ol>
          {shown.length + others > 1 && (
            <p className={styles.more}>
              {others > 0 && (
                <Link href={inboxHref(EVERY_CALLBACK)} onClick={() => notices.close(null)}>
                  {say('limits.more', { count: others })}
                </Link>
              )}
              <button type="button" className="quiet push" onClick={() => close(null)}>
                {say('notice.closeAll')}
              </button>
            </p>
          )}
        </div>
      )}
    </>
  );
}

function isUnderPointer(region: HTMLElement | null): boolean {
  return region?.matches(':hover') === true;
}

/** The button that was pressed goes with its toast: the keyboard goes on in the next one, or in the page. */
function keepFocus(region: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = region?.isConnected === true ? region.querySelector('button') : null;
    (next ?? document.querySelector('main'))?.focus();
  });
}
