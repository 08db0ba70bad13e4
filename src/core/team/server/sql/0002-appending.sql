-- What a desk writes. Each function acts for session_user, whatever role or search path the caller has set.

CREATE FUNCTION team.current_timeline() RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer $$;

-- The hash of a link: the same bytes as `hashOf` of the desk's chain.ts hashes. STABLE and without a search path of its own, so that
-- PostgreSQL writes it out in the query that calls it; called for each event it would be half the cost of an append.
CREATE FUNCTION team.link_hash(previous bytea, seq bigint, at text, kind text, digest bytea) RETURNS bytea
LANGUAGE sql STABLE AS
$$
  SELECT sha256(convert_to(
    '["' || encode(previous, 'hex') || '",' || seq || ',' || to_json(at)::text || ',' || to_json(kind)::text
      || ',"' || encode(digest, 'hex') || '"]', 'UTF8'))
$$;

CREATE FUNCTION team.own_desk() RETURNS team.desk
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT desk FROM team.desk AS desk WHERE login = session_user $$;

-- Remembers a timeline that has changed since the last call of any desk.
CREATE FUNCTION team.notice_timeline() RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  seen integer := current_timeline();
BEGIN
  IF EXISTS (SELECT FROM server WHERE timeline IS DISTINCT FROM seen) THEN
    -- One login that keeps its transaction open after noticing must not keep every other desk waiting.
    PERFORM FROM server FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE server SET timeline = seen, timeline_since = clock_timestamp(), wait_ended = false
        WHERE timeline IS DISTINCT FROM seen;
    END IF;
  END IF;
  RETURN seen;
END
$$;

