import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Actions of the palette and the keyboard, run by the component that offers them. Names and keys are in shell/shortcuts.ts. */
export const ACTIONS = [
  'request.new',
  'request.newPage',
  'request.quick',
  'request.repeat',
  'request.repeatWith',
  'message.copy',
  'card.focus',
  'search.focus',
  'handOver.open',
  'privacy.toggle',
  'person.switch',
  'eyes.approve',
  'palette.open',
  'shortcuts.open',
  'export.open',
  'diagnostics.save',
] as const;
export type Action = (typeof ACTIONS)[number];

type Runners = Map<Action, readonly (() => void)[]>;

export type ActionDesk = {
  /** The one that came last answers. Returns how to leave again. */
  readonly offer: (action: Action, run: () => void) => () => void;
  readonly isOffered: (action: Action) => boolean;
  /** False when no component on the screen offers it. */
  readonly run: (action: Action) => boolean;
  /** Now, or as soon as a screen that is still loading offers it. Only the last action asked for waits. */
  readonly runSoon: (action: Action) => void;
};

/** Longer than any screen takes to be loaded from this machine; what comes later was not meant any more. */
const SOON_MS = 5000;

export function createActionDesk(now: () => number = () => performance.now()): ActionDesk {
  const runners: Runners = new Map();
  const of = (action: Action): readonly (() => void)[] => runners.get(action) ?? [];
  let waiting: { readonly action: Action; readonly untilMs: number } | null = null;
  const run = (action: Action): boolean => {
    const last = of(action).at(-1);
    last?.();
    return last !== undefined;
  };
  return {
    offer(action, runOne) {
      runners.set(action, [...of(action), runOne]);
      if (waiting?.action === action) {
        const isLate = now() > waiting.untilMs;
        waiting = null;
        // After the screen has put the focus where it begins.
        if (!isLate) setTimeout(() => run(action));
      }
      return () =>
        void runners.set(
          action,
          of(action).filter((own) => own !== runOne),
        );
    },
    isOffered: (action) => of(action).length > 0,
    run,
    runSoon(action) {
      waiting = run(action) ? null : { action, untilMs: now() + SOON_MS };
    },
  };
}

export const ActionContext = createContext<ActionDesk>(createActionDesk());

export function useActionDesk(): ActionDesk {
  return useContext(ActionContext);
}

/** This component answers to the action while it is on the screen and `active`. */
export function useAction(action: Action, run: () => void, active = true): void {
  const desk = useActionDesk();
  const runNow = useEffectEvent(run);
  useEffect(
    () => (active ? desk.offer(action, () => runNow()) : undefined),
    [desk, action, active],
  );
}
