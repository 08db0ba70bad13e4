import type { LogHealth } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';

/** Sent instead of calls: the thread ends itself between two pieces of its work. */
export const END_THREAD = 'end';

export type ThreadRole = 'writer' | 'reader' | 'finder';
export type ThreadData = {
  readonly role: ThreadRole;
  readonly dataDir: string;
  /** Only for the finder: start with an empty index, because the finder before it failed. */
  readonly isFresh?: boolean;
};

/** One of a thread's functions, by name. Both ends are compiled together, so that names and types agree. */
export type ThreadCall = {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
};

export type ThreadReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** The message of one turn. `health` when it changed, `index` while it changes. */
export type ThreadAnswer = {
  readonly replies: readonly ThreadReply[];
  readonly health: LogHealth | null;
  readonly index?: IndexState;
};

export type ThreadApi = Readonly<Record<string, (...args: never[]) => unknown>>;
