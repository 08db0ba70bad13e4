import type { EventEmitter } from 'node:events';

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

/** What a test hands over in the place of a callback: it hears what the app called it with. */
const CALLBACK = '[callback]';

export type Fired = { readonly prevented: boolean; readonly calledWith: readonly unknown[] };

/** As if Electron had: the event comes first, with whatever the test says about it. */
export function fire(
  emitter: EventEmitter,
  name: string,
  details: object,
  args: readonly unknown[],
): Fired {
  const event = new RefusableEvent(details);
  const calledWith: unknown[] = [];
  const passed = args.map((arg) =>
    arg === CALLBACK ? (...given: readonly unknown[]) => void calledWith.push(...given) : arg,
  );
  emitter.emit(name, event, ...passed);
  return { prevented: event.defaultPrevented, calledWith };
}
