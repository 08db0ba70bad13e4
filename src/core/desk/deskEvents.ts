import type { DeskEvent } from '#shared/contract/events.ts';

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
