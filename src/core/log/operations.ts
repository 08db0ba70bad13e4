import { SPINE } from './spine.ts';
import type { Row, ThreadName } from './spineRows.ts';
import type { Store } from './store/store.ts';

type Spine = typeof SPINE;

type SignatureOf<R> = R extends { readonly signature?: infer F } ? NonNullable<F> : never;
type ArgumentsOf<R> = SignatureOf<R> extends (...args: infer A) => unknown ? A : never;
type AnswerOf<R> = SignatureOf<R> extends (...args: never[]) => infer T ? T : never;

export type WriteName = {
  [N in keyof Spine]: Spine[N] extends { readonly kind: 'write' } ? N : never;
}[keyof Spine];
type ReadName<T extends ThreadName> = {
  [N in keyof Spine]: Spine[N] extends { readonly kind: 'read'; readonly thread: T } ? N : never;
}[keyof Spine];

/** The operations as the log's callers see them. */
export type Operations = {
  readonly [N in keyof Spine]: (...args: ArgumentsOf<Spine[N]>) => Promise<AnswerOf<Spine[N]>>;
};

/**
 * The writes as functions of the writer thread. Each runs inside a savepoint of the group's transaction: the rule it depends
 * on, the event, and the row that follows from the event. A function that returns a failure has written nothing.
 */
export type Writes = {
  readonly [N in WriteName]: (
    parts: Store,
    at: string,
    ...args: ArgumentsOf<Spine[N]>
  ) => AnswerOf<Spine[N]>;
};

/** The short reads of the writer thread. */
export type PointReads = {
  readonly [N in ReadName<'writer'>]: (
    store: Store,
    ...args: ArgumentsOf<Spine[N]>
  ) => AnswerOf<Spine[N]>;
};

/** The reads as functions of another thread. */
export type ReadsOf<T extends Exclude<ThreadName, 'writer'>> = {
  readonly [N in ReadName<T>]: (
    ...args: ArgumentsOf<Spine[N]>
  ) => AnswerOf<Spine[N]> | Promise<AnswerOf<Spine[N]>>;
};

type AnyOperation = (...args: never[]) => Promise<unknown>;

const ROWS: ReadonlyMap<string, Row> = new Map(Object.entries<Row>(SPINE));

export const WRITE_NAMES: readonly WriteName[] = [...ROWS.keys()].filter(isWriteName);

function isWriteName(name: string): name is WriteName {
  return ROWS.get(name)?.kind === 'write';
}

/** Undefined for what is no operation of the port, such as the opening of the log. */
export function rowOf(name: string): Row | undefined {
  return ROWS.get(name);
}

/** The operations of one thread. */
export function namesOf(thread: ThreadName): readonly string[] {
  return [...ROWS].flatMap(([name, row]) => (row.thread === thread ? [name] : []));
}

/** Makes every operation by its row. */
export function operationsFrom(make: (name: string, row: Row) => AnyOperation): Operations {
  const made = Object.fromEntries(Array.from(ROWS, ([name, row]) => [name, make(name, row)]));
  if (!hasEveryOperation(made)) throw new Error('An operation of the spine was not made.');
  return made;
}

function hasEveryOperation(made: object): made is Operations {
  return [...ROWS.keys()].every((name) => name in made);
}

type Written = AnswerOf<Spine[WriteName]>;

/** The same log; `onWritten` gets the result of every write. */
export function watchWrites<L extends Operations>(log: L, onWritten: (result: Written) => void): L {
  const watched = WRITE_NAMES.map((name) => {
    const write: (...args: never[]) => Promise<Written> = log[name];
    const watchedWrite = async (...args: never[]): Promise<Written> => {
      const result = await write(...args);
      onWritten(result);
      return result;
    };
    return [name, watchedWrite] as const;
  });
  return Object.assign({ ...log }, Object.fromEntries(watched));
}
