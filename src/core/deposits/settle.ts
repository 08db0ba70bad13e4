import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { DepositRequest, SettledStage } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { LogPort, NotRecorded } from '../log/port.ts';
import type { Clock } from '../ports.ts';

export type Settler = {
  /** W3, then tell the screen. */
  readonly settle: (
    request: DepositRequest,
    stage: SettledStage,
    answer: TravelledAnswer | null,
  ) => Promise<DepositRequest>;
  /** Writes what could not be written before. While that fails nothing new may be issued. */
  readonly flush: () => Promise<Result<void, NotRecorded>>;
};

type Held = {
  readonly request: DepositRequest;
  readonly stage: SettledStage;
  readonly answer: TravelledAnswer | null;
};

export function createSettler(log: LogPort, events: DeskEvents, clock: Clock): Settler {
  /** Outcomes known to this process and not to the log. */
  const held: Held[] = [];

  async function write(outcome: Held): Promise<Result<DepositRequest, NotRecorded>> {
    const { request, stage, answer } = outcome;
    const written = await log.settle(request.intentId, stage, answer);
    if (written.ok) events.emit({ name: 'request.changed', request: written.value });
    return written;
  }

  async function writeHeld(): Promise<Result<void, NotRecorded>> {
    const next = held[0];
    if (next === undefined) return ok(undefined);
    const written = await write(next);
    if (!written.ok) return written;
    held.shift();
    return writeHeld();
  }

  /** One at a time: two would write the same outcome twice. */
  let flushing: Promise<Result<void, NotRecorded>> | null = null;

  return {
    async settle(request, stage, answer) {
      const outcome = { request, stage, answer };
      const first = await write(outcome);
      // Once more: another process reading the file, such as a backup, may have been in the way.
      const written = first.ok ? first : await write(outcome);
      if (written.ok) return written.value;
      held.push(outcome);
      const shown = unrecorded(request, stage, written.error.detail, clock);
      events.emit({ name: 'request.changed', request: shown });
      return shown;
    },
    flush() {
      flushing ??= writeHeld().finally(() => {
        flushing = null;
      });
      return flushing;
    },
  };
}

/** "Not sent" stays true without the log; everything else the operator must treat as unknown. */
function unrecorded(
  request: DepositRequest,
  stage: SettledStage,
  detail: string | null,
  clock: Clock,
): DepositRequest {
  const updatedAt = clock.now().toISOString();
  if (stage.outcome === 'not_sent') return { ...request, ...stage, updatedAt };
  const reason = { code: 'answer_not_recorded', httpStatus: null, detail } as const;
  return { ...request, outcome: 'unknown', reason, updatedAt };
}
