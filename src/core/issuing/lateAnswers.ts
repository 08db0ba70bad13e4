import type { DepositRequest } from '#shared/domain/request.ts';
import type { Profile } from '#shared/domain/profile.ts';

import type { Clock } from '../ports.ts';
import { classify } from '../provider/classify.ts';
import type { Answered, LateReading } from '../provider/client.ts';
import { withoutSecrets } from '../provider/secretInAnswer.ts';
import type { Redactor } from '../journal/redact.ts';
import type { Settler } from './settle.ts';

export type LateAnswers = {
  /** From now on for a minute. The one that has been read longest makes room where there are too many. */
  readonly take: (reading: LateReading) => void;
  /** Records what still comes, once the request's own outcome is recorded. `request` as it was settled. */
  readonly follow: (request: DepositRequest, profile: Profile, reading: LateReading) => void;
  /** Closes every connection. Waits for none. */
  readonly close: () => void;
};

export type LateAnswersDeps = {
  readonly settler: Pick<Settler, 'attachLate'>;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly onBug: (error: unknown) => void;
  /** Left out: a minute. */
  readonly readForMs?: number;
};

const READ_FOR_MS = 60_000;
/** Each holds up to a mebibyte of an answer, and what it is unpacked from. */
const MOST_AT_ONCE = 16;
/** A timer that is later than this was stopped by a sleep of the machine. */
const SLEPT_MS = 10_000;

/**
 * An answer after the deadline, after a cancel, or that lay in the socket while the machine slept changes no outcome. It is
 * evidence: it is attached to the unknown, and a person decides.
 */
export function createLateAnswers(deps: LateAnswersDeps): LateAnswers {
  const { settler, redactor, clock, onBug, readForMs = READ_FOR_MS } = deps;
  const open = new Map<LateReading, NodeJS.Timeout>();
  let isClosing = false;

  function end(reading: LateReading): void {
    clearTimeout(open.get(reading));
    open.delete(reading);
    reading.stop();
  }

  /** After a sleep the minute begins anew: what lies in the socket has not been looked at yet. */
  function watch(reading: LateReading): void {
    const endMs = clock.now().getTime() + readForMs;
    const timer = setTimeout(() => {
      if (clock.now().getTime() - endMs > SLEPT_MS) watch(reading);
      else end(reading);
    }, readForMs).unref();
    open.set(reading, timer);
  }

  async function record(
    request: DepositRequest,
    profile: Profile,
    answered: Answered,
  ): Promise<void> {
    const stage = classify(answered, request.body, profile.dialect);
    const clean = withoutSecrets({ stage, answer: answered.answer }, request.body, redactor);
    if (clean.answer === null || isClosing) return;
    await settler.attachLate(request, clean.stage, clean.answer);
  }

  return {
    take(reading) {
      if (isClosing) {
        reading.stop();
        return;
      }
      const [oldest] = open.keys();
      if (open.size >= MOST_AT_ONCE && oldest !== undefined) end(oldest);
      watch(reading);
      void reading.answered.then(() => end(reading));
    },
    follow(request, profile, reading) {
      // Secrets that are replaced meanwhile may still be repeated by this answer.
      const followed = redactor.during(async () => {
        const answered = await reading.answered;
        if (answered !== null) await record(request, profile, answered);
      });
      followed.catch(onBug);
    },
    close() {
      isClosing = true;
      for (const reading of open.keys()) end(reading);
    },
  };
}
