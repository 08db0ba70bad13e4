-- What a login reads: rows of the merchants it may see. Revoked and invited logins read nothing.

-- Without a search path of its own, so that PostgreSQL writes it out in the query that calls it.
CREATE FUNCTION team.may_see(own team.desk, merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT (own.state IN ('active', 'frozen') AND (own.merchants IS NULL OR merchant = ANY (own.merchants))) IS TRUE $$;

-- How the caller stands, in one question: polled by every desk.
CREATE FUNCTION team.standing()
RETURNS TABLE (team_id uuid, desk_id uuid, code text, state text, stream integer, head_seq bigint, head_hash bytea,
  is_waiting boolean, server_time timestamptz, conflicts bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT server.team_id, own.desk_id, own.code, own.state, own.stream, own.head_seq, own.head_hash, is_waiting(),
    clock_timestamp(), (SELECT count(*) FROM conflict WHERE own.desk_id IN (conflict.held_by, conflict.sent_by))
  FROM server, own_desk() AS own WHERE own.desk_id IS NOT NULL
$$;

CREATE FUNCTION team.desks() RETURNS TABLE (desk_id uuid, login text, code text, state text, stream integer, head_seq bigint, last_seen timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT desk.desk_id, desk.login, desk.code, desk.state, desk.stream, desk.head_seq, desk.last_seen
  FROM desk, own_desk() AS own WHERE own.state IN ('active', 'frozen') ORDER BY desk.login
$$;

CREATE TYPE team.request_row AS (
  created_at timestamptz, desk_id uuid, intent_id uuid, stream integer, merchant text, order_id text, customer text, cents bigint,
  currency text, outcome text, state text, last_seq bigint, document text, received_at timestamptz);

-- Rows that changed after the cursor, a vector of desk, stream and seq. A desk that is not in it is read from its beginning; one
-- whose head has not moved since is not read at all.
CREATE FUNCTION team.changes(desks uuid[], streams integer[], seqs bigint[], most integer) RETURNS SETOF team.request_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
BEGIN
  RETURN QUERY
    SELECT changed.* FROM desk
      LEFT JOIN unnest(changes.desks, changes.streams, changes.seqs) AS known (desk_id, stream, seq) USING (desk_id)
      CROSS JOIN LATERAL (
        SELECT r.created_at, r.desk_id, r.intent_id, r.stream, r.merchant, r.order_id::text, r.customer, r.cents, r.currency, r.outcome,
          r.state, r.last_seq, r.document, r.received_at
        FROM request AS r
        WHERE r.desk_id = desk.desk_id AND (r.stream, r.last_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0))
          AND may_see(own, r.merchant)
        ORDER BY r.stream, r.last_seq LIMIT least(most, 500)) AS changed
    WHERE (desk.stream, desk.head_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0));
END
$$;

-- Newest first. A whole order id by B-tree; with fewer than 3 characters nothing else is looked for.
CREATE FUNCTION team.find_order(order_id text, most integer) RETURNS SETOF team.request_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
BEGIN
  RETURN QUERY
    SELECT r.created_at, r.desk_id, r.intent_id, r.stream, r.merchant, r.order_id::text, r.customer, r.cents, r.currency, r.outcome,
      r.state, r.last_seq, r.document, r.received_at
    FROM request AS r
    WHERE r.order_id = find_order.order_id AND may_see(own, r.merchant)
    ORDER BY r.created_at DESC LIMIT least(most, 500);
END
$$;

-- Requests of a span, from `since` up to before `until`, whose order id or customer matches: by trigrams alone. A plan that may also
-- walk the rows in their order chooses wrongly where it takes a rare text for a common one.
CREATE FUNCTION team.matches_by_trigrams(own team.desk, pattern text, since timestamptz, until timestamptz, most integer)
RETURNS TABLE (created_at timestamptz, desk_id uuid, intent_id uuid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, team, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS
$$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH hit AS MATERIALIZED (
      SELECT r.created_at, r.desk_id, r.intent_id
      FROM request AS r
      WHERE r.created_at >= matches_by_trigrams.since AND r.created_at < matches_by_trigrams.until
        AND lower((r.order_id || E'\n' || coalesce(r.customer, '')) COLLATE "und-x-icu") LIKE pattern ESCAPE '!'
        AND may_see(own, r.merchant))
    SELECT hit.created_at, hit.desk_id, hit.intent_id FROM hit ORDER BY hit.created_at DESC, hit.intent_id DESC LIMIT most;
END
$$;

-- Parts of order ids and customers, 3 characters or more. Newest first, after the row of `before` and `before_intent`. The newest 5,000
-- rows are walked: a common text fills its page there. What is missing then is rare, and is found by trigrams, month by month.
CREATE FUNCTION team.find_text(part text, before timestamptz, before_intent uuid, most integer) RETURNS SETOF team.request_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET TimeZone = 'UTC' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
  pattern text := '%' || replace(replace(replace(lower(part COLLATE "und-x-icu"), '!', '!!'), '%', '!%'), '_', '!_') || '%';
  wanted integer := least(most, 500);
  told integer;
  -- The walk ends with the first moment that it does not look at whole.
  edge timestamptz;
  first_row timestamptz;
  since timestamptz;
BEGIN
  IF length(part) < 3 THEN
    RETURN;
  END IF;
  SELECT r.created_at INTO edge FROM request AS r WHERE find_text.before IS NULL OR r.created_at <= find_text.before
    ORDER BY r.created_at DESC OFFSET 5000 LIMIT 1;
  RETURN QUERY
    SELECT r.created_at, r.desk_id, r.intent_id, r.stream, r.merchant, r.order_id::text, r.customer, r.cents, r.currency, r.outcome,
      r.state, r.last_seq, r.document, r.received_at
    FROM request AS r
    WHERE r.created_at >= coalesce(edge, '-infinity')
      AND (find_text.before IS NULL OR (r.created_at, r.intent_id) < (find_text.before, before_intent))
      AND lower((r.order_id || E'\n' || coalesce(r.customer, '')) COLLATE "und-x-icu") LIKE pattern ESCAPE '!'
      AND may_see(own, r.merchant)
    ORDER BY r.created_at DESC, r.intent_id DESC LIMIT wanted;
  GET DIAGNOSTICS told = ROW_COUNT;
  wanted := wanted - told;
  SELECT min(r.created_at) INTO first_row FROM request AS r;
  FOR step IN 0..24 LOOP
    EXIT WHEN wanted <= 0 OR edge IS NULL OR edge <= first_row;
    -- Rows of a clock that was years behind are looked at together.
    since := CASE WHEN step = 24 THEN '-infinity' ELSE date_trunc('month', edge - interval '1 microsecond') END;
    RETURN QUERY
      SELECT r.created_at, r.desk_id, r.intent_id, r.stream, r.merchant, r.order_id::text, r.customer, r.cents, r.currency, r.outcome,
        r.state, r.last_seq, r.document, r.received_at
      FROM matches_by_trigrams(own, pattern, since, edge, wanted) AS hit JOIN request AS r USING (created_at, desk_id, intent_id)
      ORDER BY r.created_at DESC, r.intent_id DESC;
    GET DIAGNOSTICS told = ROW_COUNT;
    wanted := wanted - told;
    edge := since;
  END LOOP;
END
$$;

-- The events of one request. Salts are the owner's alone: others read bodies, and prove nothing by them.
CREATE FUNCTION team.history(desk uuid, intent uuid)
RETURNS TABLE (stream integer, seq bigint, at text, kind text, body text, received_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT e.stream, e.seq, e.at, e.kind, e.body, e.received_at
  FROM event AS e, own_desk() AS own
  WHERE e.desk_id = history.desk AND e.intent_id = history.intent
    AND EXISTS (
      SELECT FROM intent JOIN request AS r USING (created_at, desk_id, intent_id)
      WHERE intent.intent_id = history.intent AND intent.desk_id = history.desk AND may_see(own, r.merchant))
  ORDER BY e.stream, e.seq
$$;

-- The caller's own events after one, for a log that was restored from an older backup.
CREATE FUNCTION team.own_tail(stream integer, after bigint, most integer)
RETURNS TABLE (seq bigint, at text, kind text, intent_id uuid, body text, salt bytea, digest bytea, previous bytea, hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT e.seq, e.at, e.kind, e.intent_id, e.body, e.salt, e.digest, e.previous, e.hash
  FROM event AS e, own_desk() AS own
  WHERE own.state IN ('active', 'frozen') AND e.desk_id = own.desk_id AND e.stream = own_tail.stream AND e.seq > own_tail.after
  ORDER BY e.seq LIMIT least(most, 500)
$$;

CREATE FUNCTION team.conflicts()
RETURNS TABLE (merchant text, order_id text, held_by uuid, held_intent uuid, sent_by uuid, sent_intent uuid, recorded_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT c.merchant, c.order_id::text, c.held_by, c.held_intent, c.sent_by, c.sent_intent, c.recorded_at
  FROM conflict AS c, own_desk() AS own WHERE may_see(own, c.merchant) ORDER BY c.conflict_id DESC LIMIT 500
$$;
