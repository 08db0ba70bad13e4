import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, type SettledStage, isInFlight } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { LogPort } from '../log/openLog.ts';
import type { NotRecorded } from '../log/call.ts';
/** An outcome that this process knows and the log does not. */
export type HeldAnswer = {
  /** As the screen has it: not sent, or unknown. */
  readonly request: DepositRequest;
  readonly stage: SettledStage;
  readonly answer: TravelledAnswer | null;
  /** It came after the outcome, which is in the log or held before this one. */
  readonly isLate?: true;
};

/** `no_place`: the log has no request that this could be said of. */
export type NotWritten = NotRecorded | { readonly code: 'no_place' };

export type HeldAnswers = {
  readonly add: (held: HeldAnswer) => void;
  /** One that the log has no place for. */
  readonly addHomeless: (held: HeldAnswer) => void;
  /** Writes them, in order, and stops at the first that cannot be written. */
  readonly flush: () => Promise<Result<void, NotRecorded>>;
  /** What only this process knows: all but what the next start would find out from the log by itself. */
  readonly all: () => readonly HeldAnswer[];
  readonly find: (intentId: IntentId) => HeldAnswer | null;
  readonly close: () => Promise<void>;
};

export type HeldAnswersDeps = {
  readonly log: Pick<LogPort, 'health' | 'find'>;
  readonly write: (held: HeldAnswer) => Promise<Result<void, NotWritten>>;
  readonly retryEveryMs: number;
  /** Hears how many outcomes wait to be written, and how many `all` gives, whenever that changes. */
  readonly onHeld: (waiting: number, all: number) => void;
};

export function createHeldAnswers(deps: HeldAnswersDeps): HeldAnswers {
  const { log } = deps;
  const waiting = new Map<string, HeldAnswer>();
  /** Those that a restored log has no place for: still offered for saving, no longer in the way. */
  const homeless: HeldAnswer[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** One at a time: two would write the same outcome twice. */
  let flushing: Promise<Result<void, NotRecorded>> | null = null;

  const all = (): readonly HeldAnswer[] =>
    [...waiting.values(), ...homeless].filter((held) => !isFoundAgain(held));
  const tell = (): void => deps.onHeld(waiting.size, all().length);

  async function writeNext(): Promise<Result<void, NotRecorded>> {
    const [next] = waiting.values();
    if (next === undefined) return ok(undefined);
    const written = (await hasNoPlace(next)) ? err(NO_PLACE) : await deps.write(next);
    if (!written.ok && written.error.code === 'not_recorded') return err(written.error);
    if (!written.ok) homeless.push(next);
    waiting.delete(keyOf(next));
    tell();
    return writeNext();
  }

  /** After a restore the log may not know the request, or may have closed it as unknown. */
  async function hasNoPlace({ request, isLate }: HeldAnswer): Promise<boolean> {
    if (isLate === true || log.health().state !== 'ok') return false;
    const known = await log.find(request.intentId);
    return known === null || !isInFlight(known);
  }

  function flush(): Promise<Result<void, NotRecorded>> {
    flushing ??= orNotRecorded(writeNext).finally(() => {
      flushing = null;
      retryLater();
    });
    return flushing;
  }

  function retryLater(): void {
    if (timer !== null) clearTimeout(timer);
    timer = waiting.size === 0 ? null : setTimeout(() => void flush(), deps.retryEveryMs);
    timer?.unref();
  }

  return {
    add(held) {
      waiting.set(keyOf(held), held);
      tell();
      retryLater();
    },
    addHomeless(held) {
      homeless.push(held);
      tell();
    },
    flush,
    all,
    find: (intentId) => waiting.get(intentId) ?? null,
    async close() {
      if (waiting.size > 0) await flush();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const NO_PLACE = { code: 'no_place' } as const;

function keyOf({ request, isLate }: HeldAnswer): string {
  return isLate === true ? `late ${request.intentId}` : request.intentId;
}

/** Found at the start of this process, from events that the next start reads too. */
function isFoundAgain({ stage }: HeldAnswer): boolean {
  if (stage.outcome !== 'unknown' && stage.outcome !== 'not_sent') return false;
  const { code } = stage.reason;
  return code === 'interrupted_before_sending' || code === 'interrupted_after_sending';
}

/** A write that throws, such as a bug in the log's thread, has recorded nothing: the caller must go on as on a full disk. */
export async function orNotRecorded<T, E>(
  write: () => Promise<Result<T, E>>,
): Promise<Result<T, E | NotRecorded>> {
  try {
    return await write();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return err({ code: 'not_recorded', detail });
  }
}
