/**
 * What crosses between a thread, or the keychain's helper, and the end that asks: calls of functions by their names. Both ends are
 * compiled together, so that names and types agree.
 */
export type Call = {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
};
/** The same before it is sent. */
export type Outgoing = Omit<Call, 'args'> & { readonly args: readonly unknown[] };
export type Reply<V = unknown> =
  | { readonly id: number; readonly ok: true; readonly value: V }
  | { readonly id: number; readonly ok: false; readonly error: string };
export type Api = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Sent instead of calls: the other end ends itself between two pieces of its work. */
export const END = 'end';

/** Never rejects. */
export async function answered(api: Api, { id, name, args }: Outgoing): Promise<Reply> {
  try {
    const run = api[name];
    const value: unknown = run === undefined ? undefined : await Reflect.apply(run, null, args);
    return { id, ok: true, value };
  } catch (error) {
    return failedReply(id, error);
  }
}

export function failedReply(id: number, error: unknown): Reply {
  return { id, ok: false, error: error instanceof Error ? error.message : String(error) };
}
