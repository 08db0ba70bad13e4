import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

/** A number of the overview by the name of its group. */
export type Plain = Readonly<Record<string, number>>;

/**
 * The overview once more, from nothing but the `event` table, in SQL of its own. `:from` is in it, `:to` is not; both are
 * timestamps, which compare as text.
 */
const REQUESTS = `
  CREATE TEMP TABLE plain AS WITH asked AS (
    SELECT seq, intent_id, at,
      json_extract(unpack(body), '$.body.flow') AS flow,
      json_extract(unpack(body), '$.batch.batchId') AS batch,
      json_extract(unpack(body), '$.body.fields.currency') AS currency,
      json_extract(unpack(body), '$.body.fields.cents') AS cents
    FROM event WHERE kind = 'prepared' AND json_extract(unpack(body), '$.profileId') = ?
  ),
  settled AS (
    SELECT intent_id, json_extract(unpack(body), '$.stage.outcome') AS outcome
    FROM event WHERE kind = 'settled'
  ),
  request AS (
    SELECT asked.*,
      coalesce(settled.outcome, iif(sent.at IS NULL, 'prepared', 'sending')) AS outcome,
      settled.outcome = 'unknown' AND NOT EXISTS (
        SELECT 1 FROM event WHERE kind = 'resolved' AND intent_id = asked.intent_id) AS waits
    FROM asked
    LEFT JOIN settled ON settled.intent_id = asked.intent_id
    LEFT JOIN event AS sent ON sent.kind = 'sending' AND sent.intent_id = asked.intent_id
  )
  SELECT * FROM request`;
const RANGED = 'WITH ranged AS (SELECT * FROM temp.plain WHERE at >= :from AND at < :to)';

const COUNTS = {
  totals: `SELECT currency || ' ' || flow || ' ' || outcome AS name, count(*) AS count FROM ranged GROUP BY name`,
  fromBatches: `SELECT currency AS name, count(*) AS count FROM ranged WHERE batch IS NOT NULL GROUP BY name`,
  cents: `SELECT currency || ' ' || flow || ' ' || outcome AS name, sum(cents) AS count FROM ranged GROUP BY name`,
  step: `SELECT currency || ' ' || outcome AS name, count(*) AS count FROM ranged GROUP BY name`,
  stepCents: `SELECT currency || ' ' || outcome AS name, sum(cents) AS count FROM ranged GROUP BY name`,
  unknowns: `SELECT 'waiting' AS name, count(*) AS count FROM temp.plain WHERE waits`,
} as const;
type Counted = keyof typeof COUNTS;

const CALLBACKS = `
  SELECT CASE WHEN kind = 'callback_repeated' THEN 'repeated'
      WHEN kind = 'callback_apart' THEN 'apart'
      WHEN json_extract(unpack(body), '$.verdict') = 'bad_signature' THEN 'bad_signature'
      WHEN json_extract(unpack(body), '$.verdict') = 'not_checked' THEN 'waiting'
      WHEN json_extract(unpack(body), '$.contradicts') IS NOT NULL THEN 'contradicting'
      ELSE 'applied' END AS name, count(*) AS count
  FROM event
  WHERE kind IN ('callback', 'callback_apart', 'callback_repeated')
    AND json_extract(unpack(body), '$.profileId') = :profile AND at >= :from AND at < :to
  GROUP BY name`;

export type PlainOverview = {
  readonly counts: (what: Counted, from: string | null, to: string | null) => Plain;
  readonly callbacks: (from: string | null, to: string | null) => Plain;
};

const rowSchema = z.object({ name: z.string(), count: z.int() });

/** As the events are now. */
export function plainOverview(db: Database, profile: string): PlainOverview {
  db.exec('DROP TABLE IF EXISTS temp.plain');
  db.prepare(REQUESTS).run(profile);
  const named = (from: string | null, to: string | null) => ({
    profile,
    from: from ?? '',
    to: to ?? '~',
  });
  const prepared = new Map<string, Statement>();
  const read = (sql: string, from: string | null, to: string | null): Plain => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    const rows = statement.all(named(from, to)).map((row) => rowSchema.parse(row));
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  return {
    counts: (what, from, to) => read(`${RANGED} ${COUNTS[what]}`, from, to),
    callbacks: (from, to) => read(CALLBACKS, from, to),
  };
}
