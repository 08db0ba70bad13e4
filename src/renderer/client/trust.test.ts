import { describe, expect, test } from 'vitest';

import type { Proven } from './proof.ts';
import { createTrust } from './trust.ts';

function setUp(isFresh = false) {
  const state = { nowMs: 1_000_000, asked: 0, strangers: 0 };
  const answers: ((proven: Proven) => void)[] = [];
  let always: Proven | null = 'proven';
  const trust = createTrust({
    askForProof() {
      state.asked += 1;
      return always === null
        ? new Promise((resolve) => answers.push(resolve))
        : Promise.resolve(always);
    },
    onStranger: () => (state.strangers += 1),
    nowMs: () => state.nowMs,
    isFresh,
  });
  return {
    state,
    trust,
    answers,
    answer: (proven: Proven | null) => {
      always = proven;
    },
    /** Lets what was asked be answered. */
    settle: () => new Promise<void>((resolve) => setTimeout(resolve, 0)),
  };
}

describe('whether the bearer may be sent', () => {
  test('a session that was given just now needs no proof, a kept one does', async () => {
    const fresh = setUp(true);
    await fresh.trust.ensure();
    expect(fresh.state.asked).toBe(0);
    const kept = setUp();
    await kept.trust.ensure();
    expect(kept.state.asked).toBe(1);
  });

  test('a proof is good for a moment only', async () => {
    const { trust, state } = setUp();
    await trust.ensure();
    state.nowMs += 2999;
    await trust.ensure();
    expect(state.asked).toBe(1);
    state.nowMs += 1;
    await trust.ensure();
    expect(state.asked).toBe(2);
  });

  test('many calls wait for one proof', async () => {
    const { trust, state } = setUp();
    await Promise.all([trust.ensure(), trust.ensure(), trust.ensure()]);
    expect(state.asked).toBe(1);
  });

  test('a stream that lives stands for the proof that was given while it was open', async () => {
    const { trust, state, settle } = setUp();
    await trust.ensure();
    trust.heard();
    await settle();
    expect(state.asked, 'whoever has the port once the stream stands').toBe(2);
    for (let heartbeats = 0; heartbeats < 20; heartbeats += 1) {
      state.nowMs += 10_000;
      trust.heard();
      await trust.ensure();
    }
    expect(state.asked).toBe(2);
    state.nowMs += 15_000;
    await trust.ensure();
    expect(state.asked, 'silent for too long').toBe(3);
  });

  test.each(['stranger', 'unreachable'] as const)('not to %s', async (proven) => {
    const { trust, state, answer } = setUp(true);
    answer(proven);
    trust.doubt();
    await expect(trust.ensure()).rejects.toThrow(proven);
    await expect(trust.ensure(), 'asked again, refused again').rejects.toThrow(proven);
    expect(state.asked).toBe(2);
    expect(state.strangers).toBe(proven === 'stranger' ? 2 : 0);
    answer('proven');
    await expect(trust.ensure(), 'the desk itself again').resolves.toBeUndefined();
  });

  test('a stream that a stranger feeds stands for nothing', async () => {
    const { trust, state, answer, settle } = setUp(true);
    answer('stranger');
    trust.heard();
    await settle();
    state.nowMs += 3000;
    trust.heard();
    await expect(trust.ensure()).rejects.toThrow('stranger');
  });

  test('after a break nothing of before counts, not even a proof that was on its way', async () => {
    const { trust, state, answer, answers, settle } = setUp();
    answer(null);
    const sent = trust.ensure();
    trust.doubt();
    answer('stranger');
    answers[0]?.('proven');
    await expect(sent).rejects.toThrow('stranger');
    await settle();
    expect(state).toMatchObject({ asked: 2, strangers: 1 });
  });

  test('a clock that was put back, or a machine that slept, means a proof', async () => {
    const { trust, state, settle } = setUp();
    trust.heard();
    await settle();
    expect(state.asked).toBe(1);
    state.nowMs -= 60_000;
    await trust.ensure();
    expect(state.asked).toBe(2);
    state.nowMs += 8 * 60 * 60_000;
    await trust.ensure();
    expect(state.asked).toBe(3);
  });
});
