import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';

import type { VaultFault } from '../../ports.ts';
import { within } from '../../within.ts';
import { faultOf } from '../faults.ts';
import type { Outgoing, Reply } from '../../threads/messages.ts';
import type { KeychainApi } from './answer.ts';
import type { KeychainHelper, StartHelper } from './messages.ts';

/** A keychain may be waiting for the operator's password; a customer does not wait longer than this. */
const TIMEOUT_MS = 20_000;
/** While the desk closes: a keychain that works answers in milliseconds. */
const CLOSING_TIMEOUT_MS = 1000;
/** What was read does not stay in the memory of a process that has nothing to do; starting it again costs under 0.1 s. */
const IDLE_MS = 5 * 60_000;
/** Calls that would end so soon after another end with it: each end costs a helper. */
const SAME_END_SHARE = 1 / 20;

export type KeychainCall = {
  [N in keyof KeychainApi]: { readonly name: N; readonly args: Parameters<KeychainApi[N]> };
}[keyof KeychainApi];

type Answer = Reply<string | null>;

export type KeychainCalls = {
  readonly ask: (call: KeychainCall) => Promise<Result<string | null, VaultFault>>;
  /** The desk is closing: from now on a call has a second, those under way too. */
  readonly hurry: () => void;
  /** Told of every thread that was left inside the keychain, of earlier ones too. */
  readonly onAbandoned: (listener: () => void) => void;
  /** Waits for the helper's end, but not for a helper that hangs. */
  readonly close: () => Promise<void>;
};

type Waiting = {
  readonly question: Outgoing;
  readonly resolve: (result: Result<string | null, VaultFault>) => void;
  timer?: NodeJS.Timeout;
  endsAtMs: number;
};

const answerSchema: z.ZodType<Answer> = z.discriminatedUnion('ok', [
  z.strictObject({ id: z.number(), ok: z.literal(true), value: z.string().nullable() }),
  z.strictObject({ id: z.number(), ok: z.literal(false), error: z.string() }),
]);

/**
 * One helper for all calls, started by the first one. At a call's deadline the helper is ended, the call times out, and the
 * others that it held are asked again of a new helper: reading, writing and deleting may each be done twice.
 */
export function createKeychainCalls(start: StartHelper, patienceMs = TIMEOUT_MS): KeychainCalls {
  const waiting = new Map<number, Waiting>();
  const abandoned = createAbandoned();
  const helper = createHelperInUse(start, {
    onAnswer(answer) {
      const call = waiting.get(answer.id);
      if (call !== undefined) settle(call, resultOf(answer));
    },
    onLost: () => settleAll('unavailable'),
    onAbandoned: () => abandoned.tell(),
  });
  let timeoutMs = patienceMs;
  let lastId = 0;
  let isClosed = false;

  function settle(call: Waiting, result: Result<string | null, VaultFault>): void {
    clearTimeout(call.timer);
    waiting.delete(call.question.id);
    call.resolve(result);
    if (waiting.size === 0) helper.rest();
  }
  function settleAll(fault: VaultFault, untilMs = Infinity): void {
    for (const call of waiting.values()) if (call.endsAtMs <= untilMs) settle(call, err(fault));
  }
  function send(call: Waiting): void {
    if (!helper.post(call.question)) settle(call, err('timed_out'));
  }
  function onLate({ endsAtMs }: Waiting): void {
    helper.leave();
    settleAll('timed_out', endsAtMs + timeoutMs * SAME_END_SHARE);
    for (const call of waiting.values()) send(call);
  }

  return {
    ask: (asked) =>
      new Promise((resolve) => {
        if (isClosed) {
          resolve(err('unavailable'));
          return;
        }
        lastId += 1;
        const call: Waiting = { question: { id: lastId, ...asked }, resolve, endsAtMs: 0 };
        setDeadline(call, timeoutMs, onLate);
        waiting.set(lastId, call);
        send(call);
      }),
    hurry() {
      timeoutMs = Math.min(timeoutMs, CLOSING_TIMEOUT_MS);
      const latestMs = performance.now() + timeoutMs;
      const late = [...waiting.values()].filter(({ endsAtMs }) => endsAtMs > latestMs);
      for (const call of late) setDeadline(call, timeoutMs, onLate);
    },
    onAbandoned: abandoned.listen,
    async close() {
      isClosed = true;
      settleAll('timed_out');
      await helper.close();
    },
  };
}

type Abandoned = {
  readonly tell: () => void;
  readonly listen: (listener: () => void) => void;
};

/** The first calls come before the journal is open: threads left until then are told of to the first listener. */
function createAbandoned(): Abandoned {
  let untold = 0;
  let told = (): void => {
    untold += 1;
  };
  return {
    tell: () => told(),
    listen(listener) {
      told = listener;
      for (; untold > 0; untold -= 1) listener();
    },
  };
}

function setDeadline(call: Waiting, timeoutMs: number, onLate: (call: Waiting) => void): void {
  clearTimeout(call.timer);
  call.endsAtMs = performance.now() + timeoutMs;
  call.timer = setTimeout(() => onLate(call), timeoutMs);
}

function resultOf(answer: Answer): Result<string | null, VaultFault> {
  return answer.ok ? ok(answer.value) : err(faultOf(answer.error));
}

type HelperInUse = {
  /** False: none may be started any more. */
  readonly post: (question: Outgoing) => boolean;
  /** Nothing is under way. */
  readonly rest: () => void;
  /** What it still says is not heard. */
  readonly leave: () => void;
  readonly close: () => Promise<void>;
};

type InUseEvents = {
  readonly onAnswer: (answer: Answer) => void;
  /** It ended by itself. */
  readonly onLost: () => void;
  readonly onAbandoned: () => void;
};

function createHelperInUse(
  start: StartHelper,
  { onAnswer, onLost, onAbandoned }: InUseEvents,
): HelperInUse {
  let helper: KeychainHelper | null = null;
  let idle: NodeJS.Timeout | undefined;

  function started(): KeychainHelper | null {
    const own: KeychainHelper | null = start({
      onAnswer(message) {
        if (helper === own) onAnswer(answerSchema.parse(message));
      },
      onEnd() {
        if (helper !== own) return;
        helper = null;
        onLost();
      },
      onAbandoned,
    });
    return own;
  }
  async function leave(): Promise<void> {
    clearTimeout(idle);
    const left = helper;
    helper = null;
    await left?.end();
  }

  return {
    post(question) {
      clearTimeout(idle);
      helper ??= started();
      helper?.post(question);
      return helper !== null;
    },
    rest() {
      clearTimeout(idle);
      idle = setTimeout(() => void leave(), IDLE_MS).unref();
    },
    leave: () => void leave(),
    async close() {
      await within(leave(), { ms: CLOSING_TIMEOUT_MS }, () => undefined);
    },
  };
}
