import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** What the palette and the keyboard can ask for, whoever on the screen does it. Names and keys are in shell/shortcuts.ts. */
export const ACTIONS = [
  'request.new',
  'request.newPage',
  'request.quick',
  'request.repeat',
  'request.repeatWith',
  'message.copy',
  'search.focus',
  'shift.handOver',
  'privacy.toggle',
  'palette.open',
  'shortcuts.open',
  'help.open',
] as const;
export type Action = (typeof ACTIONS)[number];

type Runners = Map<Action, readonly (() => void)[]>;

export type ActionDesk = {
  /** The one that came last answers. Returns how to leave again. */
  readonly offer: (action: Action, run: () => void) => () => void;
  readonly isOffered: (action: Action) => boolean;
  /** False: nobody on the screen does this now. */
  readonly run: (action: Action) => boolean;
};

export function createActionDesk(): ActionDesk {
  const runners: Runners = new Map();
  const of = (action: Action): readonly (() => void)[] => runners.get(action) ?? [];
  return {
    offer(action, run) {
      runners.set(action, [...of(action), run]);
      return () =>
        void runners.set(
          action,
          of(action).filter((own) => own !== run),
        );
    },
    isOffered: (action) => of(action).length > 0,
    run(action) {
      const last = of(action).at(-1);
      last?.();
      return last !== undefined;
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
