import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { Stage } from '#shared/domain/stage.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Clock } from '../ports.ts';

/** Why a request is given up before its answer. */
export type Interruption = 'closing' | 'cancelled' | 'slept';

/** What a request on its way has to heed. */
export type Interruptible = {
  readonly signal: AbortSignal;
  /** Null until the request is interrupted. The first reason stays. */
  readonly reason: () => Interruption | null;
  /** Tells how far it has come. It begins as `recorded`. */
  readonly reached: (stage: Stage) => void;
};

type StageReached = { readonly intentId: IntentId; readonly stage: Stage };

export type UnderWay = {
  /** From W1 to W3. Once the desk is closing, `work` starts interrupted and ends at once. */
  readonly run: (
    intentId: IntentId,
    work: (interruptible: Interruptible) => Promise<DepositRequest>,
  ) => Promise<DepositRequest>;
  /** Waits for where it comes to rest. null: it is not on its way here. */
  readonly cancel: (intentId: IntentId) => Promise<DepositRequest | null>;
  /** Only those of which not one byte has left: after that a cancel would make an unknown. */
  readonly cancelUnsent: (intentIds: readonly IntentId[]) => void;
  readonly interruptAll: (reason: Exclude<Interruption, 'cancelled'>) => void;
  /** Everything on its way, and how far it is. */
  readonly stages: () => readonly StageReached[];
  readonly count: () => number;
  readonly settled: () => Promise<void>;
};

type Running = {
  readonly interrupt: (reason: Interruption) => void;
  readonly stage: () => Stage;
  readonly done: Promise<DepositRequest>;
};

/** `onBusy` hears when the first one starts and when the last one has ended. Every stage of each is told. */
export function createUnderWay(
  onBusy: (isBusy: boolean) => void,
  events: Pick<DeskEvents, 'emit'>,
): UnderWay {
  const running = new Map<IntentId, Running>();
  let isClosing = false;

  return {
    run(intentId, work) {
      const controller = new AbortController();
      let reason: Interruption | null = null;
      const interrupt = (why: Interruption): void => {
        reason ??= why;
        controller.abort();
      };
      if (isClosing) interrupt('closing');
      if (running.size === 0) onBusy(true);
      let stage: Stage = 'recorded';
      const reached = (next: Stage): void => {
        stage = next;
        events.emit({ name: 'request.stage', intentId, stage });
      };
      reached('recorded');
      const heeded = { signal: controller.signal, reason: () => reason, reached };
      const done = work(heeded).finally(() => {
        running.delete(intentId);
        if (running.size === 0) onBusy(false);
      });
      running.set(intentId, { interrupt, stage: () => stage, done });
      return done;
    },
    async cancel(intentId) {
      const found = running.get(intentId);
      if (found === undefined) return null;
      found.interrupt('cancelled');
      return found.done;
    },
    cancelUnsent(intentIds) {
      for (const intentId of intentIds) {
        const found = running.get(intentId);
        const stage = found?.stage();
        if (stage === 'recorded' || stage === 'connecting') found?.interrupt('cancelled');
      }
    },
    interruptAll(reason) {
      isClosing ||= reason === 'closing';
      for (const { interrupt } of running.values()) interrupt(reason);
    },
    stages: () => [...running].map(([intentId, { stage }]) => ({ intentId, stage: stage() })),
    count: () => running.size,
    async settled() {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}

type SleepWatch = { readonly watch: (isOn: boolean) => void };

const LOOK_EVERY_MS = 1000;
/** Far more than a busy machine is late by, far less than a lid stays closed. */
const SLEPT_MS = 10_000;

/**
 * Notices by the calendar clock that this process has not run for a while: the machine slept, whatever the host can tell.
 * The monotonic clock would not do, because on some systems it stands still meanwhile and on others it does not. A clock
 * set forward by hand looks the same, and then an answer counts as lost that might still have come.
 */
export function createSleepWatch(clock: Clock, onSlept: () => void): SleepWatch {
  let timer: NodeJS.Timeout | null = null;

  function start(): NodeJS.Timeout {
    let lastMs = clock.now().getTime();
    return setInterval(() => {
      const nowMs = clock.now().getTime();
      const gapMs = nowMs - lastMs - LOOK_EVERY_MS;
      lastMs = nowMs;
      if (gapMs > SLEPT_MS) onSlept();
    }, LOOK_EVERY_MS);
  }

  return {
    watch(isOn) {
      if (timer !== null) clearInterval(timer);
      timer = isOn ? start() : null;
    },
  };
}
