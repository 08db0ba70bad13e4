import { EventEmitter } from 'node:events';

import { expect, test } from 'vitest';

import { watchPresence } from './lock.ts';
import { FakeDesk } from './testing/fakeDesk.ts';

function watched(idleState = 'active', platform: NodeJS.Platform = 'win32') {
  const state = { idleState, isLooking: false };
  const power = Object.assign(new EventEmitter(), { getSystemIdleState: () => state.idleState });
  const desk = new FakeDesk();
  let look = (): void => undefined;
  const stop = watchPresence(power, desk, {
    platform,
    every: (work) => {
      state.isLooking = true;
      look = work;
      return () => {
        state.isLooking = false;
      };
    },
  });
  const after = (...events: readonly string[]): readonly boolean[] => {
    for (const event of events) power.emit(event);
    return desk.locked;
  };
  const seen = (...states: readonly string[]): readonly boolean[] => {
    for (const one of states) {
      state.idleState = one;
      look();
    }
    return desk.locked;
  };
  return { after, seen, desk, state, stop };
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

test('where the system tells of no lock it is looked at, and only a change is told', () => {
  const { seen } = watched('active', 'linux');
  expect(seen('active', 'idle', 'locked', 'locked')).toEqual([true]);
  // A cover that was taken off by hand stays off until the next lock.
  expect(seen('locked', 'unknown')).toEqual([true]);
  expect(seen('active', 'locked', 'idle')).toEqual([true, false, true, false]);
});

test('the look also ends what was found at waking up, and nothing that the system told', () => {
  const { after, seen } = watched('locked', 'linux');
  expect(after('suspend', 'resume')).toEqual([true, true]);
  expect(seen('active')).toEqual([true, true, false]);
  expect(after('lock-screen')).toEqual([true, true, false, true]);
  expect(seen('active', 'idle')).toEqual([true, true, false, true]);
});

test.each(['linux', 'win32', 'darwin'] as const)(
  'waking up on %s stays covered until the system knows whether it is locked',
  (platform) => {
    const locked = watched('unknown', platform);
    expect(locked.after('suspend', 'resume')).toEqual([true, true]);
    expect(locked.seen('unknown', 'locked')).toEqual([true, true, true]);
    expect(locked.after('unlock-screen')).toEqual([true, true, true, false]);
    const open = watched('unknown', platform);
    open.after('suspend', 'resume');
    expect(open.seen('unknown', 'active', 'active')).toEqual([true, true, false]);
    expect(open.state.isLooking).toBe(platform === 'linux');
  },
);

test('a system that never knows covers nobody’s page for more than half a minute', () => {
  const { after, seen } = watched('unknown');
  after('suspend', 'resume');
  expect(seen(...Array.from({ length: 9 }, () => 'unknown'))).toEqual([true, true]);
  expect(seen('unknown', 'unknown')).toEqual([true, true, false]);
});

test('nobody looks where the system tells, nor once the desk closes', () => {
  for (const platform of ['win32', 'darwin'] as const) {
    expect(watched('active', platform).state.isLooking).toBe(false);
  }
  const { state, stop } = watched('active', 'linux');
  expect(state.isLooking).toBe(true);
  stop();
  expect(state.isLooking).toBe(false);
});
