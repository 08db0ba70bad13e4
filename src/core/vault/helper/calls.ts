import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';

import type { VaultFault } from '../../ports.ts';
import { faultOf } from '../faults.ts';
import type { Answer, KeychainHelper, Question, StartHelper } from './messages.ts';

/** A keychain may be waiting for somebody to type a password; longer than this a customer will not. */
const TIMEOUT_MS = 20_000;
/** While the desk closes: a keychain that works answers in milliseconds. */
const CLOSING_TIMEOUT_MS = 1000;
/** What was read does not stay in the memory of a process that has nothing to do; starting it again costs under 0.1 s. */
const IDLE_MS = 5 * 60_000;
/** Calls that would end so soon after another end with it: each end costs a helper. */
const SAME_END_SHARE = 1 / 20;

export type KeychainCall = Omit<Question, 'id'>;

export type KeychainCalls = {
  readonly ask: (call: KeychainCall) => Promise<Result<string | null, VaultFault>>;
  /** The desk is closing: from now on a call has a second, those under way too. */
  readonly hurry: () => void;
  /** Waits for the helper's end, but not for a helper that hangs. */
  readonly close: () => Promise<void>;
};

type Waiting = {
  readonly question: Question;
  readonly resolve: (result: Result<string | null, VaultFault>) => void;
  timer?: NodeJS.Timeout;
  endsAtMs: number;
};

const answerSchema: z.ZodType<Answer> = z.discriminatedUnion('ok', [
  z.strictObject({ id: z.number(), ok: z.literal(true), value: z.string().nullable() }),
  z.strictObject({ id: z.number(), ok: z.literal(false), words: z.string() }),
]);

/**
 * One helper for all calls, started by the first one. At a call's deadline the helper is ended, the call times out, and the
 * others that it held are asked again of a new helper: reading, writing and deleting may each be done twice.
 */
export function createKeychainCalls(
  start: StartHelper,
  patienceMs: number = TIMEOUT_MS,
): KeychainCalls {
  const waiting = new Map<number, Waiting>();
  let timeoutMs = patienceMs;
  let helper: KeychainHelper | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function settle(
    { question, timer, resolve }: Waiting,
    result: Result<string | null, VaultFault>,
  ) {
    clearTimeout(timer);
    waiting.delete(question.id);
    resolve(result);
    if (waiting.size > 0) return;
    clearTimeout(idle);
    idle = setTimeout(leave, IDLE_MS).unref();
  }

  function leave(): void {
    const left = helper;
    helper = null;
    void left?.end();
  }

  function started(): KeychainHelper | null {
    const own: KeychainHelper | null = start({
      onAnswer(message) {
        if (helper === own) take(answerSchema.parse(message));
      },
      onEnd() {
        if (helper !== own) return;
        helper = null;
        for (const call of waiting.values()) settle(call, err('unavailable'));
      },
    });
    return own;
  }

  function take(answer: Answer): void {
    const call = waiting.get(answer.id);
    if (call === undefined) return;
    settle(call, answer.ok ? ok(answer.value) : err(faultOf(answer.words)));
  }

  function send(call: Waiting): void {
    helper ??= started();
    if (helper === null) settle(call, err('timed_out'));
    else helper.post(call.question);
  }

  function end(late: Waiting): void {
    leave();
    const untilMs = late.endsAtMs + timeoutMs * SAME_END_SHARE;
    for (const call of waiting.values()) {
      if (call.endsAtMs <= untilMs) settle(call, err('timed_out'));
    }
    for (const call of waiting.values()) send(call);
  }

  /** Starts, or starts again, what ends the call. */
  function within(call: Waiting): void {
    clearTimeout(call.timer);
    call.endsAtMs = performance.now() + timeoutMs;
    call.timer = setTimeout(() => end(call), timeoutMs);
  }

  return {
    ask: (asked) =>
      new Promise((resolve) => {
        if (isClosed) {
          resolve(err('unavailable'));
          return;
        }
        clearTimeout(idle);
        lastId += 1;
        const question = { id: lastId, ...asked };
        const call: Waiting = { question, resolve, endsAtMs: 0 };
        within(call);
        waiting.set(lastId, call);
        send(call);
      }),
    hurry() {
      timeoutMs = Math.min(timeoutMs, CLOSING_TIMEOUT_MS);
      const latestMs = performance.now() + timeoutMs;
      for (const call of waiting.values()) if (call.endsAtMs > latestMs) within(call);
    },
    async close() {
      isClosed = true;
      for (const call of waiting.values()) settle(call, err('timed_out'));
      clearTimeout(idle);
      const left = helper;
      helper = null;
      if (left === null) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSING_TIMEOUT_MS);
      });
      await Promise.race([left.end(), late]);
      clearTimeout(timer);
    },
  };
}
