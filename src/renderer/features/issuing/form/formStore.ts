import type { Command, Facts, FormEvent, FormState } from './formState.ts';
import { reduceForm } from './reduceForm.ts';

/** `commands` are run once the state is drawn. */
export type FormSnapshot = { readonly state: FormState; readonly commands: readonly Command[] };

type KnownFacts = Omit<Facts, 'nowMs'>;

export type FormStore = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => FormSnapshot;
  readonly send: (event: FormEvent) => void;
  readonly setFacts: (facts: KnownFacts) => void;
  /** The commands of the snapshot that was drawn, each given out once. */
  readonly take: (drawn: FormSnapshot) => readonly Command[];
};

/**
 * Holds the form outside React: a key may arrive between an event and the drawing of what it changed, and must meet the newest
 * state.
 */
export function createFormStore(
  begin: (facts: Facts) => FormState,
  firstFacts: KnownFacts,
  nowMs: () => number = Date.now,
): FormStore {
  let known = firstFacts;
  let snapshot: FormSnapshot = { state: begin({ ...known, nowMs: nowMs() }), commands: [] };
  const listeners = new Set<() => void>();
  const taken = new WeakSet<readonly Command[]>();
  const send = (event: FormEvent): void => {
    const [state, commands] = reduceForm(snapshot.state, event, { ...known, nowMs: nowMs() });
    if (state === snapshot.state && commands.length === 0) return;
    const waiting = taken.has(snapshot.commands) ? [] : snapshot.commands;
    snapshot = { state, commands: [...waiting, ...commands] };
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => snapshot,
    send,
    setFacts(facts) {
      known = facts;
      send({ type: 'factsChanged' });
    },
    take(drawn) {
      // Of an older drawing: the newer one has the same commands and more.
      if (drawn !== snapshot || taken.has(drawn.commands)) return [];
      taken.add(drawn.commands);
      return drawn.commands;
    },
  };
}
