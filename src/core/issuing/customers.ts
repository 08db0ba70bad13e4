import {
  type CustomerSuggestion,
  type PastRequest,
  pastRequestOf,
  spellingsOf,
} from '#shared/domain/customer.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { isInFlight } from '#shared/domain/request.ts';

import type { Profiles } from '../profiles/profiles.ts';
import type { Team } from '../team/openTeam.ts';
import type { Wanted } from '../team/recent.ts';
import type { HeldAnswer } from './heldAnswers.ts';
import type { Settler } from './settle.ts';
import type { LogPort } from '../log/openLog.ts';

export type CustomersDeps = {
  readonly log: Pick<LogPort, 'suggestCustomers' | 'recallCustomer' | 'orderUses'>;
  readonly settler: Pick<Settler, 'held'>;
  readonly profiles: Pick<Profiles, 'find'>;
  /** What other desks of the team did in the last minutes. */
  readonly team: Pick<Team, 'recent'>;
};

export type Customers = {
  readonly suggest: (profileId: ProfileId, text: string) => Promise<readonly CustomerSuggestion[]>;
  readonly recall: (profileId: ProfileId, customer: string) => Promise<readonly PastRequest[]>;
  readonly orderUses: (profileId: ProfileId, orderId: string) => Promise<readonly PastRequest[]>;
};

/** What the form asks about its customer. */
export function createCustomers({ log, settler, profiles, team }: CustomersDeps): Customers {
  const ofTeam = (profileId: ProfileId, wanted: Wanted): readonly PastRequest[] => {
    const profile = profiles.find(profileId);
    return profile.ok ? team.recent(profile.value, wanted) : [];
  };
  const shown = (request: PastRequest): PastRequest => withHeld(request, settler.held());
  return {
    async suggest(profileId, text) {
      const found = await log.suggestCustomers(profileId, text);
      return found.map((one) => ({ ...one, last: shown(one.last) }));
    },
    async recall(profileId, customer) {
      const own = await ofEach(customer, (one) => log.recallCustomer(profileId, one));
      return [...own.map(shown), ...ofTeam(profileId, { customer })];
    },
    async orderUses(profileId, orderId) {
      const profile = profiles.find(profileId);
      if (!profile.ok) return [];
      const { merchant, mode } = profile.value;
      const own = await ofEach(orderId, (one) => log.orderUses({ merchant, mode }, one));
      return [...own.map(shown), ...ofTeam(profileId, { orderId })];
    },
  };
}

/** A customer or an order id that was pasted in another form of Unicode is the same one to the eye. Newest first. */
async function ofEach(
  text: string,
  ask: (spelling: string) => Promise<readonly PastRequest[]>,
): Promise<readonly PastRequest[]> {
  const found = await Promise.all(spellingsOf(text).map(ask));
  return found.flat().toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** An outcome that could not be written yet is newer than what the log says. */
function withHeld(request: PastRequest, held: readonly HeldAnswer[]): PastRequest {
  const newer = held.find((one) => one.request.intentId === request.intentId);
  if (newer === undefined) return request;
  return isInFlight(request) ? pastRequestOf(newer.request) : request;
}
