import { z } from 'zod';

import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import type { Store } from './store.ts';

/** Settled, with nothing new since the cutoff, and not erased since its newest event. */
const DUE = `
  is_open = 0 AND is_interrupted = 0 AND last_seq <= :cutoffSeq
  AND NOT EXISTS (SELECT 1 FROM erasure WHERE seq = last_seq)
  AND intent_id NOT IN (SELECT intent_id FROM statement_mark JOIN statement USING (statement_id)
    WHERE seq > :cutoffSeq AND intent_id IS NOT NULL)`;
/** A row waits, or a request of the batch is open. A stopped batch has no waiting rows. */
const OPEN_BATCHES = `
  SELECT b.batch_id FROM batch b WHERE (b.stopped IS NULL AND b.planned < b.rows) OR EXISTS (
    SELECT 1 FROM batch_attempt a LEFT JOIN request r ON r.intent_id = a.intent_id
    WHERE a.batch_id = b.batch_id AND (r.is_open = 1 OR (
      r.intent_id IS NULL AND a.refusal IS NULL AND b.stopped IS NULL)))`;

const SQL = {
  /** Looked through in pieces: most of an old log was erased before. */
  requests: `
    SELECT first_seq AS firstSeq, intent_id AS intentId, ${DUE} AND coalesce((
      SELECT a.batch_id FROM batch_attempt a WHERE a.intent_id = request.intent_id), '') NOT IN (${OPEN_BATCHES}) AS isDue
    FROM request WHERE first_seq > :after AND first_seq <= :cutoffSeq ORDER BY first_seq LIMIT :most`,
  count: `
    SELECT count(*) FROM request WHERE first_seq <= :cutoffSeq AND ${DUE} AND coalesce((
      SELECT a.batch_id FROM batch_attempt a WHERE a.intent_id = request.intent_id), '') NOT IN (${OPEN_BATCHES})`,
  hasCallback: 'SELECT 1 FROM callback WHERE seq = ?',
  notes: `
    SELECT seq FROM customer_event WHERE kind = 'customer_noted' AND seq <= :cutoffSeq
    ORDER BY seq LIMIT :most`,
  batches: `
    SELECT 'batch' AS "of", batch_id AS id FROM batch b
    WHERE first_seq <= :cutoffSeq AND batch_id NOT IN (${OPEN_BATCHES})
      AND NOT EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'batch' AND id = batch_id)
      AND NOT EXISTS (
        SELECT 1 FROM batch_attempt a JOIN request r ON r.intent_id = a.intent_id
        WHERE a.batch_id = b.batch_id AND NOT EXISTS (SELECT 1 FROM erasure WHERE seq = r.last_seq))
    ORDER BY first_seq LIMIT 1`,
  statements: `
    SELECT 'statement' AS "of", statement_id AS id FROM statement s
    WHERE seq <= :cutoffSeq
      AND NOT EXISTS (SELECT 1 FROM erased_rows WHERE kind = 'statement' AND id = statement_id)
      AND NOT EXISTS (
        SELECT 1 FROM request r
        WHERE r.is_open = 1 AND r.profile_id = s.profile_id AND r.created_at <= s.recorded_at)
    ORDER BY seq LIMIT 1`,
} as const;

const foundSchema = z.array(
  z.object({ firstSeq: z.int(), intentId: intentIdSchema, isDue: z.int() }),
);
const rowsSchema = z.array(z.object({ of: z.enum(['batch', 'statement']), id: z.string() }));

/** `cutoffSeq`: everything up to this event is old enough. */
export function findDue({ db, events }: Store, cutoffSeq: number) {
  const of = createStatements(db);
  const old = { cutoffSeq };
  return {
    /** `last`: where to go on; null: all were looked at. */
    requests(
      after: number,
      most: number,
    ): {
      readonly due: readonly { readonly intentId: IntentId; readonly firstSeq: number }[];
      readonly last: number | null;
    } {
      const found = foundSchema.parse(of(SQL.requests).all({ ...old, after, most }));
      const due = found.filter(({ isDue }) => isDue === 1);
      return { due, last: found.at(-1)?.firstSeq ?? null };
    },
    count: (): number => Number(of(SQL.count).pluck().get(old)),
    /** Callbacks about no request, and repeats; oldest first. */
    callbacks: (most: number): readonly number[] =>
      events
        .aboutLog(['callback_apart', 'callback_repeated'])
        .filter((seq) => seq <= cutoffSeq && of(SQL.hasCallback).get(seq) !== undefined)
        .slice(0, most),
    /** Notes about customers, and texts of hand-overs. */
    texts(most: number): readonly number[] {
      const notes = z.array(z.int()).parse(of(SQL.notes).pluck().all({ cutoffSeq, most }));
      const messages = events.aboutLog(['hand_over_text']).filter((seq) => seq <= cutoffSeq);
      const named = lastNamed(events, new Set(messages));
      return [...notes, ...messages.filter((seq) => seq > named)].slice(0, most);
    },
    /** Plans and statements that nothing is open of, and whose requests are erased. */
    rows: () => rowsSchema.parse([...of(SQL.batches).all(old), ...of(SQL.statements).all(old)]),
  };
}

/** The newest of these messages that an event has erased; they are named in order. 0: none. */
function lastNamed(events: Store['events'], messages: ReadonlySet<number>): number {
  for (const seq of events.aboutLog(['texts_erased']).toReversed()) {
    const event = events.bySeq(seq);
    const named = event?.kind === 'texts_erased' ? event.body.events : [];
    const last = named.findLast((one) => messages.has(one));
    if (last !== undefined) return last;
  }
  return 0;
}
