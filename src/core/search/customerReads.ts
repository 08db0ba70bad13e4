import {
  type CustomerSuggestion,
  MOST_RECALLED,
  MOST_SUGGESTIONS,
  type PastRequest,
} from '#shared/domain/customer.ts';
import { fold, isMatch } from '#shared/search/fold.ts';

import { pastRequestOf } from '../log/pastRequest.ts';
import type { Customers, KnownCustomer } from './customers.ts';
import type { NewRequest } from './newest.ts';
import type { Source } from './source.ts';

type ReadParts = {
  readonly source: Pick<Source, 'at'>;
  readonly customers: Customers;
  readonly newest: () => readonly NewRequest[];
};

export type CustomerReads = {
  /** Those of late first; see `customer.suggest`. */
  readonly suggestCustomers: (profileId: string, text: string) => readonly CustomerSuggestion[];
  readonly recallCustomer: (profileId: string, customer: string) => readonly PastRequest[];
};

/** From the index, with what is newer than it. Requests themselves are read from the log, as they are now. */
export function createCustomerReads({ source, customers, newest }: ReadParts): CustomerReads {
  const past = (seq: number): readonly PastRequest[] => {
    const recorded = source.at(seq);
    return recorded === null ? [] : [pastRequestOf(recorded.request)];
  };
  const newOf = (profileId: string): readonly NewRequest[] =>
    newest().filter((one) => one.profileId === profileId);

  return {
    suggestCustomers(profileId, text) {
      const words = nameWords(text);
      const fresh = freshCustomers(newOf(profileId), words).map((one) => {
        const before = customers.find(profileId, one.name)?.requests ?? 0;
        return { ...one, requests: before + one.requests };
      });
      const isFresh = new Set(fresh.map(({ name }) => name));
      const known = customers
        .latest(profileId, words, MOST_SUGGESTIONS)
        .filter(({ name }) => !isFresh.has(name));
      return [...fresh, ...known]
        .slice(0, MOST_SUGGESTIONS)
        .flatMap(({ name, requests, lastSeq }) =>
          past(lastSeq).map((last) => ({ customer: name, requests, last })),
        );
    },
    recallCustomer(profileId, customer) {
      const fresh = newOf(profileId)
        .filter((one) => one.customer === customer)
        .map(({ seq }) => seq);
      const known = customers.find(profileId, customer);
      const wanted = Math.min(known?.requests ?? 0, MOST_RECALLED);
      const older = wanted === 0 ? [] : customers.seqsOf(profileId, customer, wanted);
      return [...fresh, ...older].slice(0, MOST_RECALLED).flatMap(past);
    },
  };
}

/**
 * Each must be in the name, wherever. An amount's comma, which the log's search takes for a point, is a comma here; and half of
 * a character, which no keyboard types, is in no name.
 */
function nameWords(text: string): readonly string[] {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');
  return [...new Set(fold(whole).split(/\s+/u))].filter((word) => word !== '');
}

/** Those of the newest requests whose name has every word, the latest first. */
function freshCustomers(
  requests: readonly NewRequest[],
  words: readonly string[],
): readonly KnownCustomer[] {
  const byName = new Map<string, KnownCustomer>();
  for (const { seq, customer } of requests) {
    if (customer === null || !isMatch([fold(customer)], words)) continue;
    const later = byName.get(customer);
    byName.set(
      customer,
      later === undefined
        ? { name: customer, requests: 1, lastSeq: seq }
        : { ...later, requests: later.requests + 1 },
    );
  }
  return [...byName.values()];
}
