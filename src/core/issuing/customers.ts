import type { PastRequest } from '#shared/domain/customer.ts';
import { ok } from '#shared/domain/result.ts';

import type { HeldAnswer } from './heldAnswers.ts';
import type { Settler } from './settle.ts';
import type { Handlers } from '../dispatch.ts';
import type { LogPort } from '../log/port.ts';

export type CustomerHandlerDeps = {
  readonly log: Pick<LogPort, 'suggestCustomers' | 'recallCustomer' | 'orderUses'>;
  readonly settler: Pick<Settler, 'held'>;
};

type CustomerHandlers = Pick<Handlers, 'customer.suggest' | 'customer.recall' | 'order.uses'>;

/** What the form asks about its customer. */
export function customerHandlers({ log, settler }: CustomerHandlerDeps): CustomerHandlers {
  const shown = (request: PastRequest): PastRequest => withHeld(request, settler.held());
  return {
    async 'customer.suggest'({ profileId, text }) {
      const found = await log.suggestCustomers(profileId, text);
      return ok(found.map((one) => ({ ...one, last: shown(one.last) })));
    },
    'customer.recall': async ({ profileId, customer }) =>
      ok((await log.recallCustomer(profileId, customer)).map(shown)),
    'order.uses': async ({ profileId, orderId }) =>
      ok((await log.orderUses(profileId, orderId)).map(shown)),
  };
}

/** An outcome that could not be written yet is newer than what the log says. */
function withHeld(request: PastRequest, held: readonly HeldAnswer[]): PastRequest {
  const newer = held.find((one) => one.request.intentId === request.intentId);
  if (newer === undefined) return request;
  const isInFlight = request.outcome === 'prepared' || request.outcome === 'sending';
  return isInFlight ? { ...request, outcome: newer.request.outcome } : request;
}
