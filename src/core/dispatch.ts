import type { z } from 'zod';

import {
  CONTRACT,
  type OperationInput,
  type OperationOutput,
  type OperationName,
  isOperationName,
} from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Actor, People } from './people/people.ts';
import type { Caller, Reply } from './ports.ts';
import type { Called } from './log/calls.ts';

export type Operations = {
  readonly [N in OperationName]: (
    input: OperationInput<N>,
    actor: Actor,
  ) => Promise<Result<OperationOutput<N>, Failure>>;
};

/**
 * The functions of one domain: one for every operation that its contract declares, or for those that begin with these words.
 * Operations that are one call of the log have none here (`log/calledOperations.ts`).
 */
export type DomainOperations<Declared, Prefix extends string = string> = Pick<
  Operations,
  Exclude<Extract<keyof Declared & OperationName, `${Prefix}.${string}`>, Called>
>;

export type Dispatch = (caller: Caller, name: string, input: unknown) => Promise<Reply>;

/** `admit` says whether the caller may, and who it is. `redact` cleans what goes into a failure's detail; `onBug` hears every throw, because expected failures are values. */
export function createDispatch(
  operations: Operations,
  admit: People['admit'],
  redact: (text: string) => string,
  onBug: (error: unknown) => void,
): Dispatch {
  async function run<N extends OperationName>(
    caller: Caller,
    name: N,
    input: unknown,
  ): Promise<Result<OperationOutput<N>, Failure>> {
    const actor = await admit(caller, CONTRACT[name].permission);
    if (!actor.ok) return actor;
    if (holdsProtoKey(input)) return err(failure('invalid_input', 'a key that no input has'));
    const parsedInput = CONTRACT[name].input.safeParse(input);
    if (!parsedInput.success) {
      return err(failure('invalid_input', redact(issuesOf(parsedInput.error))));
    }
    const result = await operations[name](parsedInput.data, actor.value);
    if (!result.ok) return result;
    const parsedOutput = CONTRACT[name].output.safeParse(result.value);
    if (parsedOutput.success) return ok(parsedOutput.data);
    const detail = redact(issuesOf(parsedOutput.error));
    onBug(new Error(`${name} made an output outside its contract: ${detail}`));
    return err(failure('invalid_output', detail));
  }

  return async (caller, name, input) => {
    try {
      if (!isOperationName(name)) return err(failure('unknown_operation'));
      return await run(caller, name, input);
    } catch (error) {
      onBug(error);
      return err(failure('internal', redact(String(error))));
    }
  };
}

export type Calls = { readonly dispatch: Dispatch; readonly end: () => Promise<void> };

/** Lets calls in until the desk closes, and waits for those already in. */
export function createCalls(dispatch: Dispatch): Calls {
  const running = new Set<Promise<Reply>>();
  let isClosing = false;
  return {
    async dispatch(caller, name, input) {
      if (isClosing) return err(failure('internal', 'the desk is closing'));
      const call = dispatch(caller, name, input);
      running.add(call);
      const reply = await call;
      running.delete(call);
      return reply;
    },
    async end() {
      isClosing = true;
      await Promise.all(running);
    },
  };
}

/** A key that is not in the contract is refused, but this one zod leaves out of a record without a word. */
function holdsProtoKey(input: unknown): boolean {
  const waiting: unknown[] = [input];
  for (
    let value = waiting.pop();
    waiting.length > 0 || value !== undefined;
    value = waiting.pop()
  ) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const child of Object.values(value)) if (child !== undefined) waiting.push(child);
  }
  return false;
}

/** Paths and rules only: zod's own text would do, but it is laid out for a terminal. */
function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
