import type { Transport } from '#shared/contract/client.ts';
import { BRIDGE_KEY } from '#shared/contract/bridge.ts';
import type { OperationName } from '#shared/contract/operations.ts';

import { type FirstAnswers, askFirst } from './firstAnswers.ts';
import { loopbackTransport } from './loopback.ts';
import { type OpenSession, type Session, openSession, reloadOnFreshLink } from './session.ts';

export type Watcher = {
  /** The desk has ended this tab's session. */
  readonly onSessionLost: () => void;
  /** What answers now is not the desk that opened this tab: it was restarted, or something else has its port. */
  readonly onStranger: () => void;
  /** The stream of events has broken, or is there again: then events may have been missed. */
  readonly onStream: (open: boolean) => void;
};

/** The desk behind the page, and what it was asked first. */
export type Host =
  | {
      readonly kind: 'open';
      readonly transport: Transport;
      readonly first: Promise<FirstAnswers | null>;
      /** What happened before is told at once. */
      readonly watch: (watcher: Watcher) => void;
    }
  | (Session & { readonly kind: 'none' });

export async function findHost(): Promise<Host> {
  const bridge = bridgeTransport(window);
  if (bridge !== null) {
    const transport = listening(bridge);
    const first = askFirst(bridge.invoke, { knowsLock: true });
    return { kind: 'open', transport, first, watch: () => undefined };
  }
  reloadOnFreshLink();
  const session = await openSession();
  return session.kind === 'none' ? session : overLoopback(session);
}

/** Nothing is asked before events are listened to: whatever changes after an answer was given is heard. */
function overLoopback(session: OpenSession): Host & { readonly kind: 'open' } {
  const past = { isLost: false, isStranger: false, isOpen: true, timesOpened: 0 };
  let watcher: Watcher | null = null;
  let answered = (): void => undefined;
  const heard = new Promise<void>((resolve) => {
    answered = () => resolve();
  });
  const transport = listening(
    loopbackTransport({
      session,
      onSessionLost() {
        past.isLost = true;
        watcher?.onSessionLost();
      },
      onStranger() {
        past.isStranger = true;
        watcher?.onStranger();
      },
      onStream(open) {
        past.isOpen = open;
        if (open) past.isStranger = false;
        if (open) past.timesOpened += 1;
        answered();
        watcher?.onStream(open);
      },
    }),
  );
  return {
    kind: 'open',
    transport,
    first: heard.then(() => askFirst(transport.invoke, { knowsLock: false })),
    watch(given) {
      watcher = given;
      if (past.isLost) watcher.onSessionLost();
      else if (past.isStranger) watcher.onStranger();
      else if (!past.isOpen || past.timesOpened > 1) watcher.onStream(past.isOpen);
    },
  };
}

/** Listens at once and keeps early events for the first subscriber. */
function listening(transport: Transport): Transport {
  const listeners = new Set<(event: unknown) => void>();
  const missed: unknown[] = [];
  transport.subscribe((event) => {
    if (listeners.size === 0) missed.push(event);
    for (const listener of listeners) listener(event);
  });
  return {
    invoke: transport.invoke,
    subscribe(listener) {
      listeners.add(listener);
      for (const event of missed.splice(0)) listener(event);
      return () => listeners.delete(listener);
    },
  };
}

type Bridge = {
  readonly invoke: Readonly<Record<OperationName, (input: unknown) => Promise<unknown>>>;
  readonly onEvent: (listener: (event: unknown) => void) => () => void;
};

/** The preload's bridge, or null in a browser. */
function bridgeTransport(page: object): Transport | null {
  const bridge: unknown = Reflect.get(page, BRIDGE_KEY);
  if (!isBridge(bridge)) return null;
  return {
    invoke: (name, input) => bridge.invoke[name](input),
    subscribe: (listener) => bridge.onEvent(listener),
  };
}

function isBridge(value: unknown): value is Bridge {
  if (typeof value !== 'object' || value === null) return false;
  const invoke: unknown = Reflect.get(value, 'invoke');
  if (typeof invoke !== 'object' || invoke === null) return false;
  return (
    typeof Reflect.get(value, 'onEvent') === 'function' &&
    Object.values(invoke).every((call) => typeof call === 'function')
  );
}
