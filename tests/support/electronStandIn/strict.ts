import type { EventEmitter } from 'node:events';

import { record } from './journal.ts';

/**
 * What the app uses and the stand-in does not have must fail by its name, not as `undefined is not a function` somewhere else,
 * and never pass in silence.
 */
export function strict<T extends object>(name: string, target: T): T {
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get(_target, key) {
      if (!(key in target)) {
        // Promises look for `then`, printers and comparers for symbols: nobody of the app's asks for those.
        if (typeof key === 'symbol' || PROBED.has(key)) return undefined;
        throw missing(`${name}.${key}`);
      }
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function' || key === 'constructor') return value;
      // Private fields know the object itself, not what stands before it.
      const known = bound.get(key);
      if (known !== undefined) return known;
      const made: unknown = value.bind(target);
      bound.set(key, made);
      return made;
    },
    set(_target, key, value) {
      if (!(key in target)) {
        throw missing(`${name}.${String(key)} to set`);
      }
      return Reflect.set(target, key, value);
    },
  });
}

/** Also in the journal: an app that catches what it called would hide it. */
function missing(what: string): Error {
  record('missing', what);
  return new Error(`The stand-in for Electron has no ${what}`);
}

const PROBED: ReadonlySet<string> = new Set(['then', 'toJSON', 'asymmetricMatch']);

/** An event that can be refused, as Electron's are, with what it says about itself. */
export class RefusableEvent {
  defaultPrevented = false;

  constructor(details: object = {}) {
    Object.assign(this, details);
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** As if Electron had told of it. True: the app refused. */
export function refuses(emitter: EventEmitter, name: string, ...args: readonly unknown[]): boolean {
  const event = new RefusableEvent();
  emitter.emit(name, event, ...args);
  return event.defaultPrevented;
}
