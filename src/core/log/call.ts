import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Result } from '#shared/domain/result.ts';
import type { Operator } from '#shared/domain/request.ts';

import type { FinderParts } from '../search/finderParts.ts';
import type { ReaderParts } from './reads/readerParts.ts';
import type { LogPaths } from './store/paths.ts';
import type { Store } from './store/store.ts';

/** The write failed, and no part of it is in the log. */
export type NotRecorded = { readonly code: 'not_recorded'; readonly detail: string };

/** A reader's connection, opened with the first use: a list of backups must not need it. */
export type ThrowAwayParts = { readonly paths: LogPaths; readonly opened: () => Store };

/** The log's threads. `throwAway`: a reader that is started for one question and ends with it. */
export type ThreadName = 'writer' | 'reader' | 'finder' | 'throwAway';

type Args = readonly unknown[];
/** Only what can be called; its types are those of each call. */
type AnyRun = (...args: never[]) => unknown;

export type Write<Run extends AnyRun = AnyRun> = {
  readonly kind: 'write';
  readonly thread: 'writer';
  readonly run: Run;
  /** Refused as `log_unavailable` unless the log's health is `ok`. Any other write needs only an open file, else `not_recorded`. */
  readonly needsHealthyLog: boolean;
  /** On a full disk the reserve is released for it. */
  readonly mayUseReserve: boolean;
};

export type Read<Thread extends ThreadName = ThreadName, Run extends AnyRun = AnyRun> = {
  readonly kind: 'read';
  readonly thread: Thread;
  readonly run: Run;
  /** The answer while the log cannot be read. Null: the thread is asked whatever the state of the log. */
  readonly whileUnavailable: { readonly answer: Awaited<ReturnType<Run>> } | null;
};

export type Call = Write | Read;

type Needs = Partial<Pick<Write, 'needsHealthyLog' | 'mayUseReserve'>>;

/**
 * A write. It runs inside a savepoint of the group's transaction: the rule it depends on, the event, and the row that follows from
 * the event. One that returns a failure has written nothing.
 */
export function write<A extends Args, R>(
  run: (store: Store, at: string, ...args: A) => R,
  { needsHealthyLog = false, mayUseReserve = false }: Needs = {},
): Write<typeof run> {
  return { kind: 'write', thread: 'writer', run, needsHealthyLog, mayUseReserve };
}

type OperationWrite<N extends OperationName> = (
  store: Store,
  at: string,
  input: OperationInput<N>,
  operator: Operator,
) => Result<OperationOutput<N>, Failure>;

/** Operations of the contract that are one write and nothing else, under the names that they have there. */
export function operationWrites<N extends OperationName>(functions: {
  readonly [K in N]: OperationWrite<K>;
}): { readonly [K in N]: Write<OperationWrite<K>> };
export function operationWrites(functions: Readonly<Record<string, AnyRun>>): object {
  const marked = Object.entries(functions).map(
    ([name, made]) =>
      [
        name,
        {
          kind: 'write',
          thread: 'writer',
          run: made,
          needsHealthyLog: false,
          mayUseReserve: false,
        },
      ] as const,
  );
  return Object.fromEntries(marked);
}

/** A read by its thread, with what the thread hands to it, and its answer while the log cannot be read. */
export const read = {
  /** Short enough to run between two commits. */
  onWriter: readOn<'writer', Store>('writer'),
  onReader: readOn<'reader', ReaderParts>('reader'),
  onFinder: readOn<'finder', FinderParts>('finder'),
  onThrowAway: readOn<'throwAway', ThrowAwayParts>('throwAway'),
  /** By a throw-away reader that is asked whatever the state of the log. */
  inAnyState: <A extends Args, R>(
    run: (parts: ThrowAwayParts, ...args: A) => R,
  ): Read<'throwAway', typeof run> => ({
    kind: 'read',
    thread: 'throwAway',
    run,
    whileUnavailable: null,
  }),
};

function readOn<Thread extends ThreadName, Parts>(thread: Thread) {
  return <A extends Args, R>(
    run: (parts: Parts, ...args: A) => R,
    answer: NoInfer<Awaited<R>>,
  ): Read<Thread, typeof run> => ({ kind: 'read', thread, run, whileUnavailable: { answer } });
}

/** Calls by their names. */
type Table = Readonly<Record<string, Call>>;

type ArgumentsOf<C> = C extends {
  readonly kind: 'write';
  readonly run: (store: never, at: never, ...args: infer A) => unknown;
}
  ? A
  : C extends { readonly run: (parts: never, ...args: infer A) => unknown }
    ? A
    : never;
type AnswerOf<C> = C extends { readonly run: (...args: never[]) => infer R } ? Awaited<R> : never;
type Refused<C> = C extends Write ? { readonly ok: false; readonly error: NotRecorded } : never;

/** Calls as their callers see them. Any write may not have been recorded. */
export type Asked<T> = {
  readonly [N in keyof T]: (...args: ArgumentsOf<T[N]>) => Promise<AnswerOf<T[N]> | Refused<T[N]>>;
};

/** Every call of the table as a function. */
export function asked<T extends Table>(table: T, ask: Ask<keyof T & string>): Asked<T>;
export function asked(table: Table, ask: Ask<string>): object {
  const functions = Object.entries(table).map(
    ([name, call]) => [name, (...args: readonly never[]) => ask(name, call, args)] as const,
  );
  return Object.fromEntries(functions);
}

type Ask<Name> = (name: Name, call: Call, args: readonly never[]) => Promise<unknown>;

/** Runs a call that came as a message: both ends are compiled together, so that its arguments are those of its function. */
export function runCall(call: Call, args: readonly unknown[]): unknown {
  const answer: unknown = Reflect.apply(call.run, null, args);
  return answer;
}
