import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES } from '#shared/domain/currency.ts';
import { FLOWS } from '#shared/domain/deposit.ts';
import { type LogRow, OUTCOMES } from '#shared/domain/logSearch.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import { fold } from '#shared/search/fold.ts';

import { FLAGGED_BIT, reasonsOf } from './attention.ts';
import type { Entry } from './entry.ts';
import type { Moment } from './query.ts';

export type EntryRows = {
  readonly at: (place: number) => Shown | null;
  readonly placeOf: (seq: number) => number | null;
  /** Ascending. */
  readonly ofOrder: (orderId: string) => readonly number[];
};

const said = z.string().nullable();
/** What a table shows of an entry. Our own writing: its form is checked, not every rule about its content. */
const shownSchema = z.object({
  seq: z.int(),
  intent_id: z.custom<LogRow['intentId']>((id) => typeof id === 'string'),
  profile_id: z.custom<LogRow['profileId']>((id) => typeof id === 'string'),
  profile_name: z.string(),
  mode: z.enum(['sandbox', 'live']),
  created_ms: z.number(),
  operator: z.string(),
  flow: z.enum(FLOWS),
  order_id: z.string(),
  customer: said,
  phone: said,
  currency: z.enum(CURRENCIES),
  payment_type: z.string(),
  cents: minorUnitsSchema,
  outcome: z.enum(OUTCOMES),
  reason_code: said,
  resolution: z.enum(['found', 'absent', 'reissued']).nullable(),
  state: said,
  is_heard: z.int(),
  remote_id: said,
  masked_number: said,
  masked_url: said,
  attention: z.int(),
  is_sample: z.int(),
});
export type Shown = z.infer<typeof shownSchema>;

export function createEntryRows(db: Database): EntryRows {
  const byPlace = db.prepare(
    `SELECT ${Object.keys(shownSchema.shape).join(', ')} FROM entry WHERE place = ?`,
  );
  const bySeq = db.prepare('SELECT place FROM entry WHERE seq = ?').pluck();
  const byOrder = db.prepare('SELECT place FROM entry WHERE order_key = ? ORDER BY place').pluck();
  const one = z.int().optional();
  const many = z.array(z.int());
  return {
    at: (place) => shownSchema.optional().parse(byPlace.get(place)) ?? null,
    placeOf: (seq) => one.parse(bySeq.get(seq)) ?? null,
    ofOrder: (orderId) => many.parse(byOrder.all(fold(orderId))),
  };
}

/** An entry that is not in the index (yet). */
export function shownOf(entry: Entry): Shown {
  return shownSchema.parse(entry);
}

export function logRowOf(shown: Shown, moment: Moment): LogRow {
  const { masked_number: number, masked_url: url } = shown;
  return {
    seq: shown.seq,
    intentId: shown.intent_id,
    createdAt: new Date(shown.created_ms).toISOString(),
    profileId: shown.profile_id,
    profileName: shown.profile_name,
    mode: shown.mode,
    operator: shown.operator,
    flow: shown.flow,
    orderId: shown.order_id,
    customer: shown.customer,
    phone: shown.phone,
    currency: shown.currency,
    paymentType: shown.payment_type,
    cents: shown.cents,
    outcome: shown.outcome,
    reasonCode: shown.reason_code,
    resolution: shown.resolution,
    state: shown.state,
    isHeard: shown.is_heard === 1,
    remoteId: shown.remote_id,
    requisite: requisiteOf(number, url),
    attention: reasonsOf(shown.attention, shown.created_ms, shown.profile_id, moment),
    isFlagged: (shown.attention & FLAGGED_BIT) !== 0,
    isSample: shown.is_sample === 1,
  };
}

function requisiteOf(number: string | null, url: string | null): LogRow['requisite'] {
  if (number !== null) return { kind: 'number', masked: number };
  return url === null ? null : { kind: 'url', masked: url };
}
