import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_PACE, PAUSE_REASONS } from '#shared/domain/batch.ts';

import {
  type RowEnd,
  type RunEvent,
  type RunState,
  type Settled,
  batchStateOf,
  delayBeforeNext,
  limitedFor,
  pausedRun,
  reduceRun,
} from './runState.ts';

const RUNNING = reduceRun(pausedRun(DEFAULT_PACE, 'restarted'), {
  kind: 'resume',
  pace: DEFAULT_PACE,
});
const endOf = (outcome: Settled, limitedForMs: number | null = null): RowEnd => ({
  kind: 'outcome',
  outcome,
  limitedForMs,
});

/** Each row begins and ends before the next one begins. */
function after(ends: readonly RowEnd[], from: RunState = RUNNING): RunState {
  return ends.reduce((state, end) => {
    const begun = reduceRun(state, { kind: 'began', atMs: 0 });
    return reduceRun(begun, { kind: 'ended', atMs: 0, end });
  }, from);
}
const reasonOf = ({ pause }: RunState): string | null => pause?.reason ?? null;

describe('a batch pauses by itself', () => {
  it('after three that were not accepted in a row, and says what the last one was', () => {
    expect(reasonOf(after([endOf('unknown'), endOf('rejected')]))).toBeNull();
    expect(reasonOf(after([endOf('rejected'), endOf('rejected'), endOf('unknown')]))).toBe(
      'unknowns',
    );
    expect(reasonOf(after([endOf('unknown'), endOf('unknown'), endOf('rejected')]))).toBe(
      'rejections',
    );
    expect(reasonOf(after([endOf('not_sent'), endOf('not_sent'), endOf('not_sent')]))).toBe(
      'not_sent',
    );
    const refused = { kind: 'refused' as const };
    expect(reasonOf(after([refused, refused, refused]))).toBe('rejections');
  });

  it('not where one was accepted in between, nor anew until the count is reached after a resume', () => {
    const bad = endOf('rejected');
    expect(reasonOf(after([bad, bad, endOf('accepted'), bad, bad]))).toBeNull();
    const resumed = reduceRun(after([bad, bad, bad]), { kind: 'resume', pace: DEFAULT_PACE });
    expect(reasonOf(after([bad, bad], resumed))).toBeNull();
    expect(reasonOf(after([bad, bad, bad], resumed))).toBe('rejections');
  });

  it('for a rate limit until its time, and goes on by itself', () => {
    const limited = after([endOf('rejected', 5000)]);
    expect(limited.pause).toEqual({ reason: 'rate_limited', untilMs: 5000 });
    expect(reduceRun(limited, { kind: 'tick', atMs: 4999 }).phase).toBe('paused');
    expect(reduceRun(limited, { kind: 'tick', atMs: 5000 }).phase).toBe('running');
  });

  it('for the longest of several rate limits, which are one, and for good where it never passes', () => {
    const two = reduceRun(reduceRun(RUNNING, { kind: 'began', atMs: 0 }), {
      kind: 'began',
      atMs: 0,
    });
    const first = reduceRun(two, { kind: 'ended', atMs: 0, end: endOf('rejected', 9000) });
    const both = reduceRun(first, { kind: 'ended', atMs: 0, end: endOf('rejected', 5000) });
    expect(both).toMatchObject({ pause: { untilMs: 9000 }, limitedInARow: 1, inFlight: 0 });
    let state = RUNNING;
    for (let round = 0; round < DEFAULT_PACE.pauseAfter; round += 1) {
      state = reduceRun(after([endOf('rejected', 1)], state), { kind: 'tick', atMs: 1 });
    }
    expect(state).toMatchObject({
      phase: 'paused',
      pause: { reason: 'rejections', untilMs: null },
    });
  });

  it('for whatever keeps every row from W1, with the row waiting again', () => {
    const ended = after([{ kind: 'returned', reason: 'live_not_confirmed' }]);
    expect(ended).toMatchObject({ pause: { reason: 'live_not_confirmed' }, isExhausted: false });
  });

  it('and keeps the operator’s pause and the stop, whatever ends later', () => {
    const begun = reduceRun(RUNNING, { kind: 'began', atMs: 0 });
    const paused = reduceRun(begun, { kind: 'pause', reason: 'operator' });
    const ended = reduceRun(paused, { kind: 'ended', atMs: 0, end: endOf('rejected', 5000) });
    expect(ended.pause).toEqual({ reason: 'operator', untilMs: null });
    const stopped = reduceRun(begun, { kind: 'stop' });
    expect(batchStateOf(stopped)).toBe('stopping');
    expect(
      batchStateOf(reduceRun(stopped, { kind: 'ended', atMs: 0, end: endOf('unknown') })),
    ).toBe('stopped');
  });
});

