import { useSyncExternalStore } from 'react';

/** A page in the background paints nothing; it is not waited for any longer than this. */
const LONGEST_MS = 500;

/** What comes after the first frame is drawn and listens within this. */
const SETTLED_MS = 1000;

let isPast = false;
let pastAtMs = Infinity;
let tellPast = (): void => undefined;
const listeners = new Set<() => void>();
const past = new Promise<void>((resolve) => {
  tellPast = () => resolve();
});

/** The desk is drawn: as soon as that can be seen, whatever had to wait for it goes on. */
export function waitForFirstFrame(): () => void {
  if (isPast) return () => undefined;
  const { port1, port2 } = new MessageChannel();
  const pass = (): void => {
    isPast = true;
    pastAtMs = performance.now();
    tellPast();
    for (const listener of listeners) listener();
  };
  port1.addEventListener('message', pass, { once: true });
  port1.start();
  // A message that is posted before a frame is painted is delivered after it.
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  const timer = setTimeout(() => port2.postMessage(null), LONGEST_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Whatever is not needed to type the first key waits for it: questions to the desk, and what is drawn from their answers. */
export function firstFrame(): Promise<void> {
  return past;
}

/** Whether parts of the page may still be on their way: a key that none of them answers yet waits for them. */
export function isSettlingIn(): boolean {
  return performance.now() < pastAtMs + SETTLED_MS;
}

export function useIsFirstFramePast(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isPast,
    () => true,
  );
}
