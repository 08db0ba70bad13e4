import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { watchPresence } from './lock.ts';
import { FakeDesk } from './testing/fakeDesk.ts';

function watched(idleState = 'active') {
  const power = Object.assign(new EventEmitter(), { getSystemIdleState: () => idleState });
  const desk = new FakeDesk();
  watchPresence(power, desk);
  const after = (...events: readonly string[]): readonly boolean[] => {
    for (const event of events) power.emit(event);
    return desk.locked;
  };
  return { after, desk };
}

test.each([
  [['lock-screen'], [true]],
  [
    ['lock-screen', 'lock-screen', 'unlock-screen'],
    [true, true, false],
  ],
  [
    ['suspend', 'resume'],
    [true, false],
  ],
  [
    ['lock-screen', 'suspend', 'resume'],
    [true, true, true],
  ],
  [
    ['suspend', 'lock-screen', 'resume', 'unlock-screen'],
    [true, true, true, false],
  ],
  [
    ['suspend', 'unlock-screen'],
    [true, false],
  ],
  [
    ['user-did-resign-active', 'user-did-become-active'],
    [true, false],
  ],
  [
    ['lock-screen', 'user-did-resign-active', 'user-did-become-active'],
    [true, true, true],
  ],
  [['unlock-screen', 'resume'], []],
])('%j tells the desk %j', (events, told) => {
  expect(watched().after(...events)).toEqual(told);
});

test('waking up to a locked screen stays covered until it is unlocked', () => {
  const { after } = watched('locked');
  expect(after('suspend', 'resume')).toEqual([true, true]);
  expect(after('unlock-screen')).toEqual([true, true, false]);
});

test('a second lock is told too: the cover may have been taken off by hand after the first', () => {
  const { after } = watched();
  expect(after('lock-screen')).toEqual([true]);
  // "Show the desk" was pressed in the page here; nothing of it comes to main.
  expect(after('lock-screen')).toEqual([true, true]);
  expect(after('suspend')).toEqual([true, true, true]);
});

test('core learns at once that the machine sleeps', () => {
  const { after, desk } = watched();
  after('lock-screen');
  expect(desk.slept).toBe(0);
  after('suspend');
  expect(desk.slept).toBe(1);
});
