import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';

/** For a button that opens something in the page: when that closes while it has the focus, the focus comes back here. */
export function useFocusBack<T extends HTMLElement>(isOpen: boolean): RefObject<T | null> {
  const opener = useRef<T>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isNowhere()) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** Takes the focus where what had it is gone from the page: the operator would begin at the top again. */
export function useFocusIfLost(target: RefObject<HTMLElement | null>, isDue: boolean): void {
  useEffect(() => {
    if (isDue && isNowhere()) target.current?.focus();
  }, [target, isDue]);
}

/** What had the focus is gone from the page. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

type KeptFocus<T extends HTMLElement> = {
  readonly ref: RefObject<T | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent<T>) => void;
};

/**
 * For content that changes by itself while it has the focus: where the control that had the focus is gone after a change, the
 * whole takes it, so that the keyboard goes on from there and not from the top of the page.
 */
export function useKeptFocus<T extends HTMLElement>(version: string): KeptFocus<T> {
  const ref = useRef<T>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (isInside.current && isNowhere()) ref.current?.focus({ preventScroll: true });
  }, [version]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: (event) => {
      if (isLeft(event)) isInside.current = false;
    },
  };
}

/** Left by the operator: a control that was removed, or disabled during its work, was not left. */
export function isLeft({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return (
    target.isConnected && !target.matches(':disabled') && !currentTarget.contains(relatedTarget)
  );
}

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
