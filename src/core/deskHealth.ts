import { isDeepStrictEqual } from 'node:util';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import type { DeskEvents } from './deskEvents.ts';
import type { LogPort } from './log/port.ts';

export type DeskHealth = {
  readonly current: () => LogHealth;
  /** Tells the screen where something has changed. */
  readonly look: () => void;
  /** `waiting` outcomes are still to be written; `all` are in memory only, those without a place in the log too. */
  readonly holds: (waiting: number, all?: number) => void;
  /** The same log, whose refusals and successes are noticed here. */
  readonly watched: LogPort;
};

export type DeskHealthDeps = {
  readonly log: LogPort;
  readonly events: DeskEvents;
};

type Refusable = { readonly ok: boolean; readonly error?: { readonly code: string } };

/** The log says what is wrong with its file; this adds whether writing works. */
export function createDeskHealth({ log, events }: DeskHealthDeps): DeskHealth {
  let isFailing = false;
  let detail = '';
  let waiting = 0;
  let held = 0;
  let wasWell = true;
  let told: LogHealth | null = null;

  function current(): LogHealth {
    const own = log.health();
    const health: LogHealth =
      own.state !== 'ok' || !(isFailing || waiting > 0)
        ? own
        : { state: 'not_writing', detail, held: waiting };
    return held === 0 ? health : { ...health, heldAnswers: held };
  }

  /** The log is well again only once it has written something: its reserve, or that a restore was acknowledged. */
  function noticeRecovery(): void {
    const isWell = log.health().state === 'ok';
    if (isWell && !wasWell) isFailing = false;
    wasWell = isWell;
  }

  function look(): void {
    noticeRecovery();
    const health = current();
    if (told !== null && isDeepStrictEqual(told, health)) return;
    told = health;
    events.emit({ name: 'health.changed', health });
  }

  /** Refusals by rule (an open order, say) tell nothing about the disk. */
  function noticed(result: Refusable): void {
    if (!result.ok && result.error?.code !== 'not_recorded') return;
    isFailing = !result.ok;
    if (result.error !== undefined) detail = detailOf(result.error);
    look();
  }

  noticeRecovery();
  told = current();
  return {
    current,
    look,
    holds(stillWaiting, all = stillWaiting) {
      waiting = stillWaiting;
      held = all;
      look();
    },
    watched: watchWrites(log, noticed),
  };
}

function detailOf(error: object): string {
  return 'detail' in error && typeof error.detail === 'string' ? error.detail : 'not recorded';
}

function watchWrites(log: LogPort, noticed: (result: Refusable) => void): LogPort {
  function watched<Args extends readonly unknown[], R extends Refusable>(
    write: (...args: Args) => Promise<R>,
  ): (...args: Args) => Promise<R> {
    return async (...args) => {
      const result = await write(...args);
      noticed(result);
      return result;
    };
  }
  return {
    ...log,
    prepare: watched(log.prepare),
    markSending: watched(log.markSending),
    settle: watched(log.settle),
    recordLateAnswer: watched(log.recordLateAnswer),
    recordCopy: watched(log.recordCopy),
    acknowledgeAmount: watched(log.acknowledgeAmount),
    resolve: watched(log.resolve),
    correct: watched(log.correct),
    acknowledgeInterrupted: watched(log.acknowledgeInterrupted),
    nextOrderId: watched(log.nextOrderId),
    saveLimits: watched(log.saveLimits),
    recordCallback: watched(log.recordCallback),
    replayCallback: watched(log.replayCallback),
    dispose: watched(log.dispose),
    reveal: watched(log.reveal),
    note: watched(log.note),
    flag: watched(log.flag),
    recordExport: watched(log.recordExport),
    loadSample: watched(log.loadSample),
  };
}
