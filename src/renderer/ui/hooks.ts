import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';

import { useDesk } from '../client/deskContext.ts';
import { typedStorage } from '../client/typedStorage.ts';
import { type RowTimes, rowTimes } from '../text/time.ts';

/**
 * Runs an action at once, or after the pointer was lifted. A note that appears when a field is left would otherwise push
 * the button out from under the very click that left the field.
 */
export function useAfterPress(): (action: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<readonly (() => void)[]>([]);
  useEffect(() => {
    const press = (): void => {
      pressed.current = true;
    };
    const lift = (): void => {
      pressed.current = false;
      const actions = waiting.current;
      waiting.current = [];
      // After the click that follows.
      setTimeout(() => {
        for (const action of actions) action();
      });
    };
    const options = { capture: true };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', lift, options);
    window.addEventListener('pointercancel', lift, options);
    return () => {
      window.removeEventListener('pointerdown', press, options);
      window.removeEventListener('pointerup', lift, options);
      window.removeEventListener('pointercancel', lift, options);
    };
  }, []);
  return useCallback((action) => {
    if (pressed.current) waiting.current = [...waiting.current, action];
    else action();
  }, []);
}

/** How many of `total` are drawn by now: `step` more with every frame. Begins anew where `of` is another one. */
export function useInSteps(of: string | number, total: number, step: number): number {
  const [drawn, setDrawn] = useState({ of, count: step });
  const count = Math.min(total, drawn.of === of ? drawn.count : step);
  useEffect(() => {
    if (count === total) return undefined;
    const frame = requestAnimationFrame(() => setDrawn({ of, count: count + step }));
    return () => cancelAnimationFrame(frame);
  }, [of, count, total, step]);
  return count;
}

/** The value as it was when it last stayed the same for `ms`. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Does `work` once `value` has stayed the same for `ms`; at once where the page or the component goes before that. */
export function useOnceSettled(value: unknown, ms: number, work: () => void): void {
  const isDue = useRef(false);
  const settle = useEffectEvent(() => {
    if (isDue.current) work();
    isDue.current = false;
  });
  useEffect(() => {
    isDue.current = true;
    const timer = setTimeout(() => settle(), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  useEffect(() => {
    const leave = (): void => settle();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}

/**
 * The cache tells of a change a moment later, and a box that is drawn with its old text in between loses the caret: what is
 * typed in the middle would go on at the end.
 */
export function useDrawNow(): () => void {
  const [, draw] = useState(0);
  return () => draw((times) => times + 1);
}

/** True once `isOn` has been true for `forMs`. */
export function useLasting(isOn: boolean, forMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setLasting(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isOn, forMs]);
  return lasting;
}

/** The time, renewed every `everyMs`; null stops the clock. */
export function useNow(everyMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** Times for the rows of a table; made anew with the language and with the day. */
export function useRowTimes(): RowTimes {
  const { language } = useDesk().settings;
  const today = new Date(useNow(60_000)).toDateString();
  return useMemo(() => rowTimes(language, Date.parse(today)), [language, today]);
}

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

/** State that survives a reload of this tab, but not the tab; while the log is protected, not even that. The schema parses the stored value and has a default for a missing or wrong one. */
export function useSessionStorage<T>(
  key: string,
  schema: z.ZodCatch<z.ZodType<T>>,
): readonly [T, (to: T) => void] {
  const [value, setValue] = useState(() => schema.parse(readFrom(key)));
  const keep = useCallback(
    (to: T) => {
      setValue(to);
      typedStorage().setItem(key, JSON.stringify(to));
    },
    [key],
  );
  return [value, keep];
}

function readFrom(key: string): unknown {
  try {
    return JSON.parse(typedStorage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether a part would be drawn the same: values one by one, lists by what is in them. */
export function sameProps(left: object, right: object): boolean {
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(([name, value]) => isSame(value, Reflect.get(right, name)))
  );
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return left.length === right.length && left.every((item, place) => Object.is(item, right[place]));
}
