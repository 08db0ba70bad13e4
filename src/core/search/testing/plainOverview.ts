import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { LimitsSnapshot } from '#shared/domain/limits.ts';

/** A number of the overview by the name of its group. */
export type Plain = Readonly<Record<string, number>>;

/**
 * The overview once more, from nothing but the `event` table, in SQL of its own. `:from` is in it, `:to` is not; both are
 * timestamps, which compare as text.
 */
const REQUESTS = `
  CREATE TEMP TABLE plain AS WITH RECURSIVE asked AS (
    SELECT seq, intent_id, at,
      json_extract(body, '$.body.flow') AS flow,
      json_extract(body, '$.batch.batchId') AS batch,
      json_extract(body, '$.body.fields.currency') AS currency,
      json_extract(body, '$.body.fields.cents') AS cents
    FROM event WHERE kind = 'prepared' AND json_extract(body, '$.profileId') = ?
  ),
  called AS (
    SELECT intent_id, seq, coalesce(json_extract(body, '$.replayOf'), seq) AS came,
      json_extract(body, '$.reading.state') AS state,
      json_extract(body, '$.contradicts') IS NULL AND json_extract(body, '$.verdict') NOT IN ('bad_signature', 'not_checked') AS counts,
      row_number() OVER (PARTITION BY intent_id ORDER BY seq) AS nth
    FROM event WHERE kind = 'callback'
  ),
  -- One after the other: what came last is what was heard, unless it was read again and does not count any more.
  heard AS (
    SELECT intent_id, nth, iif(counts, came, NULL) AS came, iif(counts, state, NULL) AS state
    FROM called WHERE nth = 1
    UNION ALL
    SELECT called.intent_id, called.nth,
      CASE WHEN called.counts AND called.came >= coalesce(heard.came, 0) THEN called.came
        WHEN NOT called.counts AND called.came = heard.came THEN NULL ELSE heard.came END,
      CASE WHEN called.counts AND called.came >= coalesce(heard.came, 0)
          THEN coalesce(called.state, iif(called.came = heard.came, NULL, heard.state))
        WHEN NOT called.counts AND called.came = heard.came THEN NULL ELSE heard.state END
    FROM heard JOIN called ON called.intent_id = heard.intent_id AND called.nth = heard.nth + 1
  ),
  -- As it was read last, of everything that came.
  own AS (
    SELECT intent_id, came, counts, max(seq) FROM called GROUP BY intent_id, came
  ),
  settled AS (
    SELECT intent_id, at, seq, json_extract(body, '$.stage.outcome') AS outcome,
      json_extract(body, '$.stage.answer.record.state') AS state
    FROM event WHERE kind = 'settled'
  ),
  request AS (
    SELECT asked.*,
      coalesce(settled.outcome, iif(sent.at IS NULL, 'prepared', 'sending')) AS outcome,
      coalesce((SELECT state FROM heard WHERE heard.intent_id = asked.intent_id ORDER BY nth DESC LIMIT 1),
        settled.state) AS state,
      round((julianday(settled.at) - julianday(sent.at)) * 86400000) AS answer_ms,
      round((julianday(first.at) - julianday(asked.at)) * 86400000) AS callback_ms,
      settled.outcome = 'unknown' AND NOT EXISTS (
        SELECT 1 FROM event WHERE kind = 'resolved' AND intent_id = asked.intent_id) AS waits
    FROM asked
    LEFT JOIN settled ON settled.intent_id = asked.intent_id
    LEFT JOIN event AS sent ON sent.kind = 'sending' AND sent.intent_id = asked.intent_id
    LEFT JOIN event AS first ON first.seq =
      (SELECT min(came) FROM own WHERE own.intent_id = asked.intent_id AND counts)
  )
  SELECT * FROM request`;
const RANGED = 'WITH ranged AS (SELECT * FROM temp.plain WHERE at >= :from AND at < :to)';

const ANSWER_TIME = `CASE WHEN answer_ms < 500 THEN 'under_500ms' WHEN answer_ms < 1000 THEN 'under_1s'
  WHEN answer_ms < 2000 THEN 'under_2s' WHEN answer_ms < 5000 THEN 'under_5s'
  WHEN answer_ms < 10000 THEN 'under_10s' WHEN answer_ms < 30000 THEN 'under_30s' ELSE 'longer' END`;
