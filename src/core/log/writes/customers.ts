import type { CustomerRecord } from '#shared/domain/customer.ts';
import { type Result, ok } from '#shared/domain/result.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { customerRecordOf, preferenceOf } from '../store/customerRows.ts';
import type { NewEvent } from '../store/events.ts';
import { projectEvent } from '../store/projection.ts';
import type { Store } from '../store/store.ts';
import { write, type NotRecorded } from '../call.ts';

/** A customer by the exact name, as a profile issued for them. */
export type CustomerOf = OperationInput<'customer.record'>;

export type PreferenceChange = Omit<OperationInput<'customer.prefer'>, keyof CustomerOf>;

type AboutCustomer = Extract<NewEvent, { kind: 'customer_preferred' | 'customer_noted' }>;

/** What operators record about a customer of a profile, apart from any request. */
export const customerWrites = {
  /** Only a change is an event. What `change` leaves out stays. */
  preferCustomer: write(
    (
      parts,
      at,
      { profileId, customer }: CustomerOf,
      operator: Operator,
      change: PreferenceChange,
    ) => {
      const before = preferenceOf(parts, profileId, customer);
      const { language = before.language, channel = before.channel } = change;
      // Two windows may choose the same: only the first changes it.
      if (language === before.language && channel === before.channel) {
        return ok(customerRecordOf(parts, profileId, customer));
      }
      const body = { profileId, customer, operator, language, channel };
      return recorded(parts, at, { kind: 'customer_preferred', body });
    },
  ),
  noteCustomer: write(
    (parts, at, { profileId, customer }: CustomerOf, operator: Operator, text: string) => {
      const body = { profileId, customer, operator, text };
      return recorded(parts, at, { kind: 'customer_noted', body });
    },
  ),
};

function recorded(
  parts: Store,
  at: string,
  event: AboutCustomer,
): Result<CustomerRecord, NotRecorded> {
  projectEvent(parts.projection, parts.events.append(event, at));
  const { profileId, customer } = event.body;
  return ok(customerRecordOf(parts, profileId, customer));
}
