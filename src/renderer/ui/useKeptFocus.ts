import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

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

/** Left by the operator: a control that was removed, or disabled during its work, was not left. */
export function isLeft({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return (
    target.isConnected && !target.matches(':disabled') && !currentTarget.contains(relatedTarget)
  );
}
