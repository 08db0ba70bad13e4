import type { Client } from '#shared/contract/client.ts';
import type { OperationName } from '#shared/contract/names.ts';
import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';

import { FailureError } from './failureError.ts';

/** For React Query, which wants failures thrown. */
export async function callOrThrow<N extends OperationName>(
  client: Client,
  name: N,
  input: OperationInput<N>,
): Promise<OperationOutput<N>> {
  const reply = await client.call(name, input);
  if (!reply.ok) throw new FailureError(reply.error);
  return reply.value;
}
