import { once } from 'node:events';
import { Socket } from 'node:net';

import { expect, it } from 'vitest';

import { createSeats } from './seats.ts';

it('whoever has said all keeps the seat until it is answered, however many come', async () => {
  const seats = createSeats(2);
  const [heard, slow, late, third] = [new Socket(), new Socket(), new Socket(), new Socket()];
  seats.take(heard);
  seats.heard(heard);
  seats.take(slow);
  seats.take(late);
  expect([heard, slow, late].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  seats.heard(late);
  // Nobody is speaking who could make room.
  seats.take(third);
  expect([heard, late, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  heard.destroy();
  await once(heard, 'close');
  const next = new Socket();
  seats.take(next);
  expect(next.destroyed).toBe(false);
});
