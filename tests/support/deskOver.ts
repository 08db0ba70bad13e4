import { DESK, type Services } from '../../src/core/ports.ts';
import { type DepositRequest, isInFlight } from '../../src/shared/domain/request.ts';

export type DeskOver<S> = {
  readonly services: S;
  /** The operation's value; throws what it failed with. */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  /** Hears every stage of every request, in the moment it is told to the screen. */
  readonly onStage: (listener: (request: DepositRequest) => void) => void;
  /** Where the request comes to rest. To be asked before it is issued. */
  readonly rested: (intentId: string) => Promise<DepositRequest>;
};

/** What tests ask of a desk, over its services or over those of the app that shows it. */
export function deskOver<S extends Pick<Services, 'dispatch' | 'onEvent'>>(
  services: S,
): DeskOver<S> {
  const waiting = new Map<string, (request: DepositRequest) => void>();
  const onStage: DeskOver<S>['onStage'] = (listener) => {
    services.onEvent((event) => {
      if (event.name === 'request.changed') listener(event.request);
    });
  };
  onStage((request) => {
    if (isInFlight(request)) return;
    waiting.get(request.intentId)?.(request);
    waiting.delete(request.intentId);
  });
  return {
    services,
    async ask(name, input) {
      const reply = await services.dispatch(DESK, name, input);
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    onStage,
    rested: (intentId) =>
      new Promise((resolve) => {
        waiting.set(intentId, resolve);
      }),
  };
}
