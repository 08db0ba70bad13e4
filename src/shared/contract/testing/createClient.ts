import { z } from 'zod';

import { type Failure, failure, failureSchema } from '../../domain/failure.ts';
import { type Result, err, ok } from '../../domain/result.ts';
import type { Client, Transport } from '../client.ts';
import { deskEventSchema } from '../events.ts';
import { CONTRACT, type OperationOutput, type OperationName } from '../operations.ts';

/** What travels back for a call, over either host. */
export const replySchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: failureSchema }),
]);

/** A client that holds every reply and event against the contract. The page trusts its own host and does without. */
export function createClient(transport: Transport): Client {
  return {
    async call(name, input, options) {
      let reply: unknown;
      try {
        reply = await transport.invoke(name, input, options);
      } catch (error) {
        return err(failure('host_unreachable', String(error)));
      }
      const parsed = replySchema.safeParse(reply);
      if (!parsed.success) return err(failure('invalid_output', parsed.error.message));
      if (!parsed.data.ok) return err(parsed.data.error);
      return readOutput(name, parsed.data.value);
    },
    onEvent(listener) {
      return transport.subscribe((event) => {
        const parsed = deskEventSchema.safeParse(event);
        if (parsed.success) listener(parsed.data);
      });
    },
  };
}

function readOutput<N extends OperationName>(
  name: N,
  value: unknown,
): Result<OperationOutput<N>, Failure> {
  const parsed = CONTRACT[name].output.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(failure('invalid_output', parsed.error.message));
}
