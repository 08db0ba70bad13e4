import { useQueryClient } from '@tanstack/react-query';

import type { OperationInput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';

import { applyRequest } from '../../client/applyEvent.ts';
import { useClient } from '../../client/deskContext.ts';

type Part = OperationInput<'request.recordCopy'>['part'];

/** Writes the exact copied text into the log; false when that failed. The copy itself is made by then. */
export function useRecordCopy(intentId: IntentId): (part: Part, text: string) => Promise<boolean> {
  const client = useClient();
  const cache = useQueryClient();
  return async (part, text) => {
    const reply = await client.call('request.recordCopy', { intentId, part, text });
    if (reply.ok) await applyRequest(cache, reply.value);
    return reply.ok;
  };
}
