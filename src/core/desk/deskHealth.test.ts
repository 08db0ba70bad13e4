import { expect, it } from 'vitest';

import { failure } from '#shared/domain/failure.ts';
import { err, ok } from '#shared/domain/result.ts';

import { createDeskEvents } from './deskEvents.ts';
import { createDeskHealth } from './deskHealth.ts';

it('says that writing fails from the write that cannot be recorded to the next one that is', () => {
  const events = createDeskEvents((error) => {
    throw error;
  });
  const told: unknown[] = [];
  events.onEvent((event) => told.push(event));
  const health = createDeskHealth({ log: { health: () => ({ state: 'ok' }) }, events });
  health.wrote(err(failure('order_held', 'a rule')));
  expect(told).toEqual([]);
  health.wrote(err(failure('not_recorded', 'no room')));
  const failing = { state: 'not_writing', detail: 'no room', held: 0 };
  expect(health.current()).toEqual(failing);
  health.wrote(ok(undefined));
  expect(told).toEqual([
    { name: 'health.changed', health: failing },
    { name: 'health.changed', health: { state: 'ok' } },
  ]);
});
