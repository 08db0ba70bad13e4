import { useEffect, useEffectEvent, useState } from 'react';

/** Enter before the order id has loaded shows no "missing" fault: the press waits until it has loaded or failed. */
export function usePatience(
  coming: boolean,
  act: () => void,
): {
  readonly waiting: boolean;
  readonly press: () => void;
  /** Once what is being filled in is there. */
  readonly pressNext: () => void;
  /** What was pressed for is being changed: it is pressed for anew. */
  readonly cancel: () => void;
} {
  const [waiting, setWaiting] = useState(false);
  const actAtLast = useEffectEvent(act);
  useEffect(() => {
    if (!waiting || coming) return;
    setWaiting(false);
    actAtLast();
  }, [waiting, coming]);
  return {
    waiting,
    press: () => (coming ? setWaiting(true) : act()),
    pressNext: () => setWaiting(true),
    cancel: () => setWaiting(false),
  };
}
