import type { LogHealth } from '#shared/domain/logHealth.ts';

type ThreadRole = 'writer' | 'reader';
export type ThreadData = { readonly role: ThreadRole; readonly dataDir: string };

/** One of a thread's functions, by name. Both ends are compiled together, so that names and types agree. */
export type ThreadCall = {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
};

export type ThreadReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** Everything that one turn has to say. `health` where it changed. */
export type ThreadAnswer = {
  readonly replies: readonly ThreadReply[];
  readonly health: LogHealth | null;
};

export type ThreadApi = Readonly<Record<string, (...args: never[]) => unknown>>;
