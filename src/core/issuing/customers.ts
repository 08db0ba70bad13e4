import type { CustomerSuggestion, PastRequest } from '#shared/domain/customer.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import type { LogPort } from '../log/port.ts';
import type { HeldAnswer } from './heldAnswers.ts';
import type { Settler } from './settle.ts';

export type CustomersDeps = {
  readonly log: Pick<LogPort, 'suggestCustomers' | 'recallCustomer' | 'orderUses'>;
  readonly settler: Pick<Settler, 'held'>;
};

export type Customers = {
  readonly suggest: (profileId: ProfileId, text: string) => Promise<readonly CustomerSuggestion[]>;
  readonly recall: (profileId: ProfileId, customer: string) => Promise<readonly PastRequest[]>;
  readonly orderUses: (profileId: ProfileId, orderId: string) => Promise<readonly PastRequest[]>;
};

/** What the form asks about its customer. */
export function createCustomers({ log, settler }: CustomersDeps): Customers {
  const shown = (request: PastRequest): PastRequest => withHeld(request, settler.held());
  return {
    async suggest(profileId, text) {
      const found = await log.suggestCustomers(profileId, text);
      return found.map((one) => ({ ...one, last: shown(one.last) }));
    },
    recall: async (profileId, customer) =>
      (await log.recallCustomer(profileId, customer)).map(shown),
    orderUses: async (profileId, orderId) => (await log.orderUses(profileId, orderId)).map(shown),
  };
}

/** An outcome that could not be written yet is newer than what the log says. */
function withHeld(request: PastRequest, held: readonly HeldAnswer[]): PastRequest {
  const newer = held.find((one) => one.request.intentId === request.intentId);
  if (newer === undefined) return request;
  const isInFlight = request.outcome === 'prepared' || request.outcome === 'sending';
  return isInFlight ? { ...request, outcome: newer.request.outcome } : request;
}
