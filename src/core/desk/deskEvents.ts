import type { DeskEvent } from '#shared/contract/events.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Settler } from '../issuing/settle.ts';

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
