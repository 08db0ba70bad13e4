import type { TravelledAnswer } from '#shared/domain/history.ts';
import { type DepositRequest, type SettledStage, isInFlight } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type DeskEvents, tellOfEnds } from '../desk/deskEvents.ts';
import type { Clock } from '../ports.ts';
import {
  type HeldAnswer,
  type NotWritten,
  createHeldAnswers,
  orNotRecorded,
} from './heldAnswers.ts';
import type { LogPort } from '../log/openLog.ts';
import type { NotRecorded } from '../log/call.ts';

export type Settler = {
  /** W3, then tell the screen. */
  readonly settle: (
    request: DepositRequest,
    stage: SettledStage,
    answer: TravelledAnswer | null,
  ) => Promise<DepositRequest>;
  /** An answer that came after its outcome, which must have been settled. Written once that is; held until then. */
  readonly attachLate: (
    request: DepositRequest,
    stage: SettledStage,
    answer: TravelledAnswer,
  ) => Promise<void>;
  /** Writes what could not be written before. While that fails nothing new may be issued. */
  readonly flush: () => Promise<Result<void, NotRecorded>>;
  /** Offered for saving elsewhere. */
  readonly held: () => readonly HeldAnswer[];
  /** A request from the log as the screen must have it: what is held is newer. */
  readonly shown: (request: DepositRequest) => DepositRequest;
  /** A last try. What fails now is classified by the next start: W2 without W3 is unknown. */
  readonly close: () => Promise<void>;
};

type Late = Omit<HeldAnswer, 'answer'> & { readonly answer: TravelledAnswer };

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
  const writeLate = (late: Late) => recordLate(late, deps);
  const held = createHeldAnswers({
    ...deps,
    async write(one) {
      if (one.isLate === true && one.answer !== null) {
        return writeLate({ ...one, answer: one.answer });
      }
      const written = await writeOutcome(one);
      return written.ok ? ok(undefined) : written;
    },
  });

  async function writeOutcome({
    request,
    stage,
    answer,
  }: HeldAnswer): Promise<Result<DepositRequest, NotRecorded>> {
    const written = await orNotRecorded(() => log.settle(request.intentId, stage, answer));
    if (written.ok) await tellOfEnds(deps, [written.value]);
    return written;
  }

  return {
    async settle(request, stage, answer) {
      const first = await writeOutcome({ request, stage, answer });
      // Once more: another process reading the file, such as a virus scanner, may have been in the way.
      const written = first.ok ? first : await writeOutcome({ request, stage, answer });
      if (written.ok) return written.value;
      const shown = unrecorded(request, stage, written.error.detail, clock);
      held.add({ request: shown, stage, answer });
      events.emit({ name: 'request.changed', request: shown });
      return shown;
    },
    async attachLate(request, stage, answer) {
      const late = { request, stage, answer, isLate: true } as const;
      const flushed = await held.flush();
      const written = flushed.ok ? await writeLate(late) : flushed;
      if (written.ok) return;
      if (written.error.code === 'no_place') held.addHomeless(late);
      else held.add(late);
    },
    flush: held.flush,
    held: held.all,
    shown: (request) =>
      isInFlight(request) ? (held.find(request.intentId)?.request ?? request) : request,
    close: held.close,
  };
}

/** "Not sent" and "unknown" stay true without the log; everything else the operator must treat as unknown. */
function unrecorded(
  request: DepositRequest,
  stage: SettledStage,
  detail: string,
  clock: Clock,
): DepositRequest {
  const updatedAt = clock.now().toISOString();
  if (stage.outcome === 'not_sent') return { ...request, ...stage, updatedAt };
  if (stage.outcome === 'unknown') return { ...request, ...stage, resolution: null, updatedAt };
  const reason = { code: 'answer_not_recorded', httpStatus: null, detail } as const;
  return { ...request, outcome: 'unknown', reason, resolution: null, updatedAt };
}

async function recordLate(
  { request, stage, answer }: Late,
  { log, events }: Pick<SettlerDeps, 'log' | 'events'>,
): Promise<Result<void, NotWritten>> {
  try {
    const written = await log.recordLateAnswer(request.intentId, stage, answer);
    if (!written.ok) {
      const { error } = written;
      if (error.code !== 'not_recorded') return err({ code: 'no_place' });
      return err({ code: error.code, detail: error.detail ?? '' });
    }
    for (const changed of written.value) {
      events.emit({ name: 'request.changed', request: changed });
    }
    const [unknown] = written.value;
    if (unknown !== undefined) {
      events.emit({ name: 'request.heard', request: unknown, wasState: null, isLate: true });
    }
    return ok(undefined);
  } catch {
    // It would throw again, and it changes no outcome: it must not keep everything else from being written.
    return err({ code: 'no_place' });
  }
}
