import { type Currency, decimalsOf } from '#shared/domain/currency.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';

import { type CallbackFacts, attentionBits, saidAmount } from './attention.ts';
import type { RowOf } from './columns.ts';
import { EXPORTED, exportEntryOf } from './exportEntry.ts';
import { type Searched, searchedOf } from './text.ts';

/**
 * The columns of `entry` that say what a table shows and an export writes. `cents` is what a table shows and sorts by: as returned
 * where the answer has an amount, else as sent. `said` is the amount that the provider last called back with, verbatim. `attention`
 * is a set of bits, see attention.ts. The keys are folded, for sorting and for looking up; after its key a state stands as it is,
 * so that states that fold to the same are still apart.
 */
export const SHOWN = {
  seq: 'INTEGER NOT NULL',
  intent_id: 'TEXT NOT NULL',
  profile_id: 'TEXT NOT NULL',
  ...EXPORTED,
  cents: 'INTEGER NOT NULL',
  is_heard: 'INTEGER NOT NULL',
  said: 'TEXT',
  attention: 'INTEGER NOT NULL',
  customer_key: 'TEXT',
  order_key: 'TEXT NOT NULL',
  state_key: 'TEXT',
} as const;
export type Entry = RowOf<typeof SHOWN> & { readonly currency: Currency };

export function entryOf(seq: number, request: DepositRequest, facts: CallbackFacts): Entry {
  const exported = exportEntryOf(request);
  return {
    ...exported,
    seq,
    intent_id: request.intentId,
    profile_id: request.profileId,
    currency: request.body.fields.currency,
    cents: amountOf(request).cents,
    is_heard: (request.heard?.state ?? null) === null ? 0 : 1,
    said: saidAmount(request, facts),
    attention: attentionBits(request, facts),
    customer_key: exported.customer === null ? null : fold(exported.customer),
    order_key: fold(exported.order_id),
    state_key: exported.state === null ? null : `${fold(exported.state)}\0${exported.state}`,
  };
}

/** What a search looks into: nothing else of a request can be found by. */
export function searchedIn(entry: Entry): Searched {
  const { phone, remote_id, number, currency } = entry;
  const digits = phone?.replaceAll(/[^0-9]/gu, '') ?? '';
  const decimals = decimalsOf(currency);
  const fields = [
    entry.order_key,
    entry.customer_key ?? '',
    phone === null ? '' : fold(phone),
    phone === null || phone.includes(digits) ? '' : digits,
    remote_id === null ? '' : fold(remote_id),
    number === null ? '' : fold(number),
  ];
  return searchedOf(
    fields.filter((field) => field !== ''),
    majorUnits(entry.cents, decimals),
    majorUnits(entry.sent_cents, decimals),
  );
}

/** "1500.00": as people read an amount off a statement, without groups. */
function majorUnits(cents: number, decimals: number): string {
  const digits = String(cents).padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
}
