import { deserialize, serialize } from 'node:v8';

export type StandInFrame = {
  readonly url: string;
  readonly parent: StandInFrame | null;
  readonly detached?: boolean | undefined;
};
type StandInInvokeEvent = {
  readonly senderFrame: StandInFrame | null;
  readonly sender: object;
};
type Handler = (event: StandInInvokeEvent, ...args: readonly unknown[]) => unknown;

/** What Electron sends back: a result, or an error as text. */
type InvokeReply = { readonly result: unknown } | { readonly error: string };

/** Electron's structured clone, as V8 does it: functions throw, prototypes are lost. */
export function cloned(value: unknown): unknown {
  try {
    const copy: unknown = deserialize(serialize(value));
    return copy;
  } catch {
    throw new Error('An object could not be cloned.');
  }
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

  async invoke(
    channel: string,
    event: StandInInvokeEvent,
    args: readonly unknown[],
  ): Promise<InvokeReply> {
    try {
      return { result: await this.call(channel, event, args) };
    } catch (error) {
      // Electron writes it to main's own output as well.
      console.error(`Error occurred in handler for '${channel}':`, error);
      return { error: String(error) };
    }
  }
}
