import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, type SettledStage, isInFlight } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../deskEvents.ts';
import type { LogPort, NotRecorded } from '../log/port.ts';
import type { Clock } from '../ports.ts';

/** An outcome that this process knows and the log does not. */
export type HeldAnswer = {
  /** As the screen has it: not sent, or unknown. */
  readonly request: DepositRequest;
  readonly stage: SettledStage;
  readonly answer: TravelledAnswer | null;
};

export type Settler = {
  /** W3, then tell the screen. */
  readonly settle: (
    request: DepositRequest,
    stage: SettledStage,
    answer: TravelledAnswer | null,
  ) => Promise<DepositRequest>;
  /** Writes what could not be written before. While that fails nothing new may be issued. */
  readonly flush: () => Promise<Result<void, NotRecorded>>;
  /** Offered for saving elsewhere. Those that a restored log has no place for stay to the end. */
  readonly held: () => readonly HeldAnswer[];
  /** A request from the log as the screen must have it: what is held is newer. */
  readonly shown: (request: DepositRequest) => DepositRequest;
  /** A last try. What fails now is classified by the next start: W2 without W3 is unknown. */
  readonly close: () => Promise<void>;
};

export type SettlerDeps = {
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly clock: Clock;
  readonly retryEveryMs: number;
  /** Hears how many outcomes wait to be written, whenever that changes. */
  readonly onHeld: (count: number) => void;
};

export function createSettler(deps: SettlerDeps): Settler {
  const { log, events, clock } = deps;
  const waiting = new Map<IntentId, HeldAnswer>();
  const homeless = new Map<IntentId, HeldAnswer>();
  let timer: NodeJS.Timeout | null = null;
  /** One at a time: two would write the same outcome twice. */
  let flushing: Promise<Result<void, NotRecorded>> | null = null;

  async function write(
    intentId: IntentId,
    { stage, answer }: Pick<HeldAnswer, 'stage' | 'answer'>,
  ): Promise<Result<DepositRequest, NotRecorded>> {
    const written = await log.settle(intentId, stage, answer);
    if (written.ok) events.emit({ name: 'request.changed', request: written.value });
    return written;
  }

  async function writeNext(): Promise<Result<void, NotRecorded>> {
    const [next] = waiting;
    if (next === undefined) return ok(undefined);
    const [intentId, held] = next;
    if (await hasNoPlace(intentId)) {
      homeless.set(intentId, held);
    } else {
      const written = await write(intentId, held);
      if (!written.ok) return written;
    }
    waiting.delete(intentId);
    deps.onHeld(waiting.size);
    return writeNext();
  }

  /** After a restore the log may not know the request, or may have closed it as unknown. */
  async function hasNoPlace(intentId: IntentId): Promise<boolean> {
    if (log.health().state !== 'ok') return false;
    const known = await log.find(intentId);
    return known === null || !isInFlight(known);
  }

  function flush(): Promise<Result<void, NotRecorded>> {
    flushing ??= writeNext().finally(() => {
      flushing = null;
      retryLater();
    });
    return flushing;
  }

  /** Whatever goes wrong, the next round comes. */
  function tryAgain(): void {
    flush().catch(() => undefined);
  }

  function retryLater(): void {
    if (timer !== null) clearTimeout(timer);
    timer = waiting.size === 0 ? null : setTimeout(tryAgain, deps.retryEveryMs);
    timer?.unref();
  }

  return {
    async settle(request, stage, answer) {
      const first = await write(request.intentId, { stage, answer });
      // Once more: another process reading the file, such as a virus scanner, may have been in the way.
      const written = first.ok ? first : await write(request.intentId, { stage, answer });
      if (written.ok) return written.value;
      const shown = unrecorded(request, stage, written.error.detail, clock);
      waiting.set(request.intentId, { request: shown, stage, answer });
      deps.onHeld(waiting.size);
      retryLater();
      events.emit({ name: 'request.changed', request: shown });
      return shown;
    },
    flush,
    held: () => [...waiting.values(), ...homeless.values()],
    shown: (request) =>
      isInFlight(request) ? (waiting.get(request.intentId)?.request ?? request) : request,
    async close() {
      if (waiting.size > 0) await flush();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** "Not sent" stays true without the log; everything else the operator must treat as unknown. */
function unrecorded(
  request: DepositRequest,
  stage: SettledStage,
  detail: string,
  clock: Clock,
): DepositRequest {
  const updatedAt = clock.now().toISOString();
  if (stage.outcome === 'not_sent') return { ...request, ...stage, updatedAt };
  const reason = { code: 'answer_not_recorded', httpStatus: null, detail } as const;
  return { ...request, outcome: 'unknown', reason, resolution: null, updatedAt };
}
