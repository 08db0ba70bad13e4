import { z } from 'zod';

import { batchFault } from './batchCheck.ts';
import type { LogEvent } from './events.ts';
import { peopleFault } from './peopleRows.ts';
import { type Pass, type ProjectionFault, isCallbackRow, passOverRows } from './projectionPass.ts';
import { statementFault } from './statementCheck.ts';
import type { Store } from './store.ts';

/**
 * The first row, by its newest event, that is not what its events give, or null. `owned`: how many events up to the head are
 * about a request. Memory hardly grows with the log.
 */
export function projectionFault(
  store: Store,
  headSeq: number,
  owned: number,
): ProjectionFault | null {
  const pass = passOverRows(store, headSeq);
  return (
    pass.fault ??
    (pass.events === owned ? null : rowlessFault(store, headSeq)) ??
    limitsFault(store) ??
    customerFault(store) ??
    batchFault(store, headSeq) ??
    statementFault(store, headSeq) ??
    peopleFault(store) ??
    signedTextFault(store, headSeq, pass) ??
    callbackFault(store, headSeq, pass)
  );
}

/** An event that a row knows and the log does not have, or null. */
export function projectionAhead(store: Store): number | null {
  const known = numberIn(
    store,
    `SELECT max(seq) FROM (
       SELECT max(last_seq) AS seq FROM request UNION SELECT max(seq) FROM limits_snapshot
       UNION SELECT max(seq) FROM callback UNION SELECT max(seq) FROM customer_event UNION SELECT max(seq) FROM batch_row
       UNION SELECT max(seq) FROM statement UNION SELECT max(seq) FROM statement_row UNION SELECT max(seq) FROM person)`,
  );
  return known !== null && known > store.events.head().seq ? known : null;
}

/** The one number that a query gives, or null. */
function numberIn({ db }: Store, sql: string, ...keys: readonly number[]): number | null {
  const found = db
    .prepare(sql)
    .pluck()
    .get(...keys);
  return typeof found === 'number' ? found : null;
}

/** The pass met other events than the chain has: one of them belongs to no row. */
function rowlessFault({ db, events }: Store, headSeq: number): ProjectionFault | null {
  const hasRow = db.prepare('SELECT 1 FROM request WHERE intent_id = ?');
  for (const { seq, intentId } of events.links(headSeq)) {
    if (intentId === null || hasRow.get(intentId) !== undefined) continue;
    return { seq, detail: `the request of event ${seq} has no row` };
  }
  return { seq: headSeq, detail: 'requests have other events than their rows lead to' };
}

function limitsFault(store: Store): ProjectionFault | null {
  const seq = unmatched(store, ['limits'], 'limits_snapshot');
  return seq === null ? null : { seq, detail: `the limits of event ${seq} differ` };
}

/** The first event of these kinds without a row in the table, or row without an event. */
function unmatched(
  store: Store,
  kinds: readonly LogEvent['kind'][],
  table: 'limits_snapshot' | 'customer_event',
): number | null {
  const select = store.db.prepare(`SELECT seq FROM ${table}`).pluck();
  const different = store.db.transaction(() => {
    const rows = new Set(z.array(z.int()).parse(select.all()));
    const erased = erasedApart(store);
    const own = new Set(store.events.aboutLog(kinds).filter((seq) => !erased.has(seq)));
    return [...rows]
      .filter((seq) => !own.has(seq))
      .concat([...own].filter((seq) => !rows.has(seq)));
  })();
  return different.length === 0 ? null : different.reduce((a, b) => Math.min(a, b));
}

/** Each event about a customer has its row, which names that customer; and no row is there without its event. */
function customerFault(store: Store): ProjectionFault | null {
  const fault = (seq: number): ProjectionFault => {
    return { seq, detail: `the row of the customer at event ${seq} differs` };
  };
  const kinds = ['customer_preferred', 'customer_noted'] as const;
  const seq = unmatched(store, kinds, 'customer_event');
  if (seq !== null) return fault(seq);
  const rows = store.db.prepare(
    'SELECT seq, profile_id AS profileId, customer, kind FROM customer_event ORDER BY seq',
  );
  for (const raw of rows.iterate()) {
    const { seq: at, ...row } = customerRowSchema.parse(raw);
    if (!isCustomerRow(store.events.bySeq(at), row)) return fault(at);
  }
  return null;
}