const CALLBACK_TIME = `CASE WHEN callback_ms IS NULL THEN 'none' WHEN callback_ms < 10000 THEN 'under_10s'
  WHEN callback_ms < 60000 THEN 'under_1m' WHEN callback_ms < 300000 THEN 'under_5m'
  WHEN callback_ms < 900000 THEN 'under_15m' WHEN callback_ms < 3600000 THEN 'under_1h'
  WHEN callback_ms < 86400000 THEN 'under_1d' ELSE 'longer' END`;

const COUNTS = {
  totals: `SELECT currency || ' ' || flow || ' ' || outcome AS name, count(*) AS count FROM ranged GROUP BY name`,
  fromBatches: `SELECT currency AS name, count(*) AS count FROM ranged WHERE batch IS NOT NULL GROUP BY name`,
  cents: `SELECT currency || ' ' || flow || ' ' || outcome AS name, sum(cents) AS count FROM ranged GROUP BY name`,
  step: `SELECT currency || ' ' || outcome AS name, count(*) AS count FROM ranged GROUP BY name`,
  stepCents: `SELECT currency || ' ' || outcome AS name, sum(cents) AS count FROM ranged GROUP BY name`,
  states: `SELECT currency || ' ' || state AS name, count(*) AS count FROM ranged WHERE state IS NOT NULL GROUP BY name`,
  answerTimes: `SELECT currency || ' ' || ${ANSWER_TIME} AS name, count(*) AS count FROM ranged
    WHERE answer_ms IS NOT NULL AND outcome IN ('accepted', 'rejected') GROUP BY name`,
  callbackTimes: `SELECT currency || ' ' || ${CALLBACK_TIME} AS name, count(*) AS count FROM ranged
    WHERE callback_ms IS NOT NULL OR outcome = 'accepted' GROUP BY name`,
  unknowns: `SELECT 'waiting' AS name, count(*) AS count FROM temp.plain WHERE waits`,
} as const;
type Counted = keyof typeof COUNTS;

const CALLBACKS = `
  SELECT CASE WHEN kind = 'callback_repeated' THEN 'repeated'
      WHEN kind = 'callback_apart' THEN 'apart'
      WHEN json_extract(body, '$.verdict') = 'bad_signature' THEN 'bad_signature'
      WHEN json_extract(body, '$.verdict') = 'not_checked' THEN 'waiting'
      WHEN json_extract(body, '$.contradicts') IS NOT NULL THEN 'contradicting'
      ELSE 'applied' END AS name, count(*) AS count
  FROM event
  WHERE kind IN ('callback', 'callback_apart', 'callback_repeated')
    AND json_extract(body, '$.profileId') = :profile AND at >= :from AND at < :to
  GROUP BY name`;

/** With the entries of the one before it that was recognised, of the same source: in the order of their currencies and types. */
const LIMITS = `
  WITH entry AS (
    SELECT event.seq, event.at, json_extract(event.body, '$.source') AS source,
      json_extract(event.body, '$.snapshot.id') AS id,
      (SELECT group_concat(said, ';') FROM (
        SELECT json_extract(value, '$.currency') || ' ' || coalesce(json_extract(value, '$.paymentType'), '*')
          || ' ' || coalesce(json_extract(value, '$.min'), '-') || ' ' || coalesce(json_extract(value, '$.max'), '-') AS said
        FROM json_each(event.body, '$.snapshot.entries') ORDER BY said)) AS said
    FROM event WHERE kind = 'limits' AND json_extract(body, '$.snapshot.recognised')
      AND json_extract(body, '$.snapshot.profileId') = :profile
  ),
  changed AS (
    SELECT *, lag(said) OVER (PARTITION BY source ORDER BY seq) AS before FROM entry
  )
  SELECT id FROM changed WHERE before IS NOT NULL AND before <> said AND at >= :from AND at < :to
  ORDER BY at DESC, seq DESC`;

export type PlainOverview = {
  readonly counts: (what: Counted, from: string | null, to: string | null) => Plain;
  readonly callbacks: (from: string | null, to: string | null) => Plain;
  readonly limits: (from: string | null, to: string | null) => readonly string[];
};

const rowSchema = z.object({ name: z.string(), count: z.int() });
const idSchema = z.array(z.custom<LimitsSnapshot['id']>());

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
    limits: (from, to) => idSchema.parse(db.prepare(LIMITS).pluck().all(named(from, to))),
  };
}
