import { readFileSync } from 'node:fs';

/** The names under which page and stand-in find each other. */
export const CALL_BINDING = 'electronStandInCall';
export const DELIVERY_EVENT = 'electron-stand-in-delivery';

/** The real preload bundle, wrapped so that its `require('electron')` finds a bridge to the stand-in. */
export function preloadScript(preloadFile: string): string {
  const bundle = readFileSync(preloadFile, 'utf8');
  return `(${installPreload.toString()})(
    ${JSON.stringify(CALL_BINDING)},
    ${JSON.stringify(DELIVERY_EVENT)},
    (require, module, exports) => { ${bundle} },
  );`;
}

type Preload = (require: (name: string) => unknown, module: object, exports: object) => void;
type Delivery = { readonly channel: string; readonly args: readonly unknown[] };
type Listener = (event: object, ...args: readonly unknown[]) => void;
type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Runs in the page; it may use nothing from this file. */
function installPreload(callBinding: string, deliveryEvent: string, preload: Preload): void {
  // As in Electron with nodeIntegrationInSubFrames off: the top frame only.
  if (globalThis.top !== globalThis.self) return;
  const listeners = new Map<string, Set<Listener>>();
  const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';
  const call: unknown = Reflect.get(globalThis, callBinding);
  if (!isFunction(call)) throw new Error('The stand-in is not there');
  Reflect.deleteProperty(globalThis, callBinding);

  const holdsFunction = (value: unknown): boolean =>
    isFunction(value) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(holdsFunction));
  // Between the worlds values are copied, functions are called across, and an API arrives frozen.
  const crossing = (value: unknown): unknown => {
    if (isFunction(value)) {
      return (...args: readonly unknown[]) => crossing(value(...args.map((arg) => crossing(arg))));
    }
    if (value instanceof Promise) return value.then((settled: unknown) => crossing(settled));
    if (typeof value !== 'object' || value === null) return value;
    if (!holdsFunction(value)) return structuredClone(value);
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([key, part]) => [key, crossing(part)])),
    );
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (key: string, api: unknown) =>
        Object.defineProperty(globalThis, key, { value: crossing(api), enumerable: true }),
    },
    ipcRenderer: {
      invoke: async (channel: string, ...args: readonly unknown[]) => {
        const reply: unknown = await call({ channel, args: structuredClone(args) });
        return reply;
      },
      on: (channel: string, listener: Listener) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      off: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
    },
  };
  const isDelivery = (event: Event): event is CustomEvent<Delivery> => event instanceof CustomEvent;
  globalThis.addEventListener(deliveryEvent, (event) => {
    if (!isDelivery(event)) return;
    const { channel, args } = event.detail;
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
  });
  const module = { exports: {} };
  const requireElectron = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`A sandboxed preload cannot load ${name}`);
  };
  preload(requireElectron, module, module.exports);
}