-- The first call of an invited desk, after it has set a password of its own.
CREATE FUNCTION team.accept() RETURNS TABLE (outcome text, desk_id uuid, code text, team_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET lock_timeout = '1500ms' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk;
BEGIN
  SELECT * INTO own FROM desk WHERE login = session_user FOR NO KEY UPDATE;
  IF own.desk_id IS NULL THEN
    RETURN QUERY SELECT 'not_of_team', NULL::uuid, NULL::text, NULL::uuid;
    RETURN;
  END IF;
  IF own.state = 'invited' AND own.invited_until < clock_timestamp() THEN
    RETURN QUERY SELECT 'invitation_expired', NULL::uuid, NULL::text, NULL::uuid;
    RETURN;
  END IF;
  IF own.state = 'invited' THEN
    -- Nothing of a new desk was lost by a fail-over: claims do not wait for its first sending. One that comes back may have to resend.
    UPDATE desk SET state = 'active',
        in_step_timeline = CASE WHEN own.last_seen IS NULL THEN notice_timeline() ELSE in_step_timeline END
      WHERE desk_id = own.desk_id RETURNING * INTO own;
  END IF;
  RETURN QUERY SELECT own.state, own.desk_id, own.code, server.team_id FROM server;
END
$$;

-- What is wrong with a batch of events in itself, or null: lengths, order, links, digests. In plpgsql, as everything that every
-- append runs: it keeps its plans, while a function in SQL is planned again at each call.
CREATE FUNCTION team.batch_fault(
  seqs bigint[], ats text[], kinds text[], bodies text[], salts bytea[], digests bytea[], previouses bytea[], hashes bytea[]
) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  wrong record;
BEGIN
  IF cardinality(seqs) = 0 THEN
    RETURN NULL;
  END IF;
  SELECT link.* INTO wrong
    FROM unnest(seqs, ats, kinds, bodies, salts, digests, previouses, hashes, NULL::bytea || hashes[:cardinality(hashes) - 1])
      WITH ORDINALITY AS link (seq, at, kind, body, salt, digest, previous, hash, before, place)
    WHERE (
      link.seq = seqs[1] + link.place - 1
      AND (link.place = 1 OR link.previous = link.before)
      AND (link.salt IS NULL OR (link.body IS NOT NULL AND link.digest = sha256(link.salt || convert_to(link.body, 'UTF8'))))
      AND link.hash = link_hash(link.previous, link.seq, link.at, link.kind, link.digest)
    ) IS DISTINCT FROM true
    ORDER BY link.place LIMIT 1;
  RETURN CASE
    WHEN wrong.place IS NULL THEN NULL
    WHEN wrong.seq IS NULL OR wrong.at IS NULL OR wrong.kind IS NULL OR wrong.digest IS NULL
      OR wrong.previous IS NULL OR wrong.hash IS NULL THEN 'event ' || wrong.place || ' of the batch is not whole'
    WHEN wrong.seq IS DISTINCT FROM seqs[1] + wrong.place - 1 THEN 'event ' || wrong.seq || ' is out of order'
    WHEN wrong.place > 1 AND wrong.previous IS DISTINCT FROM hashes[wrong.place - 1]
      THEN 'event ' || wrong.seq || ' does not follow the one before it'
    WHEN wrong.salt IS NOT NULL AND wrong.body IS NULL THEN 'event ' || wrong.seq || ' has a salt without its body'
    WHEN wrong.salt IS NOT NULL AND wrong.digest IS DISTINCT FROM sha256(wrong.salt || convert_to(wrong.body, 'UTF8'))
      THEN 'the digest of event ' || wrong.seq || ' is not that of its body'
    ELSE 'the hash of event ' || wrong.seq || ' is not that of its content'
  END;
END
$$;

-- Whether a login may hold orders of a merchant. Training orders hold nothing that is worth anything.
CREATE FUNCTION team.may_claim(own team.desk, merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT own.merchants IS NULL OR merchant = ANY (own.merchants) OR starts_with(merchant, 'sandbox:') $$;

-- Orders that one intent has just given up. Where other desks sent the order too, the first of their requests has it now, and each
-- further one is in conflict with that.
CREATE FUNCTION team.pass_on(merchants text[], orders text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, team, pg_temp AS
$$
  WITH party AS (
    SELECT c.merchant, c.order_id, side.desk_id, side.intent_id, min(c.conflict_id) AS since
    FROM (SELECT DISTINCT * FROM unnest(merchants, orders)) AS given (merchant, order_id)
      JOIN conflict AS c ON c.merchant = given.merchant AND c.order_id = given.order_id
      CROSS JOIN LATERAL (VALUES (c.held_by, c.held_intent), (c.sent_by, c.sent_intent)) AS side (desk_id, intent_id)
      LEFT JOIN intent ON intent.intent_id = side.intent_id AND intent.desk_id = side.desk_id
    WHERE intent.closed_by IS NULL
    GROUP BY c.merchant, c.order_id, side.desk_id, side.intent_id),
  heir AS (
    SELECT DISTINCT ON (merchant, order_id COLLATE "C") * FROM party
    ORDER BY merchant, order_id COLLATE "C", since, desk_id, intent_id),
  held AS (
    INSERT INTO claim (merchant, order_id, desk_id, intent_id, was_sent)
      SELECT merchant, order_id, desk_id, intent_id, true FROM heir ON CONFLICT DO NOTHING
      RETURNING merchant, order_id, desk_id, intent_id)
  INSERT INTO conflict (merchant, order_id, held_by, held_intent, sent_by, sent_intent)
    SELECT party.merchant, party.order_id, held.desk_id, held.intent_id, party.desk_id, party.intent_id
    FROM held JOIN party USING (merchant, order_id)
    WHERE (party.desk_id, party.intent_id) IS DISTINCT FROM (held.desk_id, held.intent_id)
    ON CONFLICT DO NOTHING;
$$;

-- Holds the orders of requests that were sent, frees those of closed ones, and records an order that two intents have sent. Orders are
-- taken in sorted order, and freed after that: two appends cannot wait for each other.
CREATE FUNCTION team.settle_claims(
  own team.desk, intents uuid[], merchants text[], orders text[], outcomes text[], closes boolean[], last_seqs bigint[]
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  told record;
  holder team.claim;
BEGIN
  INSERT INTO claim AS held (merchant, order_id, desk_id, intent_id, was_sent)
    SELECT line.merchant, line.order_id, own.desk_id, line.intent, true
    FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND may_claim(own, line.merchant)
    ORDER BY line.merchant COLLATE "C", line.order_id COLLATE "C", line.intent
    ON CONFLICT DO NOTHING;
  UPDATE claim SET was_sent = true
    FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND claim.merchant = line.merchant
      AND claim.order_id = line.order_id AND claim.intent_id = line.intent AND claim.desk_id = own.desk_id AND NOT claim.was_sent;
  -- Resolved as absent, and a late answer or a callback says that it exists; or freed by a person, and it had been sent.
  UPDATE intent SET closed_by = NULL FROM unnest(intents, outcomes, closes) AS line (intent, outcome, closes)
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND intent.intent_id = line.intent
      AND intent.desk_id = own.desk_id AND intent.closed_by IS NOT NULL;
  IF true = ANY (closes) THEN
    UPDATE intent SET closed_by = line.last_seq FROM unnest(intents, closes, last_seqs) AS line (intent, closes, last_seq)
      WHERE line.closes AND intent.intent_id = line.intent AND intent.desk_id = own.desk_id AND intent.closed_by IS NULL;
    DELETE FROM claim USING unnest(intents, merchants, orders, closes) AS line (intent, merchant, order_id, closes)
      WHERE line.closes AND claim.merchant = line.merchant AND claim.order_id = line.order_id AND claim.intent_id = line.intent
        AND claim.desk_id = own.desk_id;
    PERFORM pass_on(array_agg(line.merchant), array_agg(line.order_id))
      FROM unnest(merchants, orders, closes) AS line (merchant, order_id, closes) WHERE line.closes;
  END IF;
  -- Orders that another intent had: perhaps one that this batch closes, or an earlier row of it.
  FOR told IN
    SELECT line.* FROM unnest(intents, merchants, orders, outcomes, closes) AS line (intent, merchant, order_id, outcome, closes)
      LEFT JOIN claim ON claim.merchant = line.merchant AND claim.order_id = line.order_id AND claim.intent_id = line.intent
        AND claim.desk_id = own.desk_id
    WHERE NOT line.closes AND line.outcome IS DISTINCT FROM 'prepared' AND claim.intent_id IS NULL AND may_claim(own, line.merchant)
    ORDER BY line.merchant COLLATE "C", line.order_id COLLATE "C", line.intent
  LOOP
    INSERT INTO claim (merchant, order_id, desk_id, intent_id, was_sent)
      VALUES (told.merchant, told.order_id, own.desk_id, told.intent, true) ON CONFLICT DO NOTHING;
    CONTINUE WHEN FOUND;
    SELECT * INTO holder FROM claim WHERE merchant = told.merchant AND order_id = told.order_id;
    IF (holder.desk_id, holder.intent_id) IS DISTINCT FROM (own.desk_id, told.intent) AND holder.intent_id IS NOT NULL THEN
      -- Every desk reads these, and the holder's append goes through them: a login that says it again and again is not heard further.
      CONTINUE WHEN (
        SELECT count(DISTINCT told_before.sent_intent) FROM conflict AS told_before
        WHERE told_before.merchant = told.merchant AND told_before.order_id = told.order_id AND told_before.sent_by = own.desk_id) >= 5;
      INSERT INTO conflict (merchant, order_id, held_by, held_intent, sent_by, sent_intent)
        VALUES (told.merchant, told.order_id, holder.desk_id, holder.intent_id, own.desk_id, told.intent)
        ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
END
$$;

-- Appends the next links of the caller's own stream, and its rows of the requests they are about. `log_seq`: the newest event of
-- the desk's log. `erased`: events whose bodies an event of this batch names as erased, because the desk's retention time is over.
-- What is here already is skipped; anything else than the next link is refused whole.
CREATE FUNCTION team.append(
  stream integer, log_seq bigint, erased bigint[],
  seqs bigint[], ats text[], kinds text[], event_intents uuid[], bodies text[], salts bytea[], digests bytea[],
  previouses bytea[], hashes bytea[],
  intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[], cents bigint[],
  currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[], closes boolean[]
) RETURNS TABLE (outcome text, head_seq bigint, head_hash bytea, detail text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET lock_timeout = '5s' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk;
  fault text;
  -- Where a chain that arrived leaves the chain that is here, and the two hashes.
  forked bigint;
  here bytea;
  arrived bytea;
  next_place integer;
BEGIN
  -- NO KEY: the foreign keys of a claim's rows look at this row too, and a claim must not wait for an append.
  SELECT * INTO own FROM desk WHERE login = session_user FOR NO KEY UPDATE;
  IF own.state IS DISTINCT FROM 'active' THEN
    RETURN QUERY SELECT coalesce(own.state, 'not_of_team'), own.head_seq, own.head_hash, NULL::text;
    RETURN;
  END IF;
  IF append.stream IS DISTINCT FROM own.stream THEN
    RETURN QUERY SELECT 'other_stream', own.head_seq, own.head_hash, own.stream::text;
    RETURN;
  END IF;
  fault := append_fault(seqs, ats, kinds, event_intents, bodies, salts, digests, previouses, hashes,
    own.desk_id, intents, created_ats, merchants, orders, customers, cents, currencies, outcomes, states, resolutions, last_seqs,
    documents, closes);
  IF fault IS NOT NULL THEN
    RETURN QUERY SELECT 'refused', own.head_seq, own.head_hash, fault;
    RETURN;
  END IF;
  -- The cursor of every reader follows these.
  IF EXISTS (SELECT FROM unnest(last_seqs) AS told WHERE told NOT BETWEEN 1 AND greatest(own.head_seq, seqs[cardinality(seqs)])) THEN
    RETURN QUERY SELECT 'refused', own.head_seq, own.head_hash, 'a row names an event that is not there';
    RETURN;
  END IF;
  IF seqs[1] > own.head_seq + 1 THEN
    RETURN QUERY SELECT 'gap', own.head_seq, own.head_hash, NULL::text;
    RETURN;
  END IF;

  -- An event that is here under another hash, or a next one that follows another: two copies of the desk append.
  IF seqs[1] <= own.head_seq THEN
    SELECT link.seq, kept.hash, link.hash INTO forked, here, arrived
      FROM unnest(seqs, hashes) AS link (seq, hash)
      JOIN event AS kept ON kept.desk_id = own.desk_id AND kept.stream = own.stream AND kept.seq = link.seq
      WHERE kept.hash IS DISTINCT FROM link.hash ORDER BY link.seq LIMIT 1;
  ELSIF seqs[1] = own.head_seq + 1 AND previouses[1] IS DISTINCT FROM own.head_hash THEN
    SELECT own.head_seq, own.head_hash, previouses[1] INTO forked, here, arrived;
  END IF;
  IF forked IS NOT NULL THEN
    INSERT INTO branch (desk_id, stream, seq, here, arrived)
      VALUES (own.desk_id, own.stream, forked, here, arrived) ON CONFLICT DO NOTHING;
    UPDATE desk SET state = 'frozen' WHERE desk_id = own.desk_id;
    RETURN QUERY SELECT 'forked', own.head_seq, own.head_hash, forked::text;
    RETURN;
  END IF;

  next_place := own.head_seq + 2 - coalesce(seqs[1], own.head_seq + 1);
  IF cardinality(seqs) >= next_place THEN
    INSERT INTO event (desk_id, stream, seq, at, kind, intent_id, body, salt, digest, previous, hash)
      SELECT own.desk_id, own.stream, link.seq, link.at, link.kind, link.intent, link.body, link.salt, link.digest, link.previous,
        link.hash
      FROM unnest(seqs[next_place:], ats[next_place:], kinds[next_place:], event_intents[next_place:], bodies[next_place:],
        salts[next_place:], digests[next_place:], previouses[next_place:], hashes[next_place:])
        AS link (seq, at, kind, intent, body, salt, digest, previous, hash);
  END IF;
  IF cardinality(intents) > 0 THEN
    PERFORM store_rows(own.desk_id, own.stream, intents, created_ats, merchants, orders, customers, cents, currencies, outcomes,
      states, resolutions, last_seqs, documents);
  END IF;
  IF cardinality(erased) > 0 THEN
    -- Of a request only by an event about the same one: a login empties nothing in passing.
    UPDATE event SET body = NULL, salt = NULL, erased_by = naming.seq
      FROM unnest(seqs, kinds, event_intents) AS naming (seq, kind, intent)
      WHERE event.desk_id = own.desk_id AND event.stream = own.stream AND event.seq = ANY (erased) AND event.body IS NOT NULL
        AND event.seq < naming.seq AND (event.intent_id IS NULL OR naming.intent = event.intent_id)
        AND naming.kind IN ('requisites_erased', 'callbacks_erased', 'texts_erased');
  END IF;
  IF cardinality(intents) > 0 THEN
    PERFORM settle_claims(own, intents, merchants, orders, outcomes, closes, last_seqs);
  END IF;

  UPDATE desk SET
      head_seq = greatest(own.head_seq, coalesce(seqs[cardinality(seqs)], 0)),
      head_hash = CASE WHEN seqs[cardinality(seqs)] > own.head_seq THEN hashes[cardinality(seqs)] ELSE own.head_hash END,
      last_seen = clock_timestamp(),
      in_step_timeline = CASE
        WHEN greatest(own.head_seq, coalesce(seqs[cardinality(seqs)], 0)) >= log_seq THEN notice_timeline()
        ELSE own.in_step_timeline END
    WHERE desk_id = own.desk_id RETURNING * INTO own;
  RETURN QUERY SELECT 'appended', own.head_seq, own.head_hash, NULL::text;
END
$$;

-- What is wrong with the arguments of `append`, or null.
CREATE FUNCTION team.append_fault(
  seqs bigint[], ats text[], kinds text[], event_intents uuid[], bodies text[], salts bytea[], digests bytea[],
  previouses bytea[], hashes bytea[],
  own uuid, intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[], cents bigint[],
  currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[], closes boolean[]
) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
DECLARE
  events integer := coalesce(cardinality(seqs), 0);
  rows integer := coalesce(cardinality(intents), 0);
  fresh integer;
BEGIN
  IF events > 500 OR rows > 500 THEN
    RETURN 'at most 500 events and 500 rows at once';
  END IF;
  IF (cardinality(seqs), cardinality(ats), cardinality(kinds), cardinality(event_intents), cardinality(bodies), cardinality(salts),
      cardinality(digests), cardinality(previouses), cardinality(hashes))
      IS DISTINCT FROM (events, events, events, events, events, events, events, events, events) THEN
    RETURN 'the arrays of events differ in length';
  END IF;
  IF (cardinality(intents), cardinality(created_ats), cardinality(merchants), cardinality(orders), cardinality(customers), cardinality(cents),
      cardinality(currencies), cardinality(outcomes), cardinality(states), cardinality(resolutions), cardinality(last_seqs),
      cardinality(documents), cardinality(closes))
      IS DISTINCT FROM (rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows, rows) THEN
    RETURN 'the arrays of rows differ in length';
  END IF;
  IF rows = 0 THEN
    RETURN batch_fault(seqs, ats, kinds, bodies, salts, digests, previouses, hashes);
  END IF;
  IF EXISTS (
    SELECT FROM unnest(intents, created_ats, merchants, orders, outcomes, last_seqs, closes) AS line (i, c, m, o, u, l, x)
    WHERE (i IS NOT NULL AND c IS NOT NULL AND m IS NOT NULL AND o IS NOT NULL AND u IS NOT NULL AND l IS NOT NULL AND x IS NOT NULL)
      IS DISTINCT FROM true
  ) THEN
    RETURN 'a row is not whole';
  END IF;
  -- What no desk can read would hide the rows of every desk.
  IF EXISTS (SELECT FROM unnest(created_ats) AS c WHERE c NOT BETWEEN '1900-01-01 00:00Z' AND '9999-01-01 00:00Z')
    OR EXISTS (SELECT FROM unnest(cents) AS c WHERE c NOT BETWEEN -9007199254740991 AND 9007199254740991) THEN
    RETURN 'a row has a time or an amount that no desk writes';
  END IF;
  IF (SELECT count(DISTINCT i) FROM unnest(intents) AS i) IS DISTINCT FROM rows::bigint THEN
    RETURN 'a request has two rows';
  END IF;
  -- Locked in sorted order, before any claim: two appends cannot wait for each other.
  INSERT INTO intent (intent_id, desk_id, created_at)
    SELECT i, own, c FROM unnest(intents, created_ats) AS line (i, c) ORDER BY i ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS fresh = ROW_COUNT;
  IF fresh < rows THEN
    PERFORM FROM intent WHERE intent_id = ANY (intents) AND desk_id = own ORDER BY intent_id FOR UPDATE;
  END IF;
  RETURN batch_fault(seqs, ats, kinds, bodies, salts, digests, previouses, hashes);
END
$$;

CREATE FUNCTION team.store_rows(
  own uuid, stream integer, intents uuid[], created_ats timestamptz[], merchants text[], orders text[], customers text[],
  cents bigint[], currencies text[], outcomes text[], states text[], resolutions text[], last_seqs bigint[], documents text[]
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_column
BEGIN
  UPDATE intent SET created_at = told.created_at
    FROM unnest(intents, created_ats) AS told (intent_id, created_at)
    WHERE intent.intent_id = told.intent_id AND intent.desk_id = own AND intent.created_at IS NULL;
  INSERT INTO request (created_at, desk_id, intent_id, stream, merchant, order_id, customer, cents, currency, outcome, state,
      resolution, last_seq, document)
    SELECT intent.created_at, own, told.intent_id, store_rows.stream, told.merchant, told.order_id, told.customer, told.cents,
      told.currency, told.outcome, told.state, told.resolution, told.last_seq, told.document
    FROM unnest(intents, merchants, orders, customers, cents, currencies, outcomes, states, resolutions, last_seqs, documents)
      AS told (intent_id, merchant, order_id, customer, cents, currency, outcome, state, resolution, last_seq, document)
    JOIN intent ON intent.intent_id = told.intent_id AND intent.desk_id = own
    ON CONFLICT (created_at, desk_id, intent_id) DO UPDATE SET
      stream = excluded.stream, merchant = excluded.merchant, order_id = excluded.order_id, customer = excluded.customer,
      cents = excluded.cents, currency = excluded.currency, outcome = excluded.outcome, state = excluded.state,
      resolution = excluded.resolution, last_seq = excluded.last_seq, document = excluded.document, received_at = now()
    -- Sent again after a lost answer: an older row does not replace a newer one.
    WHERE (request.stream, request.last_seq) <= (excluded.stream, excluded.last_seq);
END
$$;