/** SQLite stores half of a character as its replacement. */
function isCustomerRow(event: LogEvent | null, row: Omit<CustomerRow, 'seq'>): boolean {
  if (event?.kind !== 'customer_preferred' && event?.kind !== 'customer_noted') return false;
  const { profileId, customer } = event.body;
  return (
    row.kind === event.kind &&
    row.profileId === profileId &&
    row.customer === Buffer.from(customer).toString()
  );
}

/** Each signed text has its digest, and no digest is there without its text. */
function signedTextFault(store: Store, headSeq: number, pass: Pass): ProjectionFault | null {
  const isSigning = (event: LogEvent | null): boolean =>
    event?.kind === 'prepared' || event?.kind === 'callback';
  const seq =
    pass.unsigned ?? foreignRow(store, headSeq, 'signed_text', pass.signedTexts, isSigning);
  if (seq === null) return null;
  return { seq, detail: `the signed text of event ${seq} has another digest` };
}

/** Each callback's event has its row, and each row says what its event gives. The pass has seen those about a request. */
function callbackFault(store: Store, headSeq: number, pass: Pass): ProjectionFault | null {
  const erased = erasedApart(store);
  const others = store.events
    .aboutLog(APART_OR_REPEATED)
    .filter((seq) => seq <= headSeq && !erased.has(seq));
  const isCallback = (event: LogEvent | null): boolean =>
    event?.kind === 'callback' || APART_OR_REPEATED.some((kind) => kind === event?.kind);
  const found = [
    pass.badCallback,
    badApartOrRepeat(store, others),
    foreignRow(store, headSeq, 'callback', pass.callbacks + others.length, isCallback),
  ].filter((one) => one !== null);
  if (found.length === 0) return null;
  const seq = Math.min(...found);
  return { seq, detail: `the row of the callback at event ${seq} differs` };
}

/** They have no rows any more. */
function erasedApart({ events }: Store): ReadonlySet<number> {
  const named = events.aboutLog(['callbacks_erased', 'texts_erased']).flatMap((seq) => {
    const event = events.bySeq(seq);
    const isNaming = event?.kind === 'callbacks_erased' || event?.kind === 'texts_erased';
    return isNaming ? event.body.events : [];
  });
  return new Set(named);
}

const APART_OR_REPEATED = ['callback_apart', 'callback_repeated'] as const;

/** A row that belongs to no event. Looked for only where there are more or fewer rows than events were met. */
function foreignRow(
  store: Store,
  headSeq: number,
  table: 'callback' | 'signed_text',
  expected: number,
  isOfTable: (event: LogEvent | null) => boolean,
): number | null {
  if (numberIn(store, `SELECT count(*) FROM ${table} WHERE seq <= ?`, headSeq) === expected) {
    return null;
  }
  const rows = store.db.prepare(`SELECT seq FROM ${table} WHERE seq <= ? ORDER BY seq`).pluck();
  for (const raw of rows.iterate(headSeq)) {
    const seq = z.int().parse(raw);
    if (!isOfTable(store.events.bySeq(seq))) return seq;
  }
  return null;
}

function badApartOrRepeat({ db, events }: Store, seqs: readonly number[]): number | null {
  const select = db.prepare(
    'SELECT content, repeat_of AS repeatOf, replay_of AS replayOf FROM callback WHERE seq = ?',
  );
  for (const seq of seqs) {
    const row = callbackRowSchema.optional().parse(select.get(seq));
    if (row === undefined || !isCallbackRow(events.bySeq(seq), row)) return seq;
  }
  return null;
}

const callbackRowSchema = z.object({
  content: z.instanceof(Uint8Array).nullable(),
  repeatOf: z.int().nullable(),
  replayOf: z.int().nullable(),
});

const customerRowSchema = z.object({
  seq: z.int(),
  profileId: z.string().nullable(),
  customer: z.string().nullable(),
  kind: z.string().nullable(),
});
type CustomerRow = z.infer<typeof customerRowSchema>;
