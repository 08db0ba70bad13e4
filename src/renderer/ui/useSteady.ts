import { useCallback, useLayoutEffect, useRef } from 'react';

/** One function for the life of a component that does what the newest one does: what gets it is not drawn anew with every key. */
export function useSteady<Args extends readonly unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const kept = useRef(newest);
  useLayoutEffect(() => {
    kept.current = newest;
  });
  return useCallback((...args: Args) => kept.current(...args), []);
}
