import { afterEach, expect, it } from 'vitest';

import { type Sessions, createSessions } from './sessions.ts';

const MINUTE_MS = 60_000;
let sessions: Sessions;
let ended: unknown[];

/** `idleMs` of real time, by the process's own clock unless another one is given. */
function open(idleMs: number | null, monotonicMs = () => performance.now()): void {
  ended = [];
  sessions = createSessions({
    monotonicMs,
    idleMinutes: () => (idleMs === null ? null : idleMs / MINUTE_MS),
    onEnded: (...told) => ended.push(told),
  });
}
afterEach(() => sessions.close());

it('ends an idle session by itself, although its page asks for nothing', async () => {
  open(60);
  sessions.begin('page', 'ann');
  expect(ended).toEqual([]);
  await expect.poll(() => ended).toEqual([['ann', 'idle']]);
  expect([sessions.at('page'), sessions.last('page')]).toEqual([null, 'ann']);
});

it('ends each session once, and only those that are meant', () => {
  open(null);
  sessions.begin('one', 'ann');
  sessions.begin('two', 'bob');
  sessions.endAll('archived', (personId) => personId === 'bob');
  sessions.endAll('screen');
  sessions.end('one', 'asked');
  expect(ended).toEqual([
    ['bob', 'archived'],
    ['ann', 'screen'],
  ]);
});

it('counts idle time from the last sign of the operator, not from a page that comes too late', () => {
  let nowMs = 0;
  open(MINUTE_MS, () => nowMs);
  sessions.begin('page', 'ann');
  nowMs = MINUTE_MS - 1;
  sessions.stillHere('page');
  nowMs = 2 * MINUTE_MS - 2;
  expect(sessions.at('page')).toBe('ann');
  nowMs += 1;
  sessions.stillHere('page');
  expect(sessions.at('page')).toBeNull();
});
