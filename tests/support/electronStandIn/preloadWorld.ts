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

  const isPlain = (value: unknown): value is object =>
    Object.prototype.toString.call(value) === '[object Object]';
  /** Between the worlds functions are called across, and everything else is copied; an error keeps its message alone. */
  const crossing = (value: unknown): unknown => {
    if (isFunction(value)) return across(value);
    try {
      return structuredClone(value);
    } catch {
      if (!isPlain(value)) throw new Error('An object could not be cloned.');
      const parts = Object.entries(value).map(([key, part]) => [key, crossing(part)]);
      const copy: unknown = Object.fromEntries(parts);
      return copy;
    }
  };
  const failed = (error: unknown): Error =>
    new Error(error instanceof Error ? error.message : String(error));
  const across =
    (own: AnyFunction): AnyFunction =>
    (...args) => {
      try {
        const result = own(...args.map(crossing));
        if (!(result instanceof Promise)) return crossing(result);
        return result.then(crossing, (error: unknown) => {
          throw failed(error);
        });
      } catch (error) {
        throw failed(error);
      }
    };

  const deepFreeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
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
  const heard = new Map<string, readonly Listener[]>();
  globalThis.addEventListener(deliveryEvent, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const passed: unknown = codec.decode(String(event.detail));
    if (!isList(passed)) return;
    const [name, ...args] = passed;
    for (const listener of heard.get(String(name)) ?? []) listener({ ports: [] }, ...args);
  });

  const ipcRenderer = strict('ipcRenderer', {
    async invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
      const sent = codec.encode(crossing(args));
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
    on: (channel: string, listener: Listener) =>
      heard.set(channel, [...(heard.get(channel) ?? []), listener]),
    off: (channel: string, listener: Listener) =>
      heard.set(
        channel,
        (heard.get(channel) ?? []).filter((one) => one !== listener),
      ),
  });
  const contextBridge = strict('contextBridge', {
    exposeInMainWorld(key: string, api: unknown): void {
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
