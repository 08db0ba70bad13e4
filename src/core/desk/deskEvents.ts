import type { DeskEvent } from '#shared/contract/events.ts';
import type { Failure } from '#shared/domain/failure.ts';
import { cameToNothing } from '#shared/domain/orderUse.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Settler } from '../issuing/settle.ts';
import type { LogPort } from '../log/openLog.ts';

export type DeskEvents = {
  readonly emit: (event: DeskEvent) => void;
  readonly onEvent: (listener: (event: DeskEvent) => void) => () => void;
};

export function createDeskEvents(onBug: (error: unknown) => void): DeskEvents {
  const listeners = new Set<(event: DeskEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        // A page that fails to listen must not stop a request on its way.
        try {
          listener(event);
        } catch (error) {
          onBug(error);
        }
      }
    },
    onEvent(listener) {
      const own = (event: DeskEvent): void => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
}

/** Tells every page of requests that were settled or resolved, and of the unknowns that this has reopened. */
export async function tellOfEnds(
  {
    events,
    log,
  }: { readonly events: Pick<DeskEvents, 'emit'>; readonly log: Pick<LogPort, 'find'> },
  ended: readonly DepositRequest[],
): Promise<void> {
  for (const request of ended) events.emit({ name: 'request.changed', request });
  const replaced = ended.flatMap((one) => (cameToNothing(one) ? (one.reissueOf ?? []) : []));
  const reopened = await Promise.all(replaced.map((intentId) => log.find(intentId)));
  for (const request of reopened) {
    if (request !== null) events.emit({ name: 'request.changed', request });
  }
}

export type TellDeps = {
  readonly events: Pick<DeskEvents, 'emit'>;
  readonly settler: Pick<Settler, 'shown'>;
};

/** Tells every page of a request that a write has changed; in flight it may have an outcome that could not be written yet. */
export function tellOfChange(
  { events, settler }: TellDeps,
  written: Result<DepositRequest, Failure>,
): Result<DepositRequest, Failure> {
  if (!written.ok) return written;
  const request = settler.shown(written.value);
  events.emit({ name: 'request.changed', request });
  return ok(request);
}
