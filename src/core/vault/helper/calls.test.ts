import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { err, ok } from '#shared/domain/result.ts';

import { answered } from '../../threads/messages.ts';
import { createKeychainApi } from './answer.ts';
import { type KeychainCall, type KeychainCalls, createKeychainCalls } from './calls.ts';
import type { HelperEvents, StartHelper } from './messages.ts';

/** One keychain behind any number of helpers; a read of `stuck` waits for `release`, and so does that helper's next call. */
function createKeychain() {
  const items = new Map<string, string>([['stuck', 'at last']]);
  const asked: string[] = [];
  const seen = { started: 0, ended: 0 };
  let release: () => void = () => undefined;
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const api = createKeychainApi(async (library) => {
    if (library === 'keytar') throw new Error("Cannot find package 'keytar'");
    return {
      async get(account) {
        asked.push(account);
        if (account === 'stuck') await stuck;
        return items.get(account) ?? null;
      },
      set: async (account, secret) => void items.set(account, secret),
      delete: async (account) => items.delete(account),
    };
  });
  const last: { events: HelperEvents | null } = { events: null };
  const start: StartHelper = (events) => {
    seen.started += 1;
    last.events = events;
    let turn: Promise<unknown> = Promise.resolve();
    return {
      post(question) {
        turn = turn.then(() => answered(api, question)).then(events.onAnswer);
      },
      async end() {
        seen.ended += 1;
        events.onEnd();
      },
    };
  };
  return { asked, seen, start, release, last };
}

function open(start: StartHelper, timeoutMs?: number): KeychainCalls {
  const calls = createKeychainCalls(start, timeoutMs);
  onTestFinished(calls.close);
  return calls;
}

const get = (account: string): KeychainCall => ({
  name: 'get',
  args: ['keyring', account],
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('calls of a keychain', () => {
  it('start one helper, with the first of them', async () => {
    const { start, seen } = createKeychain();
    const { ask } = open(start);
    expect(seen.started).toBe(0);
    expect(await ask({ name: 'set', args: ['keyring', 'a', 'x'] })).toEqual(ok(null));
    expect(await Promise.all([ask(get('a')), ask(get('b'))])).toEqual([ok('x'), ok(null)]);
    expect(await ask({ name: 'delete', args: ['keyring', 'a'] })).toEqual(ok(null));
    expect(await ask(get('a'))).toEqual(ok(null));
    expect(seen).toEqual({ started: 1, ended: 0 });
  });

  it('tell a library that is not there from one that fails', async () => {
    const { ask } = open(createKeychain().start);
    expect(await ask({ name: 'get', args: ['keytar', 'a'] })).toEqual(err('unavailable'));
  });

  it('end the helper that does not answer one of them; the others are asked of the next one', async () => {
    const { start, seen, asked } = createKeychain();
    const { ask } = open(start, 400);
    const first = ask(get('stuck'));
    // Later than what may end together with the first.
    await vi.advanceTimersByTimeAsync(100);
    const second = ask(get('b'));
    await vi.advanceTimersByTimeAsync(300);
    expect(await first).toEqual(err('timed_out'));
    expect(await second).toEqual(ok(null));
    expect(await ask(get('c'))).toEqual(ok(null));
    expect(asked).toEqual(['stuck', 'b', 'c']);
    expect(seen).toEqual({ started: 2, ended: 1 });
  });

  it('that hang together cost one helper, not one each', async () => {
    const { start, seen } = createKeychain();
    const { ask } = open(start, 50);
    const late = err('timed_out');
    const hanging = Array.from({ length: 5 }, () => ask(get('stuck')));
    await vi.advanceTimersByTimeAsync(50);
    expect(await Promise.all(hanging)).toEqual([late, late, late, late, late]);
    expect(seen).toEqual({ started: 1, ended: 1 });
  });

  it('do not hear what a helper says after its end', async () => {
    const { start, release, last } = createKeychain();
    const { ask } = open(start, 30);
    const first = ask(get('stuck'));
    await vi.advanceTimersByTimeAsync(30);
    expect(await first).toEqual(err('timed_out'));
    const old = last.events;
    const next = ask(get('stuck'));
    old?.onAnswer({ id: 2, ok: true, value: 'of another run' });
    release();
    expect(await next).toEqual(ok('at last'));
  });

  it('fail at once where the helper ends by itself, and the next starts another', async () => {
    const { start, seen, last } = createKeychain();
    const { ask } = open(start);
    const lost = ask(get('stuck'));
    last.events?.onEnd();
    expect(await lost).toEqual(err('unavailable'));
    expect(await ask(get('b'))).toEqual(ok(null));
    expect(seen.started).toBe(2);
  });

  it('leave no helper behind that has had nothing to do for five minutes', async () => {
    const { start, seen } = createKeychain();
    const { ask } = open(start);
    await ask(get('a'));
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    await ask(get('a'));
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(seen).toEqual({ started: 1, ended: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual({ started: 1, ended: 1 });
    expect(await ask(get('b'))).toEqual(ok(null));
  });

  it('fail at once where no helper may be started any more', async () => {
    const { ask } = open(() => null);
    expect(await ask(get('a'))).toEqual(err('timed_out'));
  });

  it('do not keep a desk from closing', async () => {
    const { start, seen } = createKeychain();
    const { ask, hurry, close } = open(start, 60_000);
    const [early, later] = [ask(get('stuck')), ask(get('stuck'))];
    hurry();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await early).toEqual(err('timed_out'));
    expect(await later).toEqual(err('timed_out'));
    const cut = ask(get('stuck'));
    await close();
    expect(await cut).toEqual(err('timed_out'));
    expect(await ask(get('b'))).toEqual(err('unavailable'));
    expect(seen.ended).toBe(seen.started);
  });
});
