-- What a login reads: rows of the merchants it may see. Revoked and invited logins read nothing.

-- Without a search path of its own, so that PostgreSQL writes it out in the query that calls it.
CREATE FUNCTION team.may_see(own team.desk, merchant text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS
$$ SELECT (own.state IN ('active', 'frozen') AND (own.merchants IS NULL OR merchant = ANY (own.merchants))) IS TRUE $$;

-- Orders that two desks have sent, of the merchants that the login may see. One that its desk knows not to exist at the provider is
-- none any more; nor is one that a desk itself sent twice, which is that desk's own affair.
CREATE FUNCTION team.seen_conflicts(own team.desk) RETURNS SETOF team.conflict
LANGUAGE sql STABLE SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT c.* FROM conflict AS c
  WHERE may_see(own, c.merchant) AND c.held_by <> c.sent_by
    AND NOT EXISTS (
      SELECT FROM intent AS ended
      WHERE (ended.intent_id, ended.desk_id) IN ((c.held_intent, c.held_by), (c.sent_intent, c.sent_by)) AND ended.closed_by > 0)
    -- A pair counts once, also where the order went from one of the two to the other.
    AND NOT EXISTS (
      SELECT FROM conflict AS same
      WHERE (same.held_by, same.held_intent, same.sent_by, same.sent_intent) = (c.sent_by, c.sent_intent, c.held_by, c.held_intent)
        AND same.conflict_id < c.conflict_id)
  ORDER BY own.desk_id IN (c.held_by, c.sent_by) DESC, c.conflict_id DESC LIMIT 500
$$;

-- How the caller stands, in one question: polled by every desk.
CREATE FUNCTION team.standing()
RETURNS TABLE (team_id uuid, desk_id uuid, code text, state text, stream integer, head_seq bigint, head_hash bytea,
  is_waiting boolean, server_time timestamptz, conflicts bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT server.team_id, own.desk_id, own.code, own.state, own.stream, own.head_seq, own.head_hash, is_waiting(),
    clock_timestamp(), (SELECT count(*) FROM seen_conflicts(own))
  FROM server, own_desk() AS own WHERE own.desk_id IS NOT NULL
$$;

CREATE FUNCTION team.desks() RETURNS TABLE (desk_id uuid, login text, code text, state text, stream integer, head_seq bigint, last_seen timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, team, pg_temp AS
$$
  SELECT desk.desk_id, desk.login, desk.code, desk.state, desk.stream, desk.head_seq, desk.last_seen
  FROM desk, own_desk() AS own WHERE own.state IN ('active', 'frozen') ORDER BY desk.login
$$;

-- Texts are cut and documents bounded where they are read: a desk writes them as long as it likes, and every desk reads them.
CREATE TYPE team.request_row AS (
  created_at timestamptz, desk_id uuid, intent_id uuid, stream integer, merchant text, order_id text, customer text, cents bigint,
  currency text, outcome text, state text, last_seq bigint, received_at timestamptz);

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
        SELECT r.created_at, r.desk_id, r.intent_id, r.stream, left(r.merchant, 500), left(r.order_id, 500), left(r.customer, 500), r.cents,
          left(r.currency, 500), left(r.outcome, 500), left(r.state, 500), r.last_seq, r.received_at
        FROM request AS r
        WHERE r.desk_id = desk.desk_id AND (r.stream, r.last_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0))
          AND may_see(own, r.merchant)
        ORDER BY r.stream, r.last_seq LIMIT least(most, 500)) AS changed
    WHERE (desk.stream, desk.head_seq) > (coalesce(known.stream, 0), coalesce(known.seq, 0));
END
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
  SELECT left(c.merchant, 500), left(c.order_id, 500), c.held_by, c.held_intent, c.sent_by, c.sent_intent, c.recorded_at
  FROM own_desk() AS own, seen_conflicts(own) AS c
$$;
