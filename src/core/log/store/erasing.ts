import { z } from 'zod';

import { erasedForm } from '#shared/domain/retention.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import { DAY_MS, type RunClock, dateInDoubt, oldUpTo } from './age.ts';
import { findDue } from './dueToErase.ts';
import type { EventOf } from './events.ts';
import type { PlacedEvent } from './eventStore.ts';
import { type Store, record } from './store.ts';

const ROUND_EVERY_MS = DAY_MS;
/** Requests looked through in one step, and how long naming those that are due may take. */
const REQUESTS_AT_ONCE = 200;
const NAMING_MS = 3;
const BODIES_AT_ONCE = 50;
/** Bodies that are named before the first of them goes. */
const MAX_NAMED = 2000;
/** Callbacks about no request, or texts. */
const CALLBACKS_AT_ONCE = 50;
const ROWS_AT_ONCE = 100;

/** What requisites, customers or free text stand in. The others name no more than an operator and a moment. */
const ERASED_KINDS: ReadonlySet<string> = new Set<PlacedEvent['kind']>([
  'prepared',
  'sending',
  'settled',
  'late_answer',
  'copied',
  'resolved',
  'callback',
  'corrected',
  'noted',
  'pictured',
  'mismatch_settled',
]);

const SQL = {
  first: 'SELECT min(seq) FROM to_erase',
  isFull: `SELECT count(*) >= ${MAX_NAMED} FROM to_erase`,
  upTo: `SELECT max(seq) FROM (SELECT seq FROM to_erase ORDER BY seq LIMIT ${BODIES_AT_ONCE})`,
  eraseRows: `
    UPDATE event SET body = x'', salt = x'' WHERE seq <= :upTo AND seq IN (SELECT seq FROM to_erase)`,
  done: 'DELETE FROM to_erase WHERE seq BETWEEN ? AND ?',
  pendingRows: 'SELECT kind, id FROM erased_rows WHERE is_pending = 1 LIMIT 1',
  batchRows: `
    UPDATE batch_row SET document = '', salt = x'', content = x'' WHERE rowid IN (
      SELECT rowid FROM batch_row WHERE batch_id = ? AND document <> '' LIMIT ${ROWS_AT_ONCE})`,
  statementRows: `
    UPDATE statement_row SET document = '', salt = x'' WHERE (statement_id, row) IN (
      SELECT statement_id, row FROM statement_row WHERE statement_id = ? AND document <> ''
      LIMIT ${ROWS_AT_ONCE})`,
  rowsDone: 'UPDATE erased_rows SET is_pending = 0 WHERE kind = ? AND id = ?',
  handedAt: 'SELECT handed_at FROM batch_attempt WHERE intent_id = ?',
  firstSeq: 'SELECT first_seq FROM request WHERE intent_id = ?',
} as const;
const seqSchema = z.int().nullable();
const rowsSchema = z.object({ kind: z.enum(['batch', 'statement']), id: z.string() }).optional();

/** One pass over the log. `after`: the first event of the last request that was looked at; null: all were. */
type Round = { readonly cutoffSeq: number; after: number | null };

export type Erasing = ReturnType<typeof createErasing>;

/** How long requisites are kept; null: for good. */
export function retentionOf({ events }: Pick<Store, 'events'>): EventOf<'retention_set'> | null {
  return events.newest('retention_set');
}

/** The event that switched retention on; 0 while it is off. Later ones change the time, or confirm the date. */
export function switchedOnBy({ events }: Pick<Store, 'events'>): number {
  let on = 0;
  for (const seq of events.aboutLog(['retention_set'])) {
    const set = events.bySeq(seq);
    if (set?.kind !== 'retention_set') continue;
    if (set.body.days === null) on = 0;
    else if (on === 0) on = seq;
  }
  return on;
}

/**
 * Erases what is older than the retention time, in steps of a few milliseconds. Each step is one transaction: first an event
 * names what goes, then the bodies go. A kill between two steps loses nothing: `to_erase` and `erased_rows`
 * have what is left to do.
 */
export function createErasing(store: Store, clock: RunClock) {
  const { db } = store;
  const of = createStatements(db);
  const naming = createNaming(store, clock);

  function eraseBodies(): boolean {
    const first = seqSchema.parse(of(SQL.first).pluck().get());
    if (first === null) return false;
    db.transaction(() => {
      const upTo = seqSchema.parse(of(SQL.upTo).pluck().get()) ?? first;
      of(SQL.eraseRows).run({ upTo });
      of(SQL.done).run(first, upTo);
    }).immediate();
    return true;
  }

  function eraseRows(): boolean {
    const rows = rowsSchema.parse(of(SQL.pendingRows).get());
    if (rows === undefined) return false;
    const sql = rows.kind === 'batch' ? SQL.batchRows : SQL.statementRows;
    db.transaction(() => {
      if (of(sql).run(rows.id).changes === 0) of(SQL.rowsDone).run(rows.kind, rows.id);
    }).immediate();
    return true;
  }

  return {
    /** A step of what was named already; false: nothing is left. */
    eraseSome: (): boolean => eraseBodies() || eraseRows(),
    /** Null: nothing more is to be named now. */
    daysDue: (): number | null => (of(SQL.isFull).pluck().get() === 1 ? null : naming.daysDue()),
    nameSome: naming.nameSome,
  };
}

