import { useSyncExternalStore } from 'react';

import type { Client } from '#shared/contract/client.ts';
import type {
  OperationInput,
  OperationOutput,
  OperationName,
} from '#shared/contract/operations.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { Result } from '#shared/domain/result.ts';

/** A call that core refused until a second person approves its card. */
type Asking = { readonly cardId: string; readonly answer: (isApproved: boolean) => void };

let asking: Asking | null = null;
const listeners = new Set<() => void>();

function become(next: Asking | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** False at once where no screen is there to ask, or one question is open already. */
function isApproved(cardId: string): Promise<boolean> {
  if (listeners.size === 0 || asking !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    become({
      cardId,
      answer(approved) {
        become(null);
        resolve(approved);
      },
    });
  });
}

/** The same call once more after a second person has approved it here. Else the refusal, and its card waits. */
export async function callWithSecond<N extends OperationName>(
  client: Client,
  name: N,
  input: OperationInput<N>,
): Promise<Result<OperationOutput<N>, Failure>> {
  const reply = await client.call(name, input);
  if (reply.ok || reply.error.code !== 'approval_needed') return reply;
  const { cardId } = reply.error;
  if (cardId === null || !(await isApproved(cardId))) return reply;
  return client.call(name, input);
}

export function useSecondPersonAsked(): Asking | null {
  return useSyncExternalStore(subscribe, () => asking);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The screens go, for another person signs in: what they asked for is not answered any more.
    if (listeners.size === 0) asking?.answer(false);
  };
}
