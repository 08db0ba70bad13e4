import { expect, test } from 'vitest';

import type { Services } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import type { LogHealth } from '#shared/domain/logHealth.ts';

import { untilMayStop } from './stopping.ts';

/** A desk whose log says this, and a second signal in the test's hands. */
function stopping(health: LogHealth) {
  const said: string[] = [];
  const listeners = new Set<(event: DeskEvent) => void>();
  let stopAgain = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    stopAgain = resolve;
  });
  const services: Pick<Services, 'dispatch' | 'onEvent'> = {
    dispatch: async () => ({ ok: true, value: health }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let isStopped = false;
  const forget = (): void => void said.push('forgotten');
  const stopped = untilMayStop(
    Promise.resolve(),
    services,
    () => ({ came, forget }),
    (line) => said.push(line),
  ).finally(() => {
    isStopped = true;
  });
  const tell = (changed: LogHealth): void => {
    for (const listener of listeners) listener({ name: 'health.changed', health: changed });
  };
  const afterwards = async (): Promise<boolean> => {
    await new Promise((resolve) => setImmediate(resolve));
    return isStopped;
  };
  return { said, stopped, stopAgain: () => stopAgain(), tell, afterwards };
}

const HELD: LogHealth = { state: 'not_writing', detail: 'SQLITE_FULL', held: 9, heldAnswers: 9 };

test('a desk that holds nothing stops at the first signal', async () => {
  const { said, stopped } = stopping({ state: 'ok' });
  await stopped;
  expect(said).toEqual([]);
});

test('a desk that holds answers says so, and stops once they are written', async () => {
  const { said, tell, afterwards } = stopping(HELD);
  expect(await afterwards()).toBe(false);
  expect(said).toEqual([expect.stringContaining('9 answers of the provider are in memory only')]);
  tell({ ...HELD, held: 3, heldAnswers: 3 });
  expect(await afterwards()).toBe(false);
  tell({ state: 'ok' });
  expect(await afterwards()).toBe(true);
  expect(said).toHaveLength(2);
});

test('a second signal stops it all the same', async () => {
  const { stopAgain, afterwards } = stopping(HELD);
  expect(await afterwards()).toBe(false);
  stopAgain();
  expect(await afterwards()).toBe(true);
});
