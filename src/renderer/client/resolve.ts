import { applyRequest } from './applyEvent.ts';
import { type Mutation, useOperation } from './useOperation.ts';

/** One or many; either all are recorded or none. */
export function useResolve(): Mutation<'request.resolve'> {
  return useOperation('request.resolve', (cache, requests) =>
    Promise.all(requests.map((request) => applyRequest(cache, request))),
  );
}