describe('the pace', () => {
  it('lets as many begin at once as it says, evenly spaced over the minute', () => {
    const pace = { ...DEFAULT_PACE, perMinute: 120 };
    const one = reduceRun({ ...RUNNING, pace }, { kind: 'began', atMs: 1000 });
    expect(delayBeforeNext(one, 1000)).toBe(500);
    expect(delayBeforeNext(one, 1500)).toBe(0);
    expect(delayBeforeNext(reduceRun(one, { kind: 'began', atMs: 1500 }), 9000)).toBeNull();
  });
});

describe('Retry-After', () => {
  const NOW = Date.parse('2026-11-17T10:00:00.000Z');

  it('is read in seconds and as a date', () => {
    expect(limitedFor('30', NOW)).toBe(30_000);
    expect(limitedFor(' Tue, 17 Nov 2026 10:02:00 GMT', NOW)).toBe(120_000);
  });

  it('is a minute where nothing can be read, at least a second and at most a day', () => {
    expect(limitedFor(null, NOW)).toBe(60_000);
    expect(limitedFor('soon', NOW)).toBe(60_000);
    expect(limitedFor('0', NOW)).toBe(1000);
    expect(limitedFor('99999999999', NOW)).toBe(86_400_000);
  });
});

const anyEnd: fc.Arbitrary<RowEnd> = fc.oneof(
  fc.record({
    kind: fc.constant('outcome' as const),
    outcome: fc.constantFrom<Settled[]>('accepted', 'rejected', 'not_sent', 'unknown'),
    limitedForMs: fc.option(fc.integer({ min: 0, max: 100 })),
  }),
  fc.constant({ kind: 'refused' as const }),
  fc.record({
    kind: fc.constant('returned' as const),
    reason: fc.option(fc.constantFrom(...PAUSE_REASONS)),
  }),
);
const anyEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ended' as const),
      atMs: fc.constant(0),
      end: anyEnd,
    }),
  },
  fc.constant({ kind: 'exhausted' as const }),
  fc.constant({ kind: 'queued' as const }),
  fc.record({ kind: fc.constant('pause' as const), reason: fc.constantFrom(...PAUSE_REASONS) }),
  fc.constant({ kind: 'resume' as const, pace: DEFAULT_PACE }),
  fc.constant({ kind: 'stop' as const }),
  fc.record({ kind: fc.constant('tick' as const), atMs: fc.integer({ min: 0, max: 200 }) }),
);

it('in any order of events nothing begins after a stop, while paused, or beyond what may run at once', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state = RUNNING;
      let isStopped = false;
      for (const event of events) {
        if (delayBeforeNext(state, 1000) === 0) {
          expect(isStopped).toBe(false);
          expect(state.phase).toBe('running');
          expect(state.inFlight).toBeLessThan(state.pace.atOnce);
          state = reduceRun(state, { kind: 'began', atMs: 0 });
        }
        if (event.kind === 'ended' && state.inFlight === 0) continue;
        state = reduceRun(state, event);
        isStopped ||= event.kind === 'stop';
        expect(state.phase === 'paused').toBe(state.pause !== null);
        expect(state.inFlight).toBeGreaterThanOrEqual(0);
        if (isStopped) expect(state.phase).toBe('stopped');
      }
    }),
  );
});
