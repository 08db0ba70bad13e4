import { z } from 'zod';

import { DESK } from '../../src/core/ports.ts';
import { openWholeDesk } from '../support/wholeDesk.ts';

/** A desk in a process of its own, so that it can be killed: every operation by message, from source. */
const optionsSchema = z.object({
  dataDir: z.string(),
  baseUrl: z.string(),
  merchant: z.string(),
  secret: z.string(),
  anchorKey: z.string(),
});
const callSchema = z.object({ id: z.int(), name: z.string(), input: z.unknown() });

const desk = await openWholeDesk(optionsSchema.parse(JSON.parse(process.env['DESK_TASK'] ?? '')));
process.on('message', (message) => {
  const { id, name, input } = callSchema.parse(message);
  void desk.services.dispatch(DESK, name, input).then((reply) => process.send?.({ id, reply }));
});
process.send?.({ id: 0, reply: null });
