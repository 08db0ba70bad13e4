import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

type KeptFocus<T extends HTMLElement> = {
  readonly ref: RefObject<T | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent<T>) => void;
};

/**
 * For whatever changes by itself while somebody is in it: where the control that had the focus is gone after a change, the
 * whole takes it, so that the keyboard goes on from there and not from the top of the page.
 */
export function useKeptFocus<T extends HTMLElement>(version: string): KeptFocus<T> {
  const ref = useRef<T>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isInside.current && isNowhere) ref.current?.focus({ preventScroll: true });
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

/** By somebody: a control that was taken out of the page, or closed while its work is done, was not left. */
export function isLeft({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return (
    target.isConnected && !target.matches(':disabled') && !currentTarget.contains(relatedTarget)
  );
}
