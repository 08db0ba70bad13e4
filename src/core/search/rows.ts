import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { LogRow } from '#shared/domain/logSearch.ts';

import { FLAGGED_BIT, reasonsOf } from './attention.ts';
import type { Entry } from './entry.ts';
import type { Moment } from './query.ts';

export type EntryRows = { readonly at: (place: number) => Entry | null };

/** Our own writing, two hundred at a time: what leaves the desk is checked at its door. */
const entrySchema = z.custom<Entry>((value) => typeof value === 'object').optional();

export function createEntryRows(db: Database): EntryRows {
  const byPlace = db.prepare('SELECT * FROM entry WHERE place = ?');
  return { at: (place) => entrySchema.parse(byPlace.get(place)) ?? null };
}

export function logRowOf(entry: Entry, moment: Moment): LogRow {
  const { masked_number: number, masked_url: url } = entry;
  return {
    seq: entry.seq,
    intentId: entry.intent_id,
    createdAt: new Date(entry.created_ms).toISOString(),
    profileId: entry.profile_id,
    profileName: entry.profile_name,
    mode: entry.mode,
    operator: entry.operator,
    flow: entry.flow,
    orderId: entry.order_id,
    customer: entry.customer,
    phone: entry.phone,
    currency: entry.currency,
    paymentType: entry.payment_type,
    cents: entry.cents,
    outcome: entry.outcome,
    reasonCode: entry.reason_code,
    resolution: entry.resolution,
    state: entry.state,
    isHeard: entry.is_heard === 1,
    remoteId: entry.remote_id,
    requisite: requisiteOf(number, url),
    attention: reasonsOf(entry.attention, entry.created_ms, entry.profile_id, moment),
    isFlagged: (entry.attention & FLAGGED_BIT) !== 0,
    isSample: entry.is_sample === 1,
  };
}

function requisiteOf(number: string | null, url: string | null): LogRow['requisite'] {
  if (number !== null) return { kind: 'number', masked: number };
  return url === null ? null : { kind: 'url', masked: url };
}
