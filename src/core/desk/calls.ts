import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import type { Dispatch } from '../dispatch.ts';
import type { Reply } from '../ports.ts';

export type Calls = { readonly dispatch: Dispatch; readonly end: () => Promise<void> };

/** Lets calls in until the desk closes, and waits for those already in. */
export function createCalls(dispatch: Dispatch): Calls {
  const running = new Set<Promise<Reply>>();
  let isClosing = false;
  return {
    async dispatch(name, input) {
      if (isClosing) return err(failure('internal', 'the desk is closing'));
      const call = dispatch(name, input);
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
