import type { Transport } from '#shared/contract/client.ts';
import { BRIDGE_KEY, OPERATION_NAMES, type OperationName } from '#shared/contract/names.ts';

type Bridge = {
  readonly invoke: Readonly<Record<OperationName, (input: unknown) => Promise<unknown>>>;
  readonly onEvent: (listener: (event: unknown) => void) => () => void;
};

/** The preload's bridge, or null in a browser. */
export function bridgeTransport(page: object): Transport | null {
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
    OPERATION_NAMES.every((name) => typeof Reflect.get(invoke, name) === 'function')
  );
}
