-- What the team's log reads: pages with filters. The same rules as 0004: rows of the merchants a login may see.

-- A desk's merchants of sandbox profiles begin with this. Training is told apart from what was really issued.
CREATE FUNCTION team.is_sandbox(merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT starts_with(merchant, 'sandbox:') $$;

-- Without a search path of its own, so that PostgreSQL writes it out. The length is known without reading the text.
CREATE FUNCTION team.shown_document(document text) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN octet_length(document) <= 20000 THEN document END $$;

CREATE TYPE team.page_row AS (
  created_at timestamptz, received_at timestamptz, intent_id uuid, stream integer, desk_id uuid, login text, code text, is_own boolean,
  merchant text, order_id text, customer text, cents bigint, currency text, outcome text, state text, resolution text, last_seq bigint, document text);

-- Newest first, after the row of `before` and `before_intent`. `desk` is a login. Null: every desk, outcome or mode.
CREATE FUNCTION team.page(
  desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET statement_timeout = '5s' AS
$$
  SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, left(r.merchant, 500),
    left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
    left(r.resolution, 500), r.last_seq, shown_document(r.document)
  FROM own_desk() AS own, request AS r JOIN desk AS d USING (desk_id)
  WHERE (page.before IS NULL OR (r.created_at, r.intent_id) < (page.before, page.before_intent))
    AND (page.desk IS NULL OR d.login = page.desk) AND (page.wanted IS NULL OR r.outcome = page.wanted)
    AND (page.sandbox IS NULL OR is_sandbox(r.merchant) = page.sandbox) AND may_see(own, r.merchant)
  ORDER BY r.created_at DESC, r.intent_id DESC LIMIT least(page.most, 500)
$$;

-- Requests of a span, from `since` up to before `until`, whose order id or customer matches, with the filters of a page: by trigrams
-- alone. A plan that may also walk the newest rows chooses wrongly where it takes a rare text for a common one, and reads every row.
CREATE FUNCTION team.page_by_trigrams(
  own team.desk, pattern text, masked text, of_desk uuid, wanted text, sandbox boolean, since timestamptz, until timestamptz, most integer
) RETURNS TABLE (created_at timestamptz, desk_id uuid, intent_id uuid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, team, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_custom_plan AS
$$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH hit AS MATERIALIZED (
      SELECT r.created_at, r.desk_id, r.intent_id
      FROM request AS r
      WHERE r.created_at >= page_by_trigrams.since AND r.created_at < page_by_trigrams.until
        AND (searched_text(r.order_id, r.customer) LIKE pattern ESCAPE '!' OR is_masked(r.customer) AND r.customer = page_by_trigrams.masked)
        AND (of_desk IS NULL OR r.desk_id = of_desk) AND (wanted IS NULL OR r.outcome = wanted)
        AND (sandbox IS NULL OR is_sandbox(r.merchant) = sandbox) AND may_see(own, r.merchant))
    SELECT hit.created_at, hit.desk_id, hit.intent_id FROM hit ORDER BY hit.created_at DESC, hit.intent_id DESC LIMIT most;
END
$$;

-- Orders with exactly this id, by B-tree; where there are none, 3 characters or more of an order id or a customer: among the newest
-- 5,000 rows by walking them, among the others month by month. `masked`: a whole customer as masked profiles share it; null: none.
CREATE FUNCTION team.search(
  part text, masked text, desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET TimeZone = 'UTC' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
  -- Null: too short for its parts to be looked for; a customer of masked profiles is found all the same.
  pattern text := CASE WHEN length(part) >= 3
    THEN '%' || replace(replace(replace(lower(part COLLATE "und-x-icu"), '!', '!!'), '%', '!%'), '_', '!_') || '%' END;
  of_desk uuid := (SELECT d.desk_id FROM desk AS d WHERE d.login = search.desk);
  is_exact boolean := EXISTS (SELECT FROM request AS r WHERE r.order_id = search.part AND may_see(own, r.merchant));
  page integer := least(search.most, 500);
  told integer;
  edge timestamptz;
  first_row timestamptz;
  since timestamptz;
BEGIN
  IF search.desk IS NOT NULL AND of_desk IS NULL OR NOT is_exact AND pattern IS NULL AND masked IS NULL THEN
    RETURN;
  END IF;
  IF NOT is_exact THEN
    SELECT r.created_at INTO edge FROM request AS r WHERE search.before IS NULL OR r.created_at <= search.before
      ORDER BY r.created_at DESC OFFSET 5000 LIMIT 1;
  END IF;
  -- Two texts: a plan that serves both would use neither index.
  RETURN QUERY EXECUTE '
    SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = ($3).desk_id, left(r.merchant, 500),
      left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
      left(r.resolution, 500), r.last_seq, shown_document(r.document)
    FROM request AS r JOIN desk AS d USING (desk_id)
    WHERE ' || CASE WHEN is_exact THEN 'r.order_id = $1'
      ELSE 'r.created_at >= $10 AND (searched_text(r.order_id, r.customer) LIKE $2 ESCAPE ''!'' OR r.customer = $11)'
      END || ' AND ($4 IS NULL OR (r.created_at, r.intent_id) < ($4, $5)) AND ($6 IS NULL OR r.desk_id = $6)
      AND ($7 IS NULL OR r.outcome = $7) AND ($8 IS NULL OR is_sandbox(r.merchant) = $8) AND may_see($3, r.merchant)
    ORDER BY r.created_at DESC, r.intent_id DESC LIMIT $9'
    USING part, pattern, own, search.before, before_intent, of_desk, search.wanted, search.sandbox, page, coalesce(edge, '-infinity'), masked;
  GET DIAGNOSTICS told = ROW_COUNT;
  page := page - told;
  SELECT min(r.created_at) INTO first_row FROM request AS r;
  FOR step IN 0..24 LOOP
    EXIT WHEN page <= 0 OR edge IS NULL OR edge <= first_row;
    -- Rows of a clock that was years behind are looked at together.
    since := CASE WHEN step = 24 THEN '-infinity' ELSE date_trunc('month', edge - interval '1 microsecond') END;
    RETURN QUERY
      SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, left(r.merchant, 500),
        left(r.order_id, 500), left(r.customer, 500), r.cents, left(r.currency, 500), left(r.outcome, 500), left(r.state, 500),
        left(r.resolution, 500), r.last_seq, shown_document(r.document)
      FROM page_by_trigrams(own, pattern, masked, of_desk, search.wanted, search.sandbox, since, edge, page) AS hit
        JOIN request AS r USING (created_at, desk_id, intent_id) JOIN desk AS d USING (desk_id)
      ORDER BY r.created_at DESC, r.intent_id DESC;
    GET DIAGNOSTICS told = ROW_COUNT;
    page := page - told;
    edge := since;
  END LOOP;
END
$$;

-- A connection that the desk lost counts until the server notices. A desk's next connection for the same purpose ends it: only
-- sessions of the caller's own login, with the caller's own application_name, that began before it.
CREATE FUNCTION team.end_older() RETURNS integer
LANGUAGE sql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT count(pg_terminate_backend(older.pid))::integer
  FROM pg_stat_activity AS older JOIN pg_stat_activity AS own ON own.pid = pg_backend_pid()
  WHERE older.usename = session_user AND older.application_name = own.application_name AND older.pid <> own.pid
    AND older.backend_start < own.backend_start
$$;
