import { type RefObject, useEffect, useRef } from 'react';

/** For whatever opens something in the page: when that closes and takes the focus with it, the focus comes back here. */
export function useFocusBack<T extends HTMLElement>(isOpen: boolean): RefObject<T | null> {
  const opener = useRef<T>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isNowhere()) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** What had the focus is gone from the page. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
