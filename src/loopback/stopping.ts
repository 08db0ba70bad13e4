import { DESK, type Services } from '#core/ports.ts';
import { CONTRACT } from '#shared/contract/operations.ts';

export type StopSignal = { readonly came: Promise<void>; readonly forget: () => void };

/** Asked once: after it has come, or was forgotten, the next one ends the process at once, as the system does by itself. */
export function nextStopSignal(): StopSignal {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let stop = (): void => undefined;
  const forget = (): void => {
    for (const signal of signals) process.off(signal, stop);
  };
  const came = new Promise<void>((resolve) => {
    stop = () => {
      forget();
      resolve();
    };
  });
  for (const signal of signals) process.on(signal, stop);
  return { came, forget };
}

/**
 * The first signal stops the desk, unless answers are in its memory only. Then that is said, and the desk goes on, so that they
 * can be saved, until they are written or a second signal comes.
 */
export async function untilMayStop(
  first: Promise<void>,
  services: Pick<Services, 'dispatch' | 'onEvent'>,
  next: () => StopSignal,
  say: (line: string) => void,
): Promise<void> {
  await first;
  const written = noneHeld(services);
  const held = await heldAnswers(services);
  if (held === 0) return;
  say(heldMessage(held));
  const second = next();
  await Promise.race([written, second.came]);
  second.forget();
}

async function heldAnswers({ dispatch }: Pick<Services, 'dispatch'>): Promise<number> {
  const reply = await dispatch(DESK, 'log.health', {});
  return reply.ok ? (CONTRACT['log.health'].output.parse(reply.value).heldAnswers ?? 0) : 0;
}

function noneHeld({ onEvent }: Pick<Services, 'onEvent'>): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = onEvent((event) => {
      if (event.name !== 'health.changed' || event.health.heldAnswers !== undefined) return;
      stopListening();
      resolve();
    });
  });
}

function heldMessage(count: number): string {
  return [
    `Not stopped: ${count} answers of the provider are in memory only, because the log cannot take them.`,
    'Free space on the disk, or press “Save held answers” in the window.',
    'The desk stops once they are written; a second signal stops it now and loses them.',
  ].join(' ');
}
