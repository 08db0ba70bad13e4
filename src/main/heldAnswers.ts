import type { Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

/** How many answers are in memory only, as the log's health has it now: quitting cannot wait for a question to core. */
export async function watchHeldAnswers({
  dispatch,
  onEvent,
}: Pick<Services, 'dispatch' | 'onEvent'>): Promise<() => number> {
  let count = 0;
  // Listening first: a change between the answer and the listening would be missed.
  onEvent((event) => {
    if (event.name === 'health.changed') count = event.health.heldAnswers ?? 0;
  });
  const reply = await dispatch('log.health', {});
  if (reply.ok) count = CONTRACT['log.health'].output.parse(reply.value).heldAnswers ?? 0;
  return () => count;
}
