import { type Currency, decimalsOf } from '#shared/domain/currency.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';

import { type CallbackFacts, attentionBits, saidAmount } from './attention.ts';
import { EXPORTED, type RowOf, exportEntryOf } from './exportEntry.ts';
import { type Searched, searchedOf } from './text.ts';

/**
 * What lists filter and sort by. `profile`, `kind` (kind.ts) and the codes of `word` are small numbers, so that indexes stay small.
 * `cents` is what a table shows and sorts by: as returned where the answer has an amount, else as sent. `attention` is a set of bits, see
 * attention.ts. The keys are folded; after its key a state stands as it is, so that states that fold to the same are still apart.
 */
export const LISTED = {
  seq: 'INTEGER NOT NULL',
  created_ms: EXPORTED.created_ms,
  profile: 'INTEGER NOT NULL',
  kind: 'INTEGER NOT NULL',
  state_code: 'INTEGER NOT NULL',
  type_code: 'INTEGER NOT NULL',
  operator_code: 'INTEGER NOT NULL',
  attention: 'INTEGER NOT NULL',
  answer_time: 'INTEGER NOT NULL',
  callback_time: 'INTEGER NOT NULL',
  cents: 'INTEGER NOT NULL',
  sent_cents: EXPORTED.sent_cents,
  customer_key: 'TEXT',
  order_key: 'TEXT NOT NULL',
  state_key: 'TEXT',
} as const;
export type Listed = RowOf<typeof LISTED>;

const { created_ms: _created, sent_cents: _sent, ...TEXTS } = EXPORTED;

/** What a table shows and an export writes besides. `said` is the amount that the provider last called back with, verbatim. */
export const SHOWN = {
  intent_id: 'TEXT NOT NULL',
  profile_id: 'TEXT NOT NULL',
  ...TEXTS,
  is_heard: 'INTEGER NOT NULL',
  said: 'TEXT',
} as const;

/** A request in columns, without those that are codes of its texts. */
export type Entry = RowOf<typeof SHOWN> &
  Pick<
    Listed,
    | 'seq'
    | 'created_ms'
    | 'attention'
    | 'cents'
    | 'sent_cents'
    | 'customer_key'
    | 'order_key'
    | 'state_key'
  > & { readonly currency: Currency };

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
