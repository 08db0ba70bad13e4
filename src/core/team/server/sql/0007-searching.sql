-- The search of the team's log at ten million rows. A plan that may choose between walking the newest rows and the trigrams chooses
-- wrongly where it takes a rare text for a common one, and then reads every row. Here both have their part, as in `find_text`.

-- Requests of a span, from `since` up to before `until`, whose order id or customer matches, with the filters of a page: by trigrams
-- alone. Null: every desk, outcome or mode.
CREATE FUNCTION team.page_by_trigrams(
  own team.desk, pattern text, of_desk uuid, wanted text, sandbox boolean, since timestamptz, until timestamptz, most integer
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
        AND lower((r.order_id || E'\n' || coalesce(r.customer, '')) COLLATE "und-x-icu") LIKE pattern ESCAPE '!'
        AND (of_desk IS NULL OR r.desk_id = of_desk) AND (wanted IS NULL OR r.outcome = wanted)
        AND (sandbox IS NULL OR is_sandbox(r.merchant) = sandbox) AND may_see(own, r.merchant))
    SELECT hit.created_at, hit.desk_id, hit.intent_id FROM hit ORDER BY hit.created_at DESC, hit.intent_id DESC LIMIT most;
END
$$;

-- Orders with exactly this id, by B-tree; where there are none, 3 characters or more of an order id or a customer: among the newest
-- 5,000 rows by walking them, among the others month by month.
CREATE OR REPLACE FUNCTION team.search(
  part text, desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET TimeZone = 'UTC' AS
$$
#variable_conflict use_column
DECLARE
  own team.desk := own_desk();
  pattern text := '%' || replace(replace(replace(lower(part COLLATE "und-x-icu"), '!', '!!'), '%', '!%'), '_', '!_') || '%';
  of_desk uuid := (SELECT d.desk_id FROM desk AS d WHERE d.login = search.desk);
  is_exact boolean := EXISTS (SELECT FROM request AS r WHERE r.order_id = search.part AND may_see(own, r.merchant));
  page integer := least(search.most, 500);
  told integer;
  edge timestamptz;
  first_row timestamptz;
  since timestamptz;
BEGIN
  IF search.desk IS NOT NULL AND of_desk IS NULL OR NOT is_exact AND length(part) < 3 THEN
    RETURN;
  END IF;
  IF NOT is_exact THEN
    SELECT r.created_at INTO edge FROM request AS r WHERE search.before IS NULL OR r.created_at <= search.before
      ORDER BY r.created_at DESC OFFSET 5000 LIMIT 1;
  END IF;
  -- Two texts: a plan that serves both would use neither index.
  RETURN QUERY EXECUTE '
    SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = ($3).desk_id, r.merchant,
      r.order_id::text, r.customer, r.cents, r.currency, r.outcome, r.state, r.last_seq, r.document
    FROM request AS r JOIN desk AS d USING (desk_id)
    WHERE ' || CASE WHEN is_exact THEN 'r.order_id = $1'
      ELSE 'r.created_at >= $10 AND lower((r.order_id || E''\n'' || coalesce(r.customer, '''')) COLLATE "und-x-icu") LIKE $2 ESCAPE ''!'''
      END || ' AND ($4 IS NULL OR (r.created_at, r.intent_id) < ($4, $5)) AND ($6 IS NULL OR r.desk_id = $6)
      AND ($7 IS NULL OR r.outcome = $7) AND ($8 IS NULL OR is_sandbox(r.merchant) = $8) AND may_see($3, r.merchant)
    ORDER BY r.created_at DESC, r.intent_id DESC LIMIT $9'
    USING part, pattern, own, search.before, before_intent, of_desk, search.wanted, search.sandbox, page, coalesce(edge, '-infinity');
  GET DIAGNOSTICS told = ROW_COUNT;
  page := page - told;
  SELECT min(r.created_at) INTO first_row FROM request AS r;
  FOR step IN 0..24 LOOP
    EXIT WHEN page <= 0 OR edge IS NULL OR edge <= first_row;
    -- Rows of a clock that was years behind are looked at together.
    since := CASE WHEN step = 24 THEN '-infinity' ELSE date_trunc('month', edge - interval '1 microsecond') END;
    RETURN QUERY
      SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, r.merchant,
        r.order_id::text, r.customer, r.cents, r.currency, r.outcome, r.state, r.last_seq, r.document
      FROM page_by_trigrams(own, pattern, of_desk, search.wanted, search.sandbox, since, edge, page) AS hit
        JOIN request AS r USING (created_at, desk_id, intent_id) JOIN desk AS d USING (desk_id)
      ORDER BY r.created_at DESC, r.intent_id DESC;
    GET DIAGNOSTICS told = ROW_COUNT;
    page := page - told;
    edge := since;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION team.page_by_trigrams FROM PUBLIC;
