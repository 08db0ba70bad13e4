import { readFileSync } from 'node:fs';

import { type Codec, createCodec } from './wire.ts';

/** The names under which page and stand-in find each other. */
export const CALL_BINDING = 'electronStandInCall';
export const DELIVERY_EVENT = 'electron-stand-in-delivery';

/** What the page tells the stand-in. */
export type FromPage =
  | { readonly kind: 'invoke'; readonly channel: string; readonly args: string }
  /** A Blob that could be downloaded: no tool tells its type later. */
  | { readonly kind: 'blob'; readonly url: string; readonly type: string };

/** The real preload bundle, wrapped so that its `require('electron')` finds a bridge to the stand-in. */
export function preloadScript(preloadFile: string): string {
  const bundle = readFileSync(preloadFile, 'utf8');
  return `(${installPreload.toString()})(
    ${JSON.stringify(CALL_BINDING)},
    ${JSON.stringify(DELIVERY_EVENT)},
    (${createCodec.toString()})(),
    (require, module, exports) => { ${bundle} },
  );`;
}

type Preload = (require: (name: string) => unknown, module: object, exports: object) => void;
type Listener = (event: object, ...args: readonly unknown[]) => void;
type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Runs in the page; it may use nothing from this file. */
function installPreload(
  callBinding: string,
  deliveryEvent: string,
  codec: Codec,
  preload: Preload,
): void {
  // As in Electron with nodeIntegrationInSubFrames off: the top frame only.
  if (globalThis.top !== globalThis.self) return;
  const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';
  const call: unknown = Reflect.get(globalThis, callBinding);
  if (!isFunction(call)) throw new Error('The stand-in is not there');
  Reflect.deleteProperty(globalThis, callBinding);
  const tell = async (told: object): Promise<unknown> => {
    const reply: unknown = await call(told);
    return reply;
  };

  /** Electron's own limit and words. */
  const DEEPEST = 1000;
  const TOO_DEEP =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  const NOT_CLONED = 'An object could not be cloned.';
  const cloneOf = (value: unknown): unknown => {
    try {
      return structuredClone(value);
    } catch {
      throw new Error(NOT_CLONED);
    }
  };

  /** Another Error with its message: its class and whatever else it carried stay behind. */
  const errorOf = (error: unknown): unknown =>
    error instanceof Error ? new Error(error.message) : crossing(error);

  const functionAcross =
    (own: AnyFunction): AnyFunction =>
    (...args) => {
      const passed = args.map((arg) => crossing(arg));
      let result: unknown;
      try {
        result = own(...passed);
      } catch (error) {
        throw errorOf(error);
      }
      return crossing(result);
    };

  /** Between the worlds values are copied, functions and promises are called across; classes, getters and symbols are lost. */
  function crossing(value: unknown, depth = 0, seen = new Map<object, unknown>()): unknown {
    if (depth > DEEPEST) throw new Error(TOO_DEEP);
    if (typeof value === 'symbol') return undefined;
    if (isFunction(value)) return functionAcross(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = seen.get(value);
    if (known !== undefined) return known;
    if (value instanceof Promise) {
      return value.then(
        (settled: unknown) => crossing(settled),
        (error: unknown) => {
          throw errorOf(error);
        },
      );
    }
    if (value instanceof Error) return errorOf(value);
    if (value instanceof Element || value instanceof Blob) return value;
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      seen.set(value, list);
      for (const part of value) list.push(crossing(part, depth + 1, seen));
      return list;
    }
    if (Object.prototype.toString.call(value) !== '[object Object]') return cloneOf(value);
    const copy = {};
    seen.set(value, copy);
    for (const [key, part] of Object.entries(value)) {
      const held = crossing(part, depth + 1, seen);
      const described = { value: held, enumerable: true, writable: true, configurable: true };
      Object.defineProperty(copy, key, described);
    }
    return copy;
  }

  const deepFreeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    for (const part of Object.values(value)) deepFreeze(part);
    return Object.freeze(value);
  };

  const strict = (name: string, target: object): object =>
    new Proxy(target, {
      get(_target, key) {
        if (key in target || typeof key === 'symbol') {
          const found: unknown = Reflect.get(target, key);
          return found;
        }
        throw new Error(`The stand-in for Electron has no ${name}.${key}`);
      },
    });

  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
  const listeners = new Map<string, { listener: Listener; isOnce: boolean }[]>();
  const listen = (channel: string, listener: Listener, isOnce: boolean): void => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }]);
  };
  const drop = (channel: string, listener: Listener): void => {
    const all = listeners.get(channel) ?? [];
    const at = all.findLastIndex((one) => one.listener === listener);
    listeners.set(
      channel,
      all.filter((_one, index) => index !== at),
    );
  };
  globalThis.addEventListener(deliveryEvent, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const passed: unknown = codec.decode(String(event.detail));
    if (!isList(passed)) return;
    const [name, ...args] = passed;
    for (const { listener, isOnce } of listeners.get(String(name)) ?? []) {
      if (isOnce) drop(String(name), listener);
      listener({ ports: [] }, ...args);
    }
  });

  const ipcRenderer = strict('ipcRenderer', {
    async invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
      const sent = codec.encode(cloneOf(args));
      const text = await tell({ kind: 'invoke', channel, args: sent });
      const reply: unknown = codec.decode(String(text));
      const error: unknown = Reflect.get(Object(reply), 'error');
      // Electron's own words, whatever went wrong in main.
      if (typeof error === 'string') {
        throw new Error(`Error invoking remote method '${channel}': ${error}`);
      }
      const result: unknown = Reflect.get(Object(reply), 'result');
      return result;
    },
    on: (channel: string, listener: Listener) => listen(channel, listener, false),
    once: (channel: string, listener: Listener) => listen(channel, listener, true),
    off: drop,
    removeListener: drop,
    removeAllListeners: (channel: string) => listeners.delete(channel),
  });
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld(key: string, api: unknown): void {
      if (key in globalThis) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      const value = deepFreeze(crossing(api));
      Object.defineProperty(globalThis, key, { value, enumerable: true });
    },
  });

  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    if (object instanceof Blob) void tell({ kind: 'blob', url, type: object.type });
    return url;
  };

  const electron = strict('electron in a preload', { contextBridge, ipcRenderer });
  const module = { exports: {} };
  const requireElectron = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  preload(requireElectron, module, module.exports);
}
