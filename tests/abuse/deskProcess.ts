import { z } from 'zod';

import { DESK } from '../../src/core/ports.ts';
import { intentIdSchema } from '../../src/shared/domain/ids.ts';
import { openWholeDesk } from '../support/wholeDesk.ts';
import { ISSUE, MEMORY } from './messages.ts';

/** A desk in a process of its own, from source: every operation by message, its memory and a request's whole way besides. */
const optionsSchema = z.object({
  dataDir: z.string(),
  baseUrl: z.string(),
  merchant: z.string(),
  secret: z.string(),
  anchorKey: z.string(),
});
const callSchema = z.object({ id: z.int(), name: z.string(), input: z.unknown() });
const issuedSchema = z.looseObject({ intentId: intentIdSchema });

const desk = await openWholeDesk(optionsSchema.parse(JSON.parse(process.env['DESK_TASK'] ?? '')));

async function replyTo(name: string, input: unknown): Promise<unknown> {
  if (name === MEMORY) {
    const { rss } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
    return { rss, sockets: sockets.length };
  }
  if (name !== ISSUE) return desk.services.dispatch(DESK, name, input);
  const rested = desk.rested(issuedSchema.parse(input).intentId);
  await desk.ask('issue.create', input);
  return (await rested).outcome;
}

process.on('message', (message) => {
  const { id, name, input } = callSchema.parse(message);
  void replyTo(name, input).then((reply) => process.send?.({ id, reply }));
});
process.send?.({ id: 0, reply: null });
