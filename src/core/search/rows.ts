import type { Database } from 'better-sqlite3';

import type { LogRow } from '#shared/domain/logSearch.ts';

import { FLAGGED_BIT, reasonsOf } from './attention.ts';
import type { Entry } from './entry.ts';
import type { Moment } from './query.ts';

export type EntryRows = {
  readonly at: (place: number) => Shown | null;
};

/** An entry as it was derived from a request: what has a narrower type there still has it. */
type Narrowed = {
  readonly intent_id: LogRow['intentId'];
  readonly profile_id: LogRow['profileId'];
  readonly mode: LogRow['mode'];
  readonly flow: LogRow['flow'];
  readonly cents: LogRow['cents'];
  readonly outcome: LogRow['outcome'];
  readonly resolution: LogRow['resolution'];
};
type Shown = Entry & Narrowed;

/** Our own writing, two hundred at a time: what leaves the desk is checked at its door. */
function isShown(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null;
}

export function createEntryRows(db: Database): EntryRows {
  const byPlace = db.prepare('SELECT * FROM entry WHERE place = ?');
  return {
    at(place) {
      const row = byPlace.get(place);
      return isShown(row) ? row : null;
    },
  };
}

/** An entry that is not in the index (yet). */
export function shownOf(entry: Entry): Shown {
  if (!isShown(entry)) throw new TypeError('An entry is an object.');
  return entry;
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
