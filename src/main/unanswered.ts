import { DESK, type Services } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

export type UnansweredDeps = Pick<Services, 'dispatch' | 'onEvent'> & {
  readonly onCount: (count: number) => void;
  readonly after: (work: () => void, ms: number) => void;
};

/** A batch of answers is one question. */
const SETTLED_MS = 250;

/** Whatever may have changed how many there are: an outcome, a resolution, another log in its place. */
const TELLING: ReadonlySet<DeskEvent['name']> = new Set([
  'request.changed',
  'request.heard',
  'health.changed',
]);

/** How many requests of all profiles are without an answer: asked once at the start and whenever it may have changed. */
export async function watchUnanswered(deps: UnansweredDeps): Promise<void> {
  let isDue = false;
  let told = 0;

  async function ask(): Promise<void> {
    const reply = await deps.dispatch(DESK, 'log.unanswered', {});
    // A log that cannot be read says nothing about how many there are: the last number stays.
    if (!reply.ok) return;
    const { count } = CONTRACT['log.unanswered'].output.parse(reply.value);
    if (count === told) return;
    told = count;
    deps.onCount(count);
  }

  deps.onEvent((event) => {
    if (isDue || !TELLING.has(event.name)) return;
    isDue = true;
    deps.after(() => {
      isDue = false;
      void ask();
    }, SETTLED_MS);
  });
  await ask();
}

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
  const reply = await dispatch(DESK, 'log.health', {});
  if (reply.ok) count = CONTRACT['log.health'].output.parse(reply.value).heldAnswers ?? 0;
  return () => count;
}
