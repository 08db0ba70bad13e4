-- What the team's screens read: pages with filters, and sums. The same rules as 0004: rows of the merchants a login may see.

-- A desk's merchants of sandbox profiles begin with this. Training is never added to what was really issued.
CREATE FUNCTION team.is_sandbox(merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, team, pg_temp AS
$$ SELECT starts_with(merchant, 'sandbox:') $$;

CREATE TYPE team.page_row AS (
  created_at timestamptz, received_at timestamptz, intent_id uuid, stream integer, desk_id uuid, login text, code text, is_own boolean,
  merchant text, order_id text, customer text, cents bigint, currency text, outcome text, state text, last_seq bigint, document text);

-- Newest first, after the row of `before` and `before_intent`. `desk` is a login. Null: every desk, outcome or mode.
CREATE FUNCTION team.page(
  desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET statement_timeout = '5s' AS
$$
  SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = own.desk_id, r.merchant,
    r.order_id::text, r.customer, r.cents, r.currency, r.outcome, r.state, r.last_seq, r.document
  FROM own_desk() AS own, request AS r JOIN desk AS d USING (desk_id)
  WHERE (page.before IS NULL OR (r.created_at, r.intent_id) < (page.before, page.before_intent))
    AND (page.desk IS NULL OR d.login = page.desk) AND (page.wanted IS NULL OR r.outcome = page.wanted)
    AND (page.sandbox IS NULL OR is_sandbox(r.merchant) = page.sandbox) AND may_see(own, r.merchant)
  ORDER BY r.created_at DESC, r.intent_id DESC LIMIT least(page.most, 500)
$$;

-- The same of one text: orders with exactly this id, by B-tree; where there are none, 3 characters or more of an order id or a
-- customer, by trigrams.
CREATE FUNCTION team.search(
  part text, desk text, wanted text, sandbox boolean, before timestamptz, before_intent uuid, most integer
) RETURNS SETOF team.page_row
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET statement_timeout = '5s' AS
$$
DECLARE
  own team.desk := own_desk();
  pattern text := '%' || replace(replace(replace(lower(part COLLATE "und-x-icu"), '!', '!!'), '%', '!%'), '_', '!_') || '%';
  -- Another text for each plan: a plan that serves both would use neither index.
  found text := CASE
    WHEN EXISTS (SELECT FROM request AS r WHERE r.order_id = search.part AND may_see(own, r.merchant)) THEN 'r.order_id = $1'
    WHEN length(part) >= 3
      THEN 'lower((r.order_id || E''\n'' || coalesce(r.customer, '''')) COLLATE "und-x-icu") LIKE $2 ESCAPE ''!'''
  END;
BEGIN
  IF found IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE '
    SELECT r.created_at, r.received_at, r.intent_id, r.stream, r.desk_id, d.login, d.code, d.desk_id = ($3).desk_id, r.merchant,
      r.order_id::text, r.customer, r.cents, r.currency, r.outcome, r.state, r.last_seq, r.document
    FROM request AS r JOIN desk AS d USING (desk_id)
    WHERE ' || found || ' AND ($4 IS NULL OR (r.created_at, r.intent_id) < ($4, $5)) AND ($6 IS NULL OR d.login = $6)
      AND ($7 IS NULL OR r.outcome = $7) AND ($8 IS NULL OR is_sandbox(r.merchant) = $8) AND may_see($3, r.merchant)
    ORDER BY r.created_at DESC, r.intent_id DESC LIMIT least($9, 500)'
    USING part, pattern, own, before, before_intent, desk, wanted, sandbox, most;
END
$$;

-- Of requests that began in the span. `cents` is null where nothing of them is shared.
CREATE FUNCTION team.sums(since timestamptz, until timestamptz, sandbox boolean)
RETURNS TABLE (login text, currency text, outcome text, state text, requests bigint, cents bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp SET statement_timeout = '5s' AS
$$
  SELECT d.login, r.currency, r.outcome, r.state, count(*), sum(r.cents)::bigint
  FROM own_desk() AS own, request AS r JOIN desk AS d USING (desk_id)
  WHERE r.created_at >= sums.since AND r.created_at < sums.until AND is_sandbox(r.merchant) = sums.sandbox
    AND may_see(own, r.merchant)
  GROUP BY d.login, r.currency, r.outcome, r.state ORDER BY d.login, r.currency, r.outcome, r.state
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

DO $$
DECLARE
  offered text;
BEGIN
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA team FROM PUBLIC;
  FOR offered IN
    SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'team'::regnamespace
      AND proname IN ('page', 'search', 'sums', 'end_older')
  LOOP
    EXECUTE 'GRANT EXECUTE ON FUNCTION ' || offered || ' TO team_desk';
  END LOOP;
END
$$;
