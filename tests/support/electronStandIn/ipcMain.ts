import { deserialize, serialize } from 'node:v8';

export type StandInFrame = { readonly url: string; readonly parent: StandInFrame | null };
export type StandInInvokeEvent = {
  readonly senderFrame: StandInFrame | null;
  readonly sender: object;
};
type Handler = (event: StandInInvokeEvent, ...args: readonly unknown[]) => unknown;

/** Electron's structured clone, as V8 does it: functions throw, prototypes are lost. */
export function cloned(value: unknown): unknown {
  const copy: unknown = deserialize(serialize(value));
  return copy;
}

export class StandInIpcMain {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }

  async call(
    channel: string,
    event: StandInInvokeEvent,
    args: readonly unknown[],
  ): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const copies = args.map((arg) => cloned(arg));
    return cloned(await handler(event, ...copies));
  }
}
