import { isDeepStrictEqual } from 'node:util';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import type { DeskEvents } from './deskEvents.ts';

import type { LogPort, Written } from '../log/openLog.ts';
export type DeskHealth = {
  readonly current: () => LogHealth;
  /** Tells the screen when the health has changed. */
  readonly look: () => void;
  /** `waiting` outcomes are still to be written; `all` are in memory only, those without a place in the log too. */
  readonly holds: (waiting: number, all?: number) => void;
  /** The result of every write changes the health here. */
  readonly wrote: (result: Written) => void;
};

export type DeskHealthDeps = {
  readonly log: Pick<LogPort, 'health'>;
  readonly events: DeskEvents;
};

/** The log reports the state of its file; this adds whether writing works. */
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

  /** The log becomes well again only after a write: its reserve, or the acknowledgement of a restore. */
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
    /** A refusal by a rule, such as an open order, says nothing about the disk. */
    wrote(result) {
      if (!result.ok && result.error?.code !== 'not_recorded') return;
      isFailing = !result.ok;
      if (result.error !== undefined) detail = detailOf(result.error);
      look();
    },
  };
}

function detailOf(error: object): string {
  return 'detail' in error && typeof error.detail === 'string' ? error.detail : 'not recorded';
}
