import {
  CONTRACT,
  type OperationInput,
  type OperationOutput,
  OPERATION_NAMES,
  type OperationName,
} from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import {
  type DepositRequest,
  type Operator,
  depositRequestSchema,
} from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';

import { type TellDeps, tellOfChange } from '../desk/deskEvents.ts';
import type { Operations } from '../dispatch.ts';
import type { Actor } from '../people/people.ts';
import type { Called } from './calls.ts';

type Calls = {
  readonly [N in Called]: (
    input: OperationInput<N>,
    operator: Operator,
  ) => Promise<Result<OperationOutput<N>, Failure>>;
};
type ChangesRequest = {
  [N in Called]: OperationOutput<N> extends DepositRequest ? N : never;
}[Called];

/** Operations that are one call of the log. Every page is told of a request that such a call has changed. */
export function calledOperations(
  deps: TellDeps & { readonly log: Calls },
): Pick<Operations, Called>;
export function calledOperations({ log, ...deps }: TellDeps & { readonly log: Calls }): object {
  const called = OPERATION_NAMES.filter((name) => isCalled(log, name)).map((name) => {
    if (isOfRequest(name)) {
      const change: RequestCall = log[name];
      return [
        name,
        async (input: never, { operator }: Actor) =>
          tellOfChange(deps, await change(input, operator)),
      ] as const;
    }
    const call: Call = log[name];
    return [name, (input: never, { operator }: Actor) => call(input, operator)] as const;
  });
  return Object.fromEntries(called);
}

type RequestCall = (input: never, operator: Operator) => Promise<Result<DepositRequest, Failure>>;
type Call = (input: never, operator: Operator) => Promise<Result<unknown, Failure>>;

function isCalled(log: Calls, name: OperationName): name is Called {
  return name in log;
}

function isOfRequest(name: Called): name is ChangesRequest {
  return CONTRACT[name].output === depositRequestSchema;
}
