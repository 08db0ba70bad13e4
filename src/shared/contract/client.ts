import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';
import type { DeskEvent } from './events.ts';
import type { OperationInput, OperationOutput, OperationName } from './operations.ts';

export type CallOptions = {
  /** For a page that is being closed: the call still arrives, and its answer is dropped. */
  readonly outlivesPage?: boolean;
};

/** The preload bridge, or loopback HTTP. Rejecting means that the host could not be reached. */
export type Transport = {
  readonly invoke: (name: OperationName, input: unknown, options?: CallOptions) => Promise<unknown>;
  readonly subscribe: (listener: (event: unknown) => void) => () => void;
};

export type Client = {
  readonly call: <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ) => Promise<Result<OperationOutput<N>, Failure>>;
  readonly onEvent: (listener: (event: DeskEvent) => void) => () => void;
};
