import type { Failure } from '#shared/domain/failure.ts';

/** React Query knows only thrown errors; this one carries the coded failure. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function failureOf(error: Error): Failure {
  return error instanceof FailureError
    ? error.failure
    : { code: 'internal', detail: error.message };
}
