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

const ATTEMPTS = 2;

export function createSettler(log: LogPort, events: DeskEvents, clock: Clock): Settler {
  /** Outcomes known to this process and not to the log. */
  const held: Held[] = [];

  async function write({ request, stage, answer }: Held): Promise<Result<void, NotRecorded>> {
    const written = await log.settle(request.intentId, stage, answer);
    if (!written.ok) return written;
    events.emit({ name: 'request.changed', request: written.value });
    return ok(undefined);
  }

  return {
    async settle(request, stage, answer) {
      let fault: NotRecorded | null = null;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const written = await log.settle(request.intentId, stage, answer);
        if (written.ok) {
          events.emit({ name: 'request.changed', request: written.value });
          return written.value;
        }
        fault = written.error;
      }
      held.push({ request, stage, answer });
      const shown = unrecorded(request, stage, fault?.detail ?? null, clock);
      events.emit({ name: 'request.changed', request: shown });
      return shown;
    },
    async flush() {
      for (let next = held[0]; next !== undefined; next = held[0]) {
        const written = await write(next);
        if (!written.ok) return written;
        held.shift();
      }
      return ok(undefined);
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
