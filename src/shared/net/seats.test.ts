import { once } from 'node:events';
import { Socket } from 'node:net';

import { expect, it } from 'vitest';

import { createSeats } from './seats.ts';

it('whoever has said all keeps the seat until it is answered, however many come', async () => {
  const seats = createSeats(2);
  const [heard, slow, late, third] = [new Socket(), new Socket(), new Socket(), new Socket()];
  seats.take(heard);
  seats.known(heard);
  seats.heard(heard);
  seats.take(slow);
  seats.take(late);
  expect([heard, slow, late].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  seats.known(late);
  seats.heard(late);
  // No connection is speaking that could be closed.
  seats.take(third);
  expect([heard, late, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  heard.destroy();
  await once(heard, 'close');
  const next = new Socket();
  seats.take(next);
  expect(next.destroyed).toBe(false);
});

it('strangers make room before whoever has named a path, and those before nobody', () => {
  const seats = createSeats(2);
  const [slow, ...strangers] = Array.from({ length: 9 }, () => new Socket());
  if (slow === undefined) throw new Error('no socket');
  seats.take(slow);
  seats.known(slow);
  for (const stranger of strangers) seats.take(stranger);
  expect(slow.destroyed).toBe(false);
  expect(strangers.filter(({ destroyed }) => !destroyed)).toEqual(strangers.slice(-1));
  // All seats are theirs who know the path: the one that holds it longest goes.
  const [last] = strangers.slice(-1);
  if (last !== undefined) seats.known(last);
  const next = new Socket();
  seats.take(next);
  expect([slow.destroyed, last?.destroyed, next.destroyed]).toEqual([true, false, false]);
});
