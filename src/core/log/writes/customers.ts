import type { CustomerRecord } from '#shared/domain/customer.ts';
import { type Result, ok } from '#shared/domain/result.ts';

import type { Writes } from '../operations.ts';
import type { NotRecorded } from '../port.ts';
import { customerRecordOf, preferenceOf } from '../store/customerRows.ts';
import type { NewEvent } from '../store/events.ts';
import { projectEvent } from '../store/projection.ts';
import type { Store } from '../store/store.ts';

type AboutCustomer = Extract<NewEvent, { kind: 'customer_preferred' | 'customer_noted' }>;

/** What operators record about a customer of a profile, apart from any request. */
export const customerWrites = {
  preferCustomer(parts, at, { profileId, customer }, operator, change) {
    const before = preferenceOf(parts, profileId, customer);
    const { language = before.language, channel = before.channel } = change;
    // Two windows may choose the same: only the first changes it.
    if (language === before.language && channel === before.channel) {
      return ok(customerRecordOf(parts, profileId, customer));
    }
    const body = { profileId, customer, operator, language, channel };
    return recorded(parts, at, { kind: 'customer_preferred', body });
  },
  noteCustomer(parts, at, { profileId, customer }, operator, text) {
    const body = { profileId, customer, operator, text };
    return recorded(parts, at, { kind: 'customer_noted', body });
  },
} satisfies Partial<Writes>;

function recorded(
  parts: Store,
  at: string,
  event: AboutCustomer,
): Result<CustomerRecord, NotRecorded> {
  projectEvent(parts.projection, parts.events.append(event, at));
  const { profileId, customer } = event.body;
  return ok(customerRecordOf(parts, profileId, customer));
}
