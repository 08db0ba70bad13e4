import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * For what takes the keyboard when it comes up: it goes back to where it was once that is gone, unless the operator has left in the
 * meantime. Otherwise it would be nowhere, and what is typed there is lost.
 */
export function useLentFocus<T extends HTMLElement>(take: (whole: T) => void): RefObject<T | null> {
  const ref = useRef<T>(null);
  const takeNow = useEffectEvent(take);
  // With the drawing itself: the next key must not miss it.
  useLayoutEffect(() => {
    const { current: whole } = ref;
    const { activeElement: lender } = document;
    if (whole !== null) takeNow(whole);
    return () => {
      const isInside = whole?.contains(document.activeElement) === true;
      if (isInside && lender instanceof HTMLElement && lender.isConnected) {
        lender.focus({ preventScroll: true });
      }
    };
  }, []);
  return ref;
}