/** Rounds over the log: which requests, callbacks and rows are due, a few at a time. */
function createNaming(store: Store, clock: RunClock) {
  const { events, projection } = store;
  let round: Round | null = null;
  let nextRoundMs = -Infinity;
  let setBy = 0;

  function begun(now: string, days: number): Round | null {
    if (round !== null || clock.monotonicMs() < nextRoundMs) return round;
    const cutoff = new Date(Date.parse(now) - days * DAY_MS).toISOString();
    // What this run has written is not old because the clock says so.
    round = { cutoffSeq: Math.min(oldUpTo(store, cutoff), clock.oldUpTo(days)), after: 0 };
    return round;
  }

  /** Names the next few; false: nothing is due until the next round. Inside the transaction of a group. */
  function nameSome(now: string, days: number): boolean {
    const current = begun(now, days);
    if (current === null) return false;
    const due = findDue(store, current.cutoffSeq);
    if (current.after !== null) {
      const began = performance.now();
      const asked = due.requests(current.after, REQUESTS_AT_ONCE);
      for (const { intentId, firstSeq } of asked.due) {
        nameRequest(store, now, days, intentId);
        current.after = firstSeq;
        if (performance.now() - began > NAMING_MS) return true;
      }
      current.after = asked.last;
      return true;
    }
    const callbacks = due.callbacks(CALLBACKS_AT_ONCE);
    const texts = callbacks.length === 0 ? due.texts(CALLBACKS_AT_ONCE) : [];
    const [rows] = callbacks.length === 0 && texts.length === 0 ? due.rows() : [];
    if (callbacks.length > 0) {
      const body = { days, events: callbacks };
      const event = events.append({ kind: 'callbacks_erased', body }, now);
      if (event.kind === 'callbacks_erased') projection.erasing.put(event);
    } else if (texts.length > 0) {
      const event = events.append({ kind: 'texts_erased', body: { days, events: texts } }, now);
      if (event.kind === 'texts_erased') projection.erasing.put(event);
    } else if (rows !== undefined) {
      const event = events.append({ kind: 'rows_erased', body: { days, ...rows } }, now);
      if (event.kind === 'rows_erased') projection.erasing.put(event);
    } else {
      round = null;
      nextRoundMs = clock.monotonicMs() + ROUND_EVERY_MS;
      return false;
    }
    return true;
  }

  /** Null: nothing is to be looked through now. */
  function daysDue(): number | null {
    const set = retentionOf(store);

    if (set !== null && set.seq !== setBy) {
      // Another retention time: the log is looked through anew.
      setBy = set.seq;
      round = null;
      nextRoundMs = -Infinity;
    }
    const isDue = round !== null || clock.monotonicMs() >= nextRoundMs;
    return isDue && dateInDoubt(store) === null ? (set?.body.days ?? null) : null;
  }

  return { daysDue, nameSome };
}

/** Every event of the request that may have requisites in it, in one event that also has what is left of the request. */
function nameRequest(store: Store, at: string, days: number, intentId: IntentId): void {
  const { events, projection, db } = store;
  const before = projection.rows.find(intentId);
  if (before === null) return;
  const places = events.placesOf(intentId);
  const own = places.flatMap(({ event }) =>
    event !== null && ERASED_KINDS.has(event.kind) ? [event] : [],
  );
  const named = new Set(
    places.flatMap(({ event }) => (event?.kind === 'requisites_erased' ? event.body.events : [])),
  );
  const calledAt = places.find(({ kind }) => kind === 'callback')?.at ?? null;
  const pictures = own.flatMap((event) =>
    event.kind === 'pictured' ? event.body.picture.sha256 : [],
  );
  const handedAt: unknown = db.prepare(SQL.handedAt).pluck().get(intentId);
  const body = {
    intentId: intentIdSchema.parse(intentId),
    days,
    firstSeq: z.int().parse(db.prepare(SQL.firstSeq).pluck().get(intentId)),
    events: own.map(({ seq }) => seq).filter((seq) => !named.has(seq)),
    pictures: [...new Set(pictures)],
    ...(typeof handedAt === 'string' ? { handedAt } : {}),
    kept: erasedForm(before, at, calledAt),
  };
  record(store, at, before, { kind: 'requisites_erased', body });
}
