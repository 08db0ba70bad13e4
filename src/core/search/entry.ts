import { type Currency, decimalsOf } from '#shared/domain/currency.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';

import { type CallbackFacts, attentionBits, saidAmount } from './attention.ts';
import { type ExportEntry, exportEntryOf } from './exportEntry.ts';

/** A row of `entry`, by the names of its columns. */
export type Entry = ExportEntry & {
  readonly seq: number;
  readonly intent_id: string;
  readonly profile_id: string;
  readonly currency: Currency;
  readonly cents: number;
  readonly is_heard: 0 | 1;
  readonly said: string | null;
  readonly attention: number;
  readonly customer_key: string | null;
  readonly order_key: string;
  /** Folded, then as it is: states that fold to the same are still apart. */
  readonly state_key: string | null;
};

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

/** What a search looks into, folded: nothing else of a request can be found by. */
export function searchedFields(entry: Entry): readonly string[] {
  const { phone, remote_id, number, cents, sent_cents, currency } = entry;
  const digits = phone?.replaceAll(/[^0-9]/gu, '') ?? '';
  const decimals = decimalsOf(currency);
  return [
    entry.order_key,
    entry.customer_key ?? '',
    phone === null ? '' : fold(phone),
    digits === phone ? '' : digits,
    remote_id === null ? '' : fold(remote_id),
    number === null ? '' : fold(number),
    majorUnits(cents, decimals),
    sent_cents === cents ? '' : majorUnits(sent_cents, decimals),
  ].filter((field) => field !== '');
}

/** "1500.00": as people read an amount off a statement, without groups. */
function majorUnits(cents: number, decimals: number): string {
  const digits = String(cents).padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
}
