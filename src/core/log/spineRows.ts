/** The log's threads. `throwAway`: a reader that is started for one question and ends with it. */
export type ThreadName = 'writer' | 'reader' | 'finder' | 'throwAway';

type Signature = (...args: never[]) => unknown;

export type WriteRow<F extends Signature = Signature> = {
  readonly kind: 'write';
  readonly thread: 'writer';
  /** Refused as `log_unavailable` unless the log's health is `ok`. Any other write needs only an open file, else `not_recorded`. */
  readonly needsHealthyLog: boolean;
  /** On a full disk the reserve is released for it. */
  readonly mayUseReserve: boolean;
  /** Only for the compiler: never set. */
  readonly signature?: F;
};

export type ReadRow<T extends ThreadName = ThreadName, F extends Signature = Signature> = {
  readonly kind: 'read';
  readonly thread: T;
  /** Null: the thread is asked whatever the state of the log. */
  readonly whileUnavailable: { readonly answer: ReturnType<F> } | null;
  /** Only for the compiler: never set. */
  readonly signature?: F;
};

export type Row = WriteRow | ReadRow;

type WriteNeeds = Partial<Pick<WriteRow, 'needsHealthyLog' | 'mayUseReserve'>>;

export function write<F extends Signature>({
  needsHealthyLog = false,
  mayUseReserve = false,
}: WriteNeeds = {}): WriteRow<F> {
  return { kind: 'write', thread: 'writer', needsHealthyLog, mayUseReserve };
}

/** A read, by its thread. The argument is the answer while the log cannot be read. */
export const read = {
  /** Short enough to run between two commits. */
  onWriter: <F extends Signature>(answer: ReturnType<F>): ReadRow<'writer', F> =>
    readRow('writer', { answer }),
  onReader: <F extends Signature>(answer: ReturnType<F>): ReadRow<'reader', F> =>
    readRow('reader', { answer }),
  onFinder: <F extends Signature>(answer: ReturnType<F>): ReadRow<'finder', F> =>
    readRow('finder', { answer }),
  onThrowAway: <F extends Signature>(
    ...answer: readonly [] | readonly [ReturnType<F>]
  ): ReadRow<'throwAway', F> =>
    readRow('throwAway', answer.length === 0 ? null : { answer: answer[0] }),
};

function readRow<T extends ThreadName, F extends Signature>(
  thread: T,
  whileUnavailable: ReadRow<T, F>['whileUnavailable'],
): ReadRow<T, F> {
  return { kind: 'read', thread, whileUnavailable };
}
